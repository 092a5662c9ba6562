import type { PayloadOf } from '../../../src/contract/brand-message/payload.ts'

const alone = { recipientList: [{ targeting: 'I', resendParameter: { isResend: false } }] } as const

const buttons = [
  { name: '시음 예약', type: 'WL', linkMo: 'https://m.example/a', linkPc: 'https://w.example/a' },
] as const
const image = { imageUrl: 'https://i.example/p.jpg', imageLink: 'https://m.example/p' } as const

/** The bodies of the interface as templates: without what a send adds. */
export const exampleBodies: PayloadOf = {
  'bm-text': {
    chatBubbleType: 'TEXT',
    pushAlarm: true,
    unsubscribeNo: '080-123-4567',
    unsubscribeAuthNo: '1234',
    adult: false,
    content: '새 원두가 도착했어요.\n주말 시음회에 오세요.',
    buttons: [
      ...buttons,
      {
        name: '앱 열기',
        type: 'AL',
        linkMo: 'https://m.example/a',
        schemeAndroid: 'bean://a',
        schemeIos: 'bean://a',
      },
    ],
    coupon: { title: '2000원 할인 쿠폰', description: '주말 한정', linkMo: 'https://m.example/c' },
    recipientList: [
      {
        targeting: 'I',
        resendParameter: {
          isResend: true,
          resendType: 'LMS',
          resendTitle: '시음회',
          resendContent: '(광고)주말 시음회[무료 수신거부]0801234567',
          resendUnsubscribeNo: '0801234567',
        },
      },
    ],
  },
  'bm-image': { chatBubbleType: 'IMAGE', content: '새 원두가 도착했어요.', image, buttons, ...alone },
  'bm-wide': { chatBubbleType: 'WIDE', content: '새 원두가 도착했어요.', image, buttons, ...alone },
  'bm-wide-item-list': {
    chatBubbleType: 'WIDE_ITEM_LIST',
    header: '이달의 원두',
    item: {
      list: [
        { title: '대표 원두', imageUrl: 'https://i.example/m.jpg', linkMo: 'https://m.example/1' },
        { title: '산미', imageUrl: 'https://i.example/2.jpg', linkMo: 'https://m.example/2' },
        {
          title: '고소',
          imageUrl: 'https://i.example/3.jpg',
          linkMo: 'https://m.example/3',
          linkPc: 'https://w.example/3',
        },
      ],
    },
    buttons: [{ name: '전체 보기', type: 'WL', linkMo: 'https://m.example' }],
    ...alone,
  },
  'bm-commerce': {
    chatBubbleType: 'COMMERCE',
    additionalContent: '오늘 볶아 내일 도착',
    image: { imageUrl: 'https://i.example/p.jpg' },
    commerce: { title: '하우스 블렌드 1kg', regularPrice: 30_000, discountPrice: 27_000, discountRate: 10 },
    buttons: [{ name: '구매하기', type: 'WL', linkMo: 'https://m.example/p' }],
    ...alone,
  },
  'bm-carousel-feed': {
    chatBubbleType: 'CAROUSEL_FEED',
    carousel: {
      list: [
        {
          header: '성수점',
          message: '12월 3일에 엽니다.',
          imageUrl: 'https://i.example/s.jpg',
          buttons: [{ name: '길 찾기', type: 'WL', linkMo: 'https://m.example/s' }],
          coupon: { title: '첫잔 무료 쿠폰', description: '개점 주간', linkMo: 'https://m.example/c' },
        },
        {
          header: '연남점',
          message: '새 메뉴가 있어요.',
          imageUrl: 'https://i.example/y.jpg',
          buttons: [{ name: '메뉴', type: 'WL', linkMo: 'https://m.example/y' }],
        },
      ],
      tail: { linkMo: 'https://m.example/all' },
    },
    ...alone,
  },
  'bm-carousel-commerce': {
    chatBubbleType: 'CAROUSEL_COMMERCE',
    carousel: {
      head: {
        header: '연말 기획',
        content: '선물로 좋은 세트',
        imageUrl: 'https://i.example/h.jpg',
        linkMo: 'https://m.example/g',
        linkPc: 'https://w.example/g',
      },
      list: [
        {
          additionalContent: '리본 포장',
          imageUrl: 'https://i.example/g1.jpg',
          commerce: { title: '드립백 세트', regularPrice: 20_000, discountPrice: 17_000, discountFixed: 3000 },
          buttons: [{ name: '선물하기', type: 'WL', linkMo: 'https://m.example/g1' }],
        },
      ],
      tail: { linkMo: 'https://m.example/g' },
    },
    ...alone,
  },
}
