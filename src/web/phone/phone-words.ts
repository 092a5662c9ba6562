import type { Language } from '../../words/language.ts'

interface Named {
  readonly [name: string]: string
}

const en = {
  phone: (channel: string) => `Chat with ${channel}`,
  ad: '(광고)',
  /** What the platform adds below an advertisement. */
  optOut: '수신거부 | 홈 > 채널 차단',
  /** Stands above a text that other services say is not shown. */
  mayNotShow: 'The app may not show this text',
  more: '더보기',
  image: 'Image of the message',
  noImage: 'The image is not there',
  cards: (count: number) => `${count} cards, scroll sideways`,
  card: (number: number, count: number) => `Card ${number} of ${count}`,
  previous: 'Previous card',
  next: 'Next card',
  coupon: 'Coupon',
  leadsTo: 'When tapped',
  leadsNowhere: 'Leads nowhere.',
  /** The devices that open a link where the message names none of their own. */
  onDevices: (field: string, devices: readonly string[]) => `${field} (${devices.join(', ')})`,
  sent: 'Sends',
  close: 'Close',
  open: 'Open',
  targets: {
    url_mobile: 'Web, phone',
    url_pc: 'Web, computer',
    scheme_android: 'App, Android',
    scheme_ios: 'App, iOS',
    img_link: 'Web',
    chat_event: 'Bot event',
    chat_extra: 'Passed on',
  } as Named,
  actions: {
    BK: 'Sends the text of the button to the channel.',
    MD: 'Sends the text of the button together with the message to the channel.',
    BC: 'Switches to a consultation.',
    BT: 'Switches to the chatbot.',
    BF: 'Opens the business form.',
    viewer: 'Opens the image viewer of the platform.',
  } as Named,
}

const ko: PhoneWords = {
  phone: (channel) => `${channel} 채팅방`,
  ad: '(광고)',
  optOut: '수신거부 | 홈 > 채널 차단',
  mayNotShow: '앱에는 보이지 않을 수 있는 글',
  more: '더보기',
  image: '메시지 이미지',
  noImage: '이미지가 없습니다',
  cards: (count) => `카드 ${count}장, 옆으로 넘겨 보세요`,
  card: (number, count) => `카드 ${count}장 중 ${number}번째`,
  previous: '이전 카드',
  next: '다음 카드',
  coupon: '쿠폰',
  leadsTo: '누르면',
  leadsNowhere: '연결되는 곳이 없습니다.',
  onDevices: (field, devices) => `${field} (${devices.join(', ')})`,
  sent: '보내는 말',
  close: '닫기',
  open: '열기',
  targets: {
    url_mobile: '모바일 웹',
    url_pc: 'PC 웹',
    scheme_android: 'Android 앱',
    scheme_ios: 'iOS 앱',
    img_link: '웹',
    chat_event: '봇 이벤트',
    chat_extra: '전달하는 정보',
  },
  actions: {
    BK: '버튼 이름을 채널에 메시지로 보냅니다.',
    MD: '버튼 이름과 메시지 본문을 채널에 보냅니다.',
    BC: '상담톡으로 전환합니다.',
    BT: '챗봇으로 전환합니다.',
    BF: '비즈니스폼을 엽니다.',
    viewer: '플랫폼의 이미지 뷰어로 엽니다.',
  },
}

/** What a phone says beside the message itself. */
export type PhoneWords = typeof en

export const phoneWords: { readonly [L in Language]: PhoneWords } = { en, ko }
