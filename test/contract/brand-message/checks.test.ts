import { describe, expect, it } from 'vitest'
import { brandMessage } from '../../../src/contract/brand-message/brand-message.ts'
import type { Kind } from '../../../src/contract/brand-message/kinds.ts'
import type { CheckedMessage, ContractCheck } from '../../../src/contract/contract.ts'
import { textsIn } from '../../../src/emulator/check.ts'

type Found = Record<string, readonly string[]>

/** What the checks find in a payload: by rule the pointers, with the code that the service answers. */
function found(kind: Kind, given: object, images: CheckedMessage['images'] = []): Found {
  const byRule: Record<string, string[]> = {}
  const payload = { recipientList: [{ targeting: 'M' }], ...given }
  const texts = textsIn(brandMessage, payload).map((one) => ({ ...one, hasVariable: one.text.includes('#{') }))
  const fits = (text: string, _unit: string, max: number): boolean => text.length <= max
  const message = { kind, content: brandMessage.read(kind, payload), texts, payload, images, fits }
  for (const { id, check } of brandMessage.checks as readonly ContractCheck[]) {
    check(message, ({ pointer, code }) => {
      ;(byRule[id] ??= []).push(code === undefined ? pointer : `${pointer} ${code}`)
    })
  }
  return byRule
}

const button = (type: string, name = '보기', more: object = {}): object => ({ name, type, ...more })
const web = button('WL', '보기', { linkMo: 'https://m.example' })
const add = button('AC', '채널 추가')
const form = button('BF', '톡에서 예약하기', { bizFormKey: 'form-1' })
const text = (more: object): object => ({ content: '새 원두가 도착했어요.', ...more })
const cards = (...list: object[]): object => ({ carousel: { list } })
const card = (...buttons: object[]): object => ({ header: '성수점', message: '열어요.', buttons })
const coupon = (title: string, more: object = {}): object =>
  text({ coupon: { title, description: '주말 한정', linkMo: 'https://m.example/c', ...more } })

describe('the title of a coupon', () => {
  it.each([
    '1원 할인 쿠폰',
    '99999999원 할인 쿠폰',
    '1% 할인 쿠폰',
    '100% 할인 쿠폰',
    '배송비 할인 쿠폰',
    '첫잔 무료 쿠폰',
    '일이삼사오육칠 UP 쿠폰',
    '#{금액}원 할인 쿠폰',
  ])('may be %s', (title) => {
    expect(found('bm-text', coupon(title))).toEqual({})
  })

  it.each([
    '0원 할인 쿠폰',
    '100000000원 할인 쿠폰',
    '0% 할인 쿠폰',
    '101% 할인 쿠폰',
    '3000원 할인쿠폰',
    '배송비 쿠폰',
    '일이삼사오육칠팔 무료 쿠폰',
    ' 무료 쿠폰',
    '커피',
  ])('may not be %s', (title) => {
    expect(found('bm-text', coupon(title))).toEqual({ 'coupon-title-not-allowed': ['/coupon/title -3315'] })
    const inCard = cards({ ...card(web), ...coupon(title) })
    expect(found('bm-carousel-feed', inCard)).toEqual({
      'coupon-title-not-allowed': ['/carousel/list/0/coupon/title -3315'],
    })
  })

  it.each(['3,000원 할인 쿠폰', '0300원 할인 쿠폰', '봄 음료 무료 쿠폰'])('is refused by some as %s', (title) => {
    expect(found('bm-text', coupon(title))).toEqual({ 'coupon-title-format': ['/coupon/title'] })
  })

  it.each([
    [{ linkMo: undefined }, '-3313'],
    [{ linkMo: undefined, linkPc: 'https://w.example' }, '-3313'],
    [{ linkMo: undefined, schemeIos: 'shop://alimtalk=coupon://1' }, '-3313'],
    [{ description: undefined }, '-3314'],
    [{ title: undefined, linkMo: undefined }, '-3314'],
  ])('and what stands beside it are needed: %j', (more, code) => {
    expect(found('bm-text', coupon('첫잔 무료 쿠폰', more))).toEqual({ 'coupon-part-missing': [`/coupon ${code}`] })
  })

  it.each(['schemeAndroid', 'schemeIos'])('needs no link beside the coupon of a channel in %s', (name) => {
    const more = { linkMo: undefined, [name]: 'alimtalk=coupon://1' }
    expect(found('bm-text', coupon('첫잔 무료 쿠폰', more))).toEqual({})
  })
})

