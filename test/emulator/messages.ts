import { type Kind, kindFacts } from '../../src/contract/friend-talk/kinds.ts'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { uploadedUrl } from './client.ts'

export type Message = Record<string, unknown>

const sent = {
  sender_key: 'emulator-sender',
  sender_number: '0212345678',
  receiver_number: '01012345678',
  ad_flag: 'Y',
}

export function textMessage(changes: Message = {}): Message {
  return { ...sent, msg_key: 'text-1', msg: '안녕하세요.\n봄 신상품이 도착했어요.', ...changes }
}

const button = { name: '보기', type: 'WL', url_mobile: 'https://m.shop.example.com/' }

/** A complete good message of each kind; `url` is an image that was uploaded for it. */
export const messageOf: { readonly [K in Kind]: (url: string) => Message } = {
  'ft-text': () =>
    textMessage({
      attachment: {
        button: [
          button,
          { name: '앱에서 보기', type: 'AL', scheme_android: 'shop://a', scheme_ios: 'shop://a' },
          { name: '키워드', type: 'BK' },
          { name: '상담', type: 'BC', chat_extra: 'extra' },
          { name: '챗봇', type: 'BT', chat_extra: 'extra', chat_event: 'event' },
        ],
      },
    }),
  'ft-image': (url) => ({
    ...sent,
    msg_key: 'image-1',
    msg: '오늘 단 하루, 전 상품 무료배송.',
    attachment: { button: [button], image: { img_url: url, img_link: 'https://shop.example.com/spring' } },
  }),
  'ft-wide': (url) => ({ ...sent, msg_key: 'wide-1', msg: '주말 특가', attachment: { image: { img_url: url } } }),
  'ft-wide-item-list': (url) => ({
    ...sent,
    msg_key: 'list-1',
    msg: '이번 주 많이 찾은 상품이에요.',
    header: '이번 주 추천',
    attachment: {
      button: [button],
      item: {
        list: ['린넨 셔츠', '데님 팬츠', '캔버스 백'].map((title) => ({
          title,
          img_url: url,
          url_mobile: 'https://m.shop.example.com/p',
        })),
      },
    },
  }),
  'ft-carousel-feed': (url) => ({
    ...sent,
    msg_key: 'carousel-1',
    msg: '여름 준비, 지금 시작하세요.',
    carousel: {
      list: [
        {
          header: '여름옷',
          message: '시원한 린넨과 면으로.',
          attachment: {
            button: [{ ...button, name: '보기' }],
            image: { img_url: url },
            coupon: { title: '3000원 할인 쿠폰', description: '여름 한정', url_mobile: 'https://m.shop.example.com/c' },
          },
        },
        { header: '샌들', message: '하루 종일 편한 발.', attachment: { image: { img_url: url } } },
      ],
      tail: { url_mobile: 'https://m.shop.example.com/all' },
    },
  }),
}

/** A good message of a kind, with an image uploaded for it. */
export async function goodMessage(emulator: Emulator, kind: Kind, changes: Message = {}): Promise<Message> {
  const upload = kindFacts[kind].upload
  const url = upload ? await uploadedUrl(emulator, upload) : ''
  return { ...messageOf[kind](url), ...changes }
}

/** A copy of a record with one place changed, by names with dots or by a JSON Pointer; undefined takes the field away. */
export function changed(message: object, path: string, value: unknown): Message {
  const copy = structuredClone(message) as Message
  const keys = path.replace(/^\//, '').split(/[./]/)
  const last = keys.pop() ?? ''
  let at: unknown = copy
  for (const key of keys) at = (at as Message)[key]
  if (value === undefined) delete (at as Message)[last]
  else (at as Message)[last] = value
  return copy
}
