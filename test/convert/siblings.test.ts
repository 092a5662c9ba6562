import { describe, expect, it } from 'vitest'
import { convertRecord, recordsIn } from '../../src/convert/convert.ts'

const options = { path: 'messages/sale.md', id: 'sale', lang: 'en' } as const

/** The body of each message, with what was left out; or why there is none. */
function converted(data: object): unknown[] {
  return recordsIn(data).map((found) => {
    const result = convertRecord(found, options)
    const places = (result.type === 'message' ? result.leftOut : result.problems).map(
      ({ type, pointer }) => `${type} ${pointer}`,
    )
    if (result.type === 'refused') return places
    const [, settings = '', ...body] = result.source.split('---\n')
    return { settings: settings.trim().split('\n'), body: body.join('---\n').trim().split('\n'), places }
  })
}

const card = (header: string, attachment: object): object => ({ header, message: '안내', attachment })

describe('a payload of Infobank OMNI', () => {
  const button = [
    { type: 'WL', name: '보기', urlMobile: 'https://m.a.kr', urlPc: 'https://a.kr', target: 'out' },
    { type: 'AL', name: '앱', schemeIos: 'app://a', schemeAndroid: 'app://a' },
    { type: 'BT', name: '봇', chatExtra: 'a', chatEvent: 'b' },
  ]

  it('with a text and buttons becomes a message; what has no counterpart is named', () => {
    const sent = { senderKey: 'k', to: '01012345678', adult: 'N', pushAlarm: 'Y', groupTagKey: '' }
    const other = { ref: 'o-1', fallback: { type: 'SMS', text: '안내' } }
    expect(
      converted({ ...sent, ...other, msgType: 'FT', text: '#{이름}님', adFlag: 'N', attachment: { button } }),
    ).toEqual([
      {
        settings: ['kind: ft-text', 'id: sale', 'ad_flag: N', 'vars:', '  이름: {}'],
        body: [
          '#{이름}님',
          '',
          '- [보기](https://m.a.kr "https://a.kr")',
          '- [앱](app://a)',
          '```button',
          'type: BT',
          'name: "봇"',
          'chat_extra: "a"',
          'chat_event: "b"',
          '```',
        ],
        places: ['left-out /ref', 'left-out /fallback', 'left-out /attachment/button/0/target'],
      },
    ])
  })

  it.each([
    ['FI', 'ft-image'],
    ['FW', 'ft-wide'],
  ])('of type %s is a message of %s, also as a single send has it', (msgType, kind) => {
    const image = { imgUrl: 'https://a.kr/a.png', imgLink: 'https://a.kr' }
    const asForm = converted({ msgType, text: '안내', attachment: { image } })
    expect(asForm).toMatchObject([
      {
        settings: [`kind: ${kind}`, 'id: sale', 'ad_flag: Y'],
        body: ['[![](https://a.kr/a.png)](https://a.kr)', '', '안내'],
      },
    ])
    expect(converted({ msgType, text: '안내', imgUrl: 'https://a.kr/a.png', button: [button[0]] })).toMatchObject([
      { body: ['![](https://a.kr/a.png)', '', '안내', '', '- [보기](https://m.a.kr "https://a.kr")'] },
    ])
  })

  it('of a flow is found in it; a carousel without a text gets its first title', () => {
    const image = { imgUrl: 'https://a.kr/a.png' }
    const coupon = { title: '배송비 할인 쿠폰', description: '지금', urlMobile: 'https://a.kr' }
    const carousel = {
      list: [card('하나', { image, coupon, button: [button[0]] }), card('둘', { image })],
      tail: { urlMobile: 'https://a.kr' },
    }
    const messageFlow = [{ friendtalk: { msgType: 'FC', carousel } }, { sms: { text: '안내' } }]
    expect(converted({ messageFlow, destinations: [{ to: '01012345678' }], paymentCode: 'p' })).toEqual([
      {
        settings: ['kind: ft-carousel-feed', 'id: sale', 'ad_flag: Y'],
        body: [
          '하나',
          '',
          '## 하나',
          '![](https://a.kr/a.png)',
          '',
          '안내',
          '',
          '- [보기](https://m.a.kr "https://a.kr")',
          '',
          '```coupon',
          'title: "배송비 할인 쿠폰"',
          'description: "지금"',
          'url_mobile: "https://a.kr"',
          '```',
          '',
          '## 둘',
          '![](https://a.kr/a.png)',
          '',
          '안내',
          '',
          '---',
          '',
          '[더보기](https://a.kr)',
        ],
        places: [
          'left-out /paymentCode',
          'left-out /messageFlow/1/sms',
          'left-out /messageFlow/0/friendtalk/carousel/list/0/attachment/button/0/target',
          'text-made /messageFlow/0/friendtalk',
        ],
      },
    ])
  })

  it('of a type that this service has not is refused at the type', () => {
    expect(converted({ msgType: 'FM', text: '안내' })).toEqual([['message-type-unknown /msgType']])
  })
})

describe('a payload of NHN Cloud', () => {
  it('becomes one message for each different text, whoever gets it', () => {
    const message = { content: '안내', isAd: false }
    const recipientList = [
      { recipientNo: '01012345678', ...message },
      { recipientNo: '01012345679', ...message },
      { recipientNo: '01012345680', content: '다른 안내' },
    ]
    expect(converted({ senderKey: 'k', requestDate: '2026-01-01 10:00', recipientList })).toEqual([
      { settings: ['kind: ft-text', 'id: sale', 'ad_flag: N'], body: ['안내'], places: ['left-out /requestDate'] },
      { settings: ['kind: ft-text', 'id: sale', 'ad_flag: Y'], body: ['다른 안내'], places: [] },
    ])
  })

  it('with items and buttons becomes a list, its buttons in their order', () => {
    const item = (title: string): object => ({ title, imageUrl: 'https://a.kr/a.png', linkMo: 'https://a.kr' })
    const buttons = [
      { ordering: 2, type: 'WL', name: '둘', linkMo: 'https://m.a.kr', linkPc: 'https://a.kr', schemeIos: 'x://a' },
      { ordering: 1, type: 'AL', name: '하나', schemeIos: 'x://a', schemeAndroid: 'x://a' },
    ]
    const list = { header: '이번 주', item: { list: [item('a'), item('b'), item('c')] }, buttons }
    expect(converted({ recipientList: [list] })).toMatchObject([
      {
        settings: ['kind: ft-wide-item-list', 'id: sale', 'ad_flag: Y'],
        body: [
          '# 이번 주',
          '',
          '이번 주',
          '',
          ...['a', 'b', 'c'].flatMap((title) => [`## ${title}`, '[![](https://a.kr/a.png)](https://a.kr)', '']),
          '---',
          '',
          '- [하나](x://a)',
          '- [둘](https://m.a.kr "https://a.kr")',
        ],
        places: ['field-unknown /recipientList/0/buttons/0/schemeIos', 'text-made /recipientList/0'],
      },
    ])
  })

  it('has its faults named where they stand in it', () => {
    const buttons = [{ type: 'WL', name: '보기', linkMo: 'https://a.kr' }, { type: 'XX' }]
    expect(converted({ recipientList: [{ content: '안내 ', buttons }] })).toEqual([
      ['button-type-unknown /recipientList/0/buttons/1/type', 'blank-around /recipientList/0/content'],
    ])
  })
})