describe('prices', () => {
  const [regularPrice, discountPrice] = [30_000, 27_000]

  it.each([
    { regularPrice },
    { regularPrice, discountPrice, discountRate: 10 },
    { regularPrice, discountPrice, discountFixed: 3000 },
    { regularPrice, discountPrice: 26_999, discountRate: 10 },
    { regularPrice, discountPrice: 26_999, discountRate: 11 },
    { regularPrice, discountPrice: 0, discountRate: 100 },
  ])('go together: %j', (commerce) => {
    expect(found('bm-commerce', { commerce: { title: '원두', ...commerce } })).toEqual({})
    expect(found('bm-carousel-commerce', cards({ commerce }))).toEqual({})
  })

  it.each([
    [{ regularPrice, discountPrice }, 'discountPrice'],
    [{ regularPrice, discountRate: 10 }, 'discountRate'],
    [{ regularPrice, discountFixed: 3000 }, 'discountFixed'],
    [{ regularPrice, discountPrice, discountRate: 10, discountFixed: 3000 }, 'discountFixed'],
  ])('are no set: %j', (commerce, field) => {
    expect(found('bm-commerce', { commerce })).toEqual({ 'price-set-not-allowed': [`/commerce/${field} -3299`] })
    const pointer = `/carousel/list/0/commerce/${field}`
    expect(found('bm-carousel-commerce', cards({ commerce }))).toEqual({
      'price-set-not-allowed': [`${pointer} -3299`],
    })
  })

  it.each([
    [{ regularPrice, discountPrice: 30_001, discountRate: 1 }, 'discountPrice'],
    [{ regularPrice, discountPrice, discountRate: 9 }, 'discountRate'],
    [{ regularPrice, discountPrice, discountRate: 11 }, 'discountRate'],
    [{ regularPrice, discountPrice: regularPrice, discountRate: 1 }, 'discountRate'],
    [{ regularPrice, discountPrice, discountFixed: 2999 }, 'discountFixed'],
  ])('contradict each other: %j', (commerce, field) => {
    expect(found('bm-commerce', { commerce })).toEqual({ 'prices-contradict': [`/commerce/${field}`] })
  })
})

