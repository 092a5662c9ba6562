import type { Language } from '../../words/language.ts'

/** What the app says, in Korean whatever language the page has. */
const app = {
  ad: '(광고)',
  /** What the platform adds below an advertisement. */
  optOut: '수신거부 | 홈 > 채널 차단',
  optOutNumber: (number: string, code: string) => `무료수신거부 ${number}${code === '' ? '' : ` (인증번호 ${code})`}`,
  more: '더보기',
  won: (amount: string) => `${amount}원`,
  off: (amount: string) => `${amount}원 할인`,
  percent: (amount: string) => `${amount}%`,
  adult: '연령 확인 후 볼 수 있는 메시지입니다.',
}

const en = {
  ...app,
  phone: (channel: string) => `Chat with ${channel}`,
  /** Stands above a text that other services say is not shown. */
  mayNotShow: 'The app may not show this text',
  image: 'Image of the message',
  noImage: 'The image is not there',
  cards: (count: number) => `${count} cards, scroll sideways`,
  card: (number: number, count: number) => `Card ${number} of ${count}`,
  head: 'Introduction',
  previous: 'Previous card',
  next: 'Next card',
  coupon: 'Coupon',
  uncover: 'Show it, cover it',
  leadsTo: 'When tapped',
  leadsNowhere: 'Leads nowhere.',
  /** The devices that open a link where the message names none of their own. */
  onDevices: (field: string, devices: readonly string[]) => `${field} (${devices.join(', ')})`,
  sent: 'Sends',
  close: 'Close',
  open: 'Open',
  targets: {
    mobile: 'Web, phone',
    pc: 'Web, computer',
    android: 'App, Android',
    ios: 'App, iOS',
    link: 'Web',
    event: 'Bot event',
    extra: 'Passed on',
  },
  viewer: 'Opens the image viewer of the platform.',
}

const ko: PhoneWords = {
  ...app,
  phone: (channel) => `${channel} 채팅방`,
  mayNotShow: '앱에는 보이지 않을 수 있는 글',
  image: '메시지 이미지',
  noImage: '이미지가 없습니다',
  cards: (count) => `카드 ${count}장, 옆으로 넘겨 보세요`,
  card: (number, count) => `카드 ${count}장 중 ${number}번째`,
  head: '인트로',
  previous: '이전 카드',
  next: '다음 카드',
  coupon: '쿠폰',
  uncover: '보기/가리기',
  leadsTo: '누르면',
  leadsNowhere: '연결되는 곳이 없습니다.',
  onDevices: (field, devices) => `${field} (${devices.join(', ')})`,
  sent: '보내는 말',
  close: '닫기',
  open: '열기',
  targets: {
    mobile: '모바일 웹',
    pc: 'PC 웹',
    android: 'Android 앱',
    ios: 'iOS 앱',
    link: '웹',
    event: '봇 이벤트',
    extra: '전달하는 정보',
  },
  viewer: '플랫폼의 이미지 뷰어로 엽니다.',
}

export type PhoneWords = typeof en

export const phoneWords: { readonly [L in Language]: PhoneWords } = { en, ko }
