import type { Severity } from '../../diagnostic.ts'
import type { Tier } from '../../rules/finding.ts'
import type { Text } from '../../words/language.ts'

export const severityNames: { readonly [S in Severity]: Text } = {
  error: { en: 'error', ko: '오류' },
  warning: { en: 'warning', ko: '경고' },
}

export const tierNames: { readonly [T in Tier]: Text } = {
  language: { en: 'the language', ko: '작성 언어' },
  interface: { en: 'the interface', ko: '발송 인터페이스' },
  platform: { en: 'the platform', ko: '플랫폼' },
  style: { en: 'style', ko: '스타일' },
}

export const watching = (messages: number): Text => ({
  en: `Watching ${messages} message${messages === 1 ? '' : 's'}. Press Ctrl-C to stop.`,
  ko: `메시지 ${messages}개를 지켜보고 있습니다. 멈추려면 Ctrl-C를 누르세요.`,
})

/** Answers Ctrl-C at a question. */
export const cancelled: Text = {
  en: 'Cancelled; nothing was written.',
  ko: '취소했습니다. 아무것도 쓰지 않았습니다.',
}

export const notSelected = (file: string): Text => ({
  en: `The configuration's "messages" do not select ${file}: add it there, or name it in each command.`,
  ko: `설정의 "messages"에 ${file} 파일이 들어 있지 않습니다. 설정에 추가하거나 명령에 파일을 지정하세요.`,
})
