import type { Kind } from '../../contract/kinds.ts'

/** Everything that the inbox page says. */
export interface InboxWords {
  readonly title: string
  readonly tagline: string
  readonly skip: string
  readonly list: string
  readonly search: string
  readonly searchHint: string
  readonly show: string
  readonly shown: { readonly all: string; readonly accepted: string; readonly rejected: string }
  readonly messages: string
  readonly accepted: string
  readonly rejected: string
  readonly detail: string
  readonly back: string
  readonly none: string
  readonly noneHint: string
  readonly nothingFound: string
  readonly refused: string
  readonly pick: string
  readonly pickHint: string
  readonly address: string
  readonly userId: string
  readonly secretKey: string
  readonly gone: string
  readonly channel: string
  readonly why: string
  readonly dropped: string
  readonly droppedHint: string
  readonly facts: string
  readonly number: string
  readonly key: string
  readonly kind: string
  readonly sender: string
  readonly time: string
  readonly request: string
  readonly record: string
  readonly wholeRequest: string
  readonly faults: string
  readonly notTold: string
  readonly live: string
  readonly lost: string
  /** With `{count}` for the number. */
  readonly arrived: string
  readonly found: string
  readonly kinds: { readonly [K in Kind]: string }
}

export const inboxLanguages = ['en', 'ko'] as const
export type InboxLanguage = (typeof inboxLanguages)[number]

export const inboxWords: { readonly [L in InboxLanguage]: InboxWords } = {
  en: {
    title: 'friendtalk emulator',
    tagline: 'Nothing leaves this machine',
    skip: 'Skip to the message',
    list: 'Messages',
    search: 'Search messages',
    searchHint: 'Number, msg_key or code',
    show: 'Show',
    shown: { all: 'All', accepted: 'Accepted', rejected: 'Rejected' },
    messages: 'messages',
    accepted: 'accepted',
    rejected: 'rejected',
    detail: 'Message',
    back: 'Back to the list',
    none: 'No messages yet',
    noneHint: 'They appear here the moment they are sent.',
    nothingFound: 'No message matches.',
    refused: 'Last request refused as a whole',
    pick: 'Pick a message',
    pickHint: 'Choose one from the list to see it as its recipient would. Or send one to these addresses.',
    address: 'Base address of sends and uploads',
    userId: 'User ID',
    secretKey: 'Secret key',
    gone: 'This message has left the inbox.',
    channel: 'Our channel',
    why: 'Why it was rejected',
    dropped: 'Fields that were dropped',
    droppedHint: 'The interface does not name them; the emulator assumes that they are dropped in silence.',
    facts: 'Facts',
    number: 'Recipient',
    key: 'msg_key',
    kind: 'Kind',
    sender: 'Sender number',
    time: 'Received',
    request: 'Request',
    record: 'The message as it was sent',
    wholeRequest: 'The raw request',
    faults: 'Faults that struck the request',
    notTold: 'The client got no proper answer to this request.',
    live: 'Live',
    lost: 'Connection lost, trying again',
    arrived: '{count} new messages',
    found: '{count} found',
    kinds: {
      'ft-text': 'Text',
      'ft-image': 'Image',
      'ft-wide': 'Wide image',
      'ft-wide-item-list': 'Wide item list',
      'ft-carousel-feed': 'Carousel feed',
    },
  },
  ko: {
    title: 'friendtalk 에뮬레이터',
    tagline: '이 컴퓨터 밖으로는 아무것도 나가지 않습니다',
    skip: '메시지로 건너뛰기',
    list: '메시지',
    search: '메시지 검색',
    searchHint: '번호, msg_key, 코드',
    show: '보기',
    shown: { all: '전체', accepted: '접수', rejected: '거절' },
    messages: '전체',
    accepted: '접수',
    rejected: '거절',
    detail: '메시지',
    back: '목록으로',
    none: '아직 메시지가 없습니다',
    noneHint: '메시지를 보내면 바로 여기에 나타납니다.',
    nothingFound: '찾는 메시지가 없습니다.',
    refused: '마지막으로 통째로 거절된 요청',
    pick: '메시지를 선택하세요',
    pickHint: '목록에서 고르면 받는 사람에게 보이는 모습 그대로 보여 줍니다. 아래 주소로 직접 보내 보셔도 됩니다.',
    address: '발송·업로드 기본 주소',
    userId: '사용자 ID',
    secretKey: '비밀 키',
    gone: '이 메시지는 수신함에서 밀려났습니다.',
    channel: '우리 채널',
    why: '거절된 이유',
    dropped: '무시된 필드',
    droppedHint: '인터페이스에 없는 필드입니다. 에뮬레이터는 조용히 버려진다고 가정합니다.',
    facts: '정보',
    number: '수신 번호',
    key: 'msg_key',
    kind: '종류',
    sender: '발신 번호',
    time: '수신 시각',
    request: '요청',
    record: '보낸 메시지 원본',
    wholeRequest: '요청 원본',
    faults: '이 요청에 일어난 장애',
    notTold: '클라이언트는 이 요청에 제대로 된 응답을 받지 못했습니다.',
    live: '실시간',
    lost: '연결이 끊겨 다시 시도하고 있습니다',
    arrived: '새 메시지 {count}건',
    found: '{count}건 찾음',
    kinds: {
      'ft-text': '텍스트',
      'ft-image': '이미지',
      'ft-wide': '와이드 이미지',
      'ft-wide-item-list': '와이드 아이템 리스트',
      'ft-carousel-feed': '캐러셀 피드',
    },
  },
}
