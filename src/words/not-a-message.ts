import type { Language } from './language.ts'

/** What a file is that was named in the place of a message. */
export type OtherContent = 'image' | 'recipients'

/** What such a file is, and what to name instead. */
export const notAMessage: { readonly [L in Language]: { readonly [C in OtherContent]: string } } = {
  en: {
    image: 'is an image; name the message that shows it.',
    recipients: 'is a list of recipients; give it with --recipients.',
  },
  ko: {
    image: '이미지 파일입니다. 이 이미지를 쓰는 메시지를 지정하세요.',
    recipients: '수신자 목록입니다. --recipients로 지정하세요.',
  },
}
