import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { type Kind, kinds } from '../../../src/contract/brand-message/kinds.ts'
import { payloadSchema } from '../../../src/contract/brand-message/payload.ts'
import type { TextState } from '../../../src/contract/contract.ts'
import { changed as changedIn } from '../../emulator/messages.ts'
import { exampleBodies as examples } from './bodies.ts'

const ajv = new Ajv2020({ strictTuples: false, strictTypes: false, strictRequired: false })
const validators = new Map(
  kinds.flatMap((kind) =>
    (['template', 'rendered'] as const).map(
      (texts) => [`${kind} ${texts}`, ajv.compile(payloadSchema(kind, texts))] as const,
    ),
  ),
)

function isValid(payload: unknown, kind: Kind, texts: TextState = 'template'): boolean {
  return validators.get(`${kind} ${texts}`)?.(payload) ?? false
}

const changed = (kind: Kind, pointer: string, value: unknown): unknown => changedIn(examples[kind], pointer, value)
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const web = { name: '보기', type: 'WL', linkMo: 'https://m.example' }
const app = (links: object): object => ({ name: '앱', type: 'AL', ...links })
const [feedCard, commerceCard] = (['bm-carousel-feed', 'bm-carousel-commerce'] as const).map(
  (kind) => (examples[kind] as { readonly carousel: { readonly list: readonly object[] } }).carousel.list[0],
)
const item = (examples['bm-wide-item-list'] as { readonly item: { readonly list: readonly object[] } }).item.list[1]
const coupon = { title: '첫잔 무료 쿠폰', description: '개점 주간' }
const prices = { title: '원두', regularPrice: 30_000, discountPrice: 27_000 }

type Change = readonly [kind: Kind, pointer: string, value: unknown]

const accepted: readonly Change[] = [
  ['bm-text', '/buttons', times(4, web)],
  ['bm-text', '/pushAlarm', undefined],
  ['bm-text', '/unsubscribeAuthNo', undefined],
  ['bm-text', '/buttons/0', { name: '채널 추가', type: 'AC' }],
  ['bm-text', '/buttons/0', app({ schemeAndroid: 'a://b', schemeIos: 'a://b' })],
  ['bm-text', '/buttons/0', app({ schemeAndroid: 'a://b', linkMo: 'https://m.example' })],
  ['bm-text', '/buttons/0', { name: '봇', type: 'BT', chatExtra: 'a', chatEvent: 'b' }],
  ['bm-text', '/coupon', { ...coupon, schemeIos: 'alimtalk=coupon://1' }],
  ['bm-image', '/image/imageLink', undefined],
  ['bm-image', '/buttons', times(5, web)],
  ['bm-wide-item-list', '/item/list/0/title', undefined],
  ['bm-wide-item-list', '/item/list', times(4, item)],
  ['bm-commerce', '/additionalContent', undefined],
  ['bm-commerce', '/commerce', { ...prices, discountFixed: 3000 }],
  ['bm-commerce', '/commerce', { title: '원두', regularPrice: 0 }],
  ['bm-commerce', '/commerce', { title: '원두', regularPrice: 99_999_999 }],
  ['bm-commerce', '/commerce', { ...prices, discountRate: 100 }],
  ['bm-commerce', '/commerce', { ...prices, discountFixed: 999_999 }],
  ['bm-carousel-feed', '/carousel/list', times(6, feedCard)],
  ['bm-carousel-commerce', '/carousel/list', times(1, commerceCard)],
  ['bm-carousel-commerce', '/carousel/list', times(5, commerceCard)],
  ['bm-carousel-commerce', '/carousel', { list: times(6, commerceCard) }],
]