describe('buttons', () => {
  it.each([
    ['bm-text', [add, web]],
    ['bm-text', [form, web]],
    ['bm-image', [add, form, web]],
    ['bm-wide', [web, add]],
    ['bm-wide', [web, form]],
    ['bm-wide-item-list', [form, add]],
    ['bm-wide', [form]],
  ] as const)('of %s may stand so: %j', (kind, buttons) => {
    expect(found(kind, { buttons })).toEqual({})
  })

  it.each([
    ['bm-text', [web, add], 1, '-3311'],
    ['bm-image', [form, add], 1, '-3311'],
    ['bm-text', [web, form], 1, '-3330'],
    ['bm-text', [add, web, form], 2, '-3336'],
    ['bm-wide', [add, web], 0, '-3312'],
    ['bm-wide-item-list', [form, web], 0, '-3337'],
    ['bm-wide', [add, form], 0, '-3312'],
    ['bm-text', [add, add], 1, '-3349'],
  ] as const)('of %s may not stand so: %j', (kind, buttons, index, code) => {
    expect(found(kind, { buttons })).toEqual({ 'button-place-not-allowed': [`/buttons/${index}/type ${code}`] })
  })

  it('of a carousel have one AC and, as some say, web and app links', () => {
    const pointers = ['/carousel/list/0/buttons/0/type', '/carousel/list/1/buttons/1/type']
    expect(found('bm-carousel-feed', cards(card(add), card(web, add), card(web)))).toEqual({
      'button-place-not-allowed': [`${pointers[1]} -3349`],
      'button-type-in-card': pointers,
    })
    expect(found('bm-commerce', { buttons: [web, button('BK')] })).toEqual({
      'button-type-in-card': ['/buttons/1/type'],
    })
  })

  it.each([
    [button('AC', '채널추가'), '-3348'],
    [button('BF', '예약하기', { bizFormKey: 'a' }), '-3045'],
  ])('have the names of their types: %j', (one, code) => {
    expect(found('bm-text', { buttons: [one] })).toEqual({ 'button-name-not-allowed': [`/buttons/0/name ${code}`] })
  })

  it.each([
    ['I', { 'add-channel-unseen': ['/buttons/0/type'] }],
    ['M', {}],
    ['N', {}],
  ])('of type AC with targeting %s', (targeting, expected) => {
    expect(found('bm-text', { buttons: [add], recipientList: [{ targeting }] })).toEqual(expected)
  })

  it.each([
    [{ schemeAndroid: 'a://b', schemeIos: 'a://b' }, {}],
    [{ schemeAndroid: 'a://b', linkMo: 'https://a.example' }, { 'app-link-scheme-missing': ['/buttons/0'] }],
    [{ schemeIos: 'a://b', linkMo: 'https://a.example' }, { 'app-link-scheme-missing': ['/buttons/0'] }],
  ])('of type AL have both schemes, as some say: %j', (links, expected) => {
    expect(found('bm-text', { buttons: [button('AL', '앱', links)] })).toEqual(expected)
  })
})

describe('links', () => {
  const linkPc = 'https://w.example'

  it.each([
    ['head', '-3321'],
    ['tail', '-3323'],
  ])('of the %s need one for phones', (place, code) => {
    const carousel = (links: object): object => ({ carousel: { [place]: links, list: [] } })
    expect(found('bm-carousel-commerce', carousel({ linkMo: linkPc, linkPc }))).toEqual({})
    expect(found('bm-carousel-commerce', carousel({}))).toEqual({})
    const expected = { 'mobile-link-missing': [`/carousel/${place} ${code}`] }
    expect(found('bm-carousel-commerce', carousel({ linkPc }))).toEqual(expected)
  })

  it.each([
    ['bm-image', {}],
    ['bm-wide', { 'image-link-may-not-work': ['/image/imageLink'] }],
    ['bm-commerce', { 'image-link-may-not-work': ['/image/imageLink'] }],
  ] as const)('of the image in %s', (kind, expected) => {
    expect(found(kind, { image: { imageUrl: 'https://i.example/a.png', imageLink: linkPc } })).toEqual(expected)
  })
})

describe('opting out', () => {
  it.each(['080-123-4567', '080-1234-5678', '0801234567', '08012345678'])('goes by %s', (number) => {
    expect(found('bm-text', text({ unsubscribeNo: number, unsubscribeAuthNo: '123456789' }))).toEqual({})
  })

  it.each(['080-12-4567', '08012-34567', '080 123 4567', '080123456', '080123456789', '0101234567'])(
    'does not go by %s',
    (number) => {
      const rule = 'unsubscribe-not-allowed'
      expect(found('bm-text', text({ unsubscribeNo: number }))).toEqual({ [rule]: ['/unsubscribeNo -3340'] })
      const resendParameter = { isResend: true, resendUnsubscribeNo: number }
      const pointer = '/recipientList/0/resendParameter/resendUnsubscribeNo'
      expect(found('bm-text', { recipientList: [{ resendParameter }] })).toEqual({ [rule]: [`${pointer} -1019`] })
    },
  )

  it.each([
    ['1234567890', { 'unsubscribe-code-long': ['/unsubscribeAuthNo'] }],
    ['12345678901', { 'unsubscribe-not-allowed': ['/unsubscribeAuthNo -3341'] }],
    ['12a4', { 'unsubscribe-not-allowed': ['/unsubscribeAuthNo -3341'] }],
  ])('has the code %s', (unsubscribeAuthNo, expected) => {
    expect(found('bm-text', text({ unsubscribeNo: '0801234567', unsubscribeAuthNo }))).toEqual(expected)
  })

  it('has a code beside a number alone', () => {
    const expected = { 'unsubscribe-not-allowed': ['/unsubscribeAuthNo -3340'] }
    expect(found('bm-text', text({ unsubscribeAuthNo: '1234' }))).toEqual(expected)
  })
})