const rejected: readonly Change[] = [
  ['bm-text', '/chatBubbleType', 'IMAGE'],
  ['bm-text', '/senderKey', 'a'],
  ['bm-text', '/adult', 'true'],
  ['bm-text', '/image', { imageUrl: 'https://i.example/a.png' }],
  ['bm-text', '/buttons', []],
  ['bm-text', '/buttons/0/url_mobile', 'https://m.example'],
  ['bm-text', '/buttons/0/schemeIos', 'a://b'],
  ['bm-text', '/buttons/0', { name: '상담', type: 'BC' }],
  ['bm-text', '/buttons/0', app({ schemeIos: 'a://b', linkPc: 'https://w.example' })],
  ['bm-text', '/buttons/0', { name: '톡에서 예약하기', type: 'BF' }],
  ['bm-text', '/coupon', coupon],
  ['bm-text', '/coupon', { ...coupon, schemeIos: 'shop://a' }],
  ['bm-text', '/coupon/title', undefined],
  ['bm-text', '/unsubscribeNo', undefined],
  ['bm-text', '/recipientList/0/targeting', 'F'],
  ['bm-text', '/recipientList/0/resendParameter', {}],
  ['bm-text', '/recipientList/0/resendParameter', { isResend: false, resendType: 'SMS' }],
  ['bm-image', '/buttons', times(6, web)],
  ['bm-wide', '/buttons', times(3, web)],
  ['bm-wide-item-list', '/content', '본문'],
  ['bm-wide-item-list', '/header', undefined],
  ['bm-wide-item-list', '/item/list/1/title', undefined],
  ['bm-wide-item-list', '/item/list/0/linkMo', undefined],
  ['bm-wide-item-list', '/item/list', times(2, item)],
  ['bm-wide-item-list', '/item/list', times(5, item)],
  ['bm-commerce', '/buttons', times(3, web)],
  ['bm-commerce', '/commerce', undefined],
  ['bm-commerce', '/commerce', { ...prices, discountRate: 10, discountFixed: 3000 }],
  ['bm-commerce', '/commerce', { title: '원두', regularPrice: 30_000, discountRate: 10 }],
  ['bm-commerce', '/commerce', { title: '원두', regularPrice: '30000' }],
  ['bm-commerce', '/commerce', { title: '원두', regularPrice: 0.5 }],
  ['bm-commerce', '/commerce', { title: '원두', regularPrice: -1 }],
  ['bm-commerce', '/commerce', { ...prices, discountRate: 0 }],
  ['bm-commerce', '/commerce', { ...prices, discountRate: 101 }],
  ['bm-commerce', '/commerce', { ...prices, discountFixed: 1_000_000 }],
  ['bm-carousel-feed', '/buttons', [web]],
  ['bm-carousel-feed', '/carousel/head', { header: 'a', content: 'b', imageUrl: 'https://i.example/h.jpg' }],
  ['bm-carousel-feed', '/carousel/list', times(1, feedCard)],
  ['bm-carousel-feed', '/carousel/list', times(7, feedCard)],
  ['bm-carousel-feed', '/carousel/list/0/buttons', undefined],
  ['bm-carousel-feed', '/carousel/list/0/buttons', times(3, web)],
  ['bm-carousel-commerce', '/carousel/list', times(6, commerceCard)],
  ['bm-carousel-commerce', '/carousel', { list: times(1, commerceCard) }],
  ['bm-carousel-commerce', '/carousel', { list: times(7, commerceCard) }],
  ['bm-carousel-commerce', '/carousel/head/content', undefined],
  ['bm-carousel-commerce', '/carousel/head/linkMo', undefined],
]

describe('the schema of a brand message', () => {
  it.each(kinds)('accepts the example of %s, and as no other kind', (kind) => {
    for (const other of kinds) expect(isValid(examples[kind], other), other).toBe(other === kind)
    expect(isValid(examples[kind], kind, 'rendered')).toBe(true)
  })

  it.each(accepted)('accepts in %s at %s %j', (kind, pointer, value) => {
    expect(isValid(changed(kind, pointer, value), kind)).toBe(true)
  })

  it.each(rejected)('rejects in %s at %s %j', (kind, pointer, value) => {
    expect(isValid(changed(kind, pointer, value), kind)).toBe(false)
    expect(isValid(changed(kind, pointer, value), kind, 'rendered')).toBe(false)
  })

  it('bounds texts once they are rendered', () => {
    for (const [kind, pointer, max] of [
      ['bm-text', '/content', 1300],
      ['bm-wide', '/content', 76],
      ['bm-wide', '/buttons/0/name', 8],
      ['bm-carousel-commerce', '/carousel/head/content', 50],
    ] as const) {
      expect(isValid(changed(kind, pointer, '가'.repeat(max)), kind, 'rendered'), pointer).toBe(true)
      expect(isValid(changed(kind, pointer, '가'.repeat(max + 1)), kind, 'rendered'), pointer).toBe(false)
      expect(isValid(changed(kind, pointer, '가'.repeat(max + 1)), kind), pointer).toBe(true)
    }
  })
})