describe('the text of a fallback', () => {
  const resent = (resendContent?: string): object => ({
    recipientList: [{ targeting: 'I', resendParameter: { isResend: true, resendContent } }],
  })
  const at = '/recipientList/0/resendParameter'

  it.each([
    '(광고)시음회[무료 수신거부]0801234567',
    '(광고)가\n나[무료 수신거부]080-123-4567',
    '(광고)가[무료 수신거부]#{번호}',
  ])('may be %j', (content) => {
    expect(found('bm-carousel-feed', resent(content))).toEqual({})
  })

  it.each([
    '시음회[무료 수신거부]0801234567',
    ' (광고)시음회[무료 수신거부]0801234567',
    '(광고)[무료 수신거부]0801234567',
    '(광고)시음회[무료수신거부]0801234567',
    '(광고)시음회[무료 수신거부]0212345678',
    '(광고)시음회[무료 수신거부]0801234567\n',
  ])('may not be %j', (content) => {
    expect(found('bm-text', resent(content))).toEqual({ 'resend-content-not-allowed': [`${at}/resendContent -4200`] })
  })

  it.each([
    ['bm-text', {}],
    ['bm-image', {}],
    ['bm-wide', {}],
    ['bm-commerce', { 'resend-content-not-allowed': [`${at} -4200`] }],
    ['bm-wide-item-list', { 'resend-content-not-allowed': [`${at} -4200`] }],
    ['bm-carousel-feed', { 'resend-content-not-allowed': [`${at} -4200`] }],
    ['bm-carousel-commerce', { 'resend-content-not-allowed': [`${at} -4200`] }],
  ] as const)('of %s may be that of the message or has to be there', (kind, expected) => {
    expect(found(kind, resent())).toEqual(expected)
    expect(found(kind, { recipientList: [{ resendParameter: { isResend: false } }] })).toEqual({})
  })

  it('has characters that text messages have', () => {
    const content = '(광고)봄😀[무료 수신거부]0801234567'
    expect(found('bm-text', resent(content))).toEqual({ 'fallback-not-euc-kr': [`${at}/resendContent`] })
  })
})

describe('a whole message', () => {
  // `{"content":"…"}` is 14 bytes around the text, and a Hangul letter three.
  it.each([
    ['가'.repeat(9995) + 'a', {}],
    ['가'.repeat(9995) + 'ab', { 'body-too-heavy': [' -2000'] }],
  ])('has at most 30,000 bytes', (content, expected) => {
    expect(found('bm-text', { content, recipientList: [{ targeting: 'I' }] })).toEqual(expected)
  })

  it('has images of one ratio in a carousel of products', () => {
    const image = (
      name: string,
      width: number,
      height: number,
    ): { pointer: string; width: number; height: number } => ({
      pointer: `/carousel/${name}/imageUrl`,
      width,
      height,
    })
    const alike = [image('head', 800, 400), image('list/0', 1000, 500)]
    expect(found('bm-carousel-commerce', {}, alike)).toEqual({})
    expect(found('bm-carousel-feed', {}, [...alike, image('list/1', 800, 600)])).toEqual({})
    expect(found('bm-carousel-commerce', {}, [image('list/1', 800, 401), ...alike])).toEqual({
      'image-ratios-differ': ['/carousel/list/1/imageUrl -8002'],
    })
  })
})
