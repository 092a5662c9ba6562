import type { ImageOperation, LimitRow } from '../contract.ts'
import { rowsOf } from '../limit-rows.ts'
import { buttonNames, imageNames, targetNames } from './names.ts'

const cards = '/carousel/list'
const buttons = ['/buttons', `${cards}/*/buttons`]
const items = '/item/list'
const coupons = ['/coupon', `${cards}/*/coupon`]
const titles = ['/commerce/title', `${cards}/*/commerce/title`]
const tall = ['bm-text', 'bm-image']
const wide = ['bm-wide', 'bm-wide-item-list']
const others = ['bm-commerce', 'bm-carousel-feed', 'bm-carousel-commerce']

const links = [...buttons.map((list) => `${list}/*`), ...coupons, `${items}/*`, '/carousel/head', '/carousel/tail']
  .flatMap((place) => Object.values(targetNames).map((name) => `${place}/${name}`))
  .concat([`/image/${imageNames.link}`, `${cards}/*/${imageNames.link}`])

/** Rows of the interface, with the usual codes: a field too long, a value out of range, a carousel's size. */
const held = rowsOf(
  { tier: 'interface', source: 'Limits' },
  { characters: '-2000', breaks: '-2000', buttons: '-3304', items: '-3304', cards: '-3320', value: '-3304' },
)

/** The strictest reading where sources disagree. */
const advised = rowsOf({ tier: 'platform', source: 'Where sources disagree or are silent' })

/** The words for a count that is smaller because of what stands beside it. */
function beside(
  en: string,
  ko: string,
  things: { readonly en: string; readonly ko: string },
): NonNullable<LimitRow['words']> {
  return {
    en: ({ actual, limit }) =>
      `There are ${actual} ${things.en}; ${en} at most ${limit} are allowed. Remove ${actual - limit}.`,
    ko: ({ actual, limit }) =>
      `${things.ko} ${actual}개입니다. ${ko} ${limit}개까지 쓸 수 있으니 ${actual - limit}개를 빼세요.`,
  }
}

/** The limits of texts, lists and prices: rules, meters, schemas, hovers and the documentation follow from them. */
export const limits: readonly LimitRow[] = [
  ...held('msg-too-long', 'The text', '본문이', [
    { at: ['/content'], kinds: tall, max: 1300, unit: 'characters' },
    { at: ['/content'], kinds: ['bm-wide'], code: '-2030', max: 76, unit: 'characters' },
    { at: ['/additionalContent'], max: 34, unit: 'characters' },
    { at: ['/carousel/head/content'], max: 50, unit: 'characters' },
  ]),
  ...held('header-too-long', 'The header', '헤더가', [
    { at: ['/header', '/carousel/head/header'], max: 20, unit: 'characters' },
    { at: ['/commerce/title'], max: 30, unit: 'characters' },
  ]),
  ...held('item-title-too-long', 'The item title', '아이템 제목이', [
    { at: [`${items}/0/title`], max: 25, unit: 'characters' },
    { at: [`${items}/1+/title`], max: 30, unit: 'characters' },
  ]),
  ...held('card-header-too-long', 'The card title', '카드 제목이', [
    { at: [`${cards}/*/header`], max: 20, unit: 'characters' },
    { at: [`${cards}/*/commerce/title`], max: 30, unit: 'characters' },
  ]),
  ...held('card-message-too-long', 'The text of the card', '카드 본문이', [
    { at: [`${cards}/*/message`], max: 180, unit: 'characters' },
    { at: [`${cards}/*/additionalContent`], max: 34, unit: 'characters' },
  ]),
  ...held('too-many-line-breaks', 'The text', '본문이', [
    { at: ['/content'], kinds: tall, max: 99, unit: 'breaks' },
    { at: ['/content'], kinds: ['bm-wide'], max: 5, unit: 'breaks' },
    { at: ['/additionalContent', `${cards}/*/additionalContent`, `${items}/*/title`], max: 1, unit: 'breaks' },
    { at: ['/header', ...titles, ...coupons.map((one) => `${one}/description`)], max: 0, unit: 'breaks' },
  ]),
  ...held('too-many-buttons', 'button', '버튼이', [
    { at: buttons, kinds: tall, max: 5, unit: 'buttons' },
    {
      at: buttons,
      kinds: tall,
      when: { coupon: true },
      max: 4,
      unit: 'buttons',
      words: beside('beside a coupon', '쿠폰이 있으면', { en: 'buttons', ko: '버튼이' }),
    },
    { at: buttons, kinds: wide, code: '-2031', max: 2, unit: 'buttons' },
    { at: buttons, kinds: others, max: 2, unit: 'buttons' },
  ]),
  ...held('button-name-too-long', 'The button name', '버튼 이름이', [
    { at: buttons.map((list) => `${list}/*/name`), kinds: tall, max: 14, unit: 'characters', source: 'Buttons' },
    {
      at: buttons.map((list) => `${list}/*/name`),
      kinds: [...wide, ...others],
      max: 8,
      unit: 'characters',
      source: 'Buttons',
    },
  ]),
  ...held('coupon-description-too-long', 'The description of the coupon', '쿠폰 설명이', [
    { at: coupons.map((one) => `${one}/description`), kinds: wide, max: 18, unit: 'characters', source: 'Coupon' },
    {
      at: coupons.map((one) => `${one}/description`),
      kinds: [...tall, ...others],
      max: 12,
      unit: 'characters',
      source: 'Coupon',
    },
  ]),
  ...held('too-few-items', 'item', '아이템이', [{ at: [items], min: 3, unit: 'items' }]),
  ...held('too-many-items', 'item', '아이템이', [{ at: [items], max: 4, unit: 'items' }]),
  ...held('too-few-cards', 'card', '카드가', [{ at: [cards], when: { head: false }, min: 2, unit: 'cards' }]),
  ...held('too-many-cards', 'card', '카드가', [
    { at: [cards], when: { head: false }, max: 6, unit: 'cards' },
    {
      at: [cards],
      when: { head: true },
      max: 5,
      unit: 'cards',
      words: beside('behind a head', '인트로가 있으면', { en: 'cards', ko: '카드가' }),
    },
  ]),
  ...priced('regularPrice', 0, 99_999_999),
  ...priced('discountPrice', 0, 99_999_999),
  ...priced('discountFixed', 0, 999_999),
  ...priced('discountRate', 1, 100),
  ...held('link-too-long', 'The link', '링크가', [{ at: links, max: 1000, unit: 'characters' }]),
  ...advised('header-may-be-cut', 'The header', '헤더가', [
    { at: ['/commerce/title'], kinds: ['bm-commerce'], max: 20, unit: 'characters' },
  ]),
  ...advised('many-line-breaks', 'The text', '본문이', [
    { at: ['/content'], kinds: ['bm-wide'], max: 1, elsewhere: 5, unit: 'breaks' },
    { at: [`${cards}/*/message`, '/carousel/head/content'], max: 2, unit: 'breaks' },
    { at: [`${cards}/*/header`, '/carousel/head/header'], max: 0, unit: 'breaks' },
  ]),
  ...[buttonNames.extra, buttonNames.event].flatMap((field) =>
    advised('text-may-be-cut', `"${field}"`, `"${field}" 값이`, [
      { at: buttons.map((list) => `${list}/*/${field}`), max: 50, unit: 'bytes' },
    ]),
  ),
]

function priced(name: string, min: number, max: number): readonly LimitRow[] {
  const at = ['', `${cards}/*`].map((place) => `${place}/commerce/${name}`)
  return held('price-out-of-range', `"${name}"`, `"${name}" 값이`, [
    { at, min, max, unit: 'value', source: 'Resources and their fields' },
  ])
}

const formats = ['jpg', 'png'] as const

const every = {
  images: 'one',
  answer: 'single',
  formats,
  maxBytes: 5_000_000,
  minWidthPx: 500,
  ratioOf: 'height',
  source: 'Images',
} as const

const free = { ratioMin: 0.5, ratioMax: 1.333 } as const

/** Limits of images, by `imageType`. */
export const imageLimits = {
  IMAGE: { ...every, ...free, recommendedPx: { width: 800, height: 400 } },
  WIDE_IMAGE: { ...every, ratioMin: 0.5, ratioMax: 1, recommendedPx: { width: 800, height: 600 } },
  MAIN_WIDE_ITEMLIST_IMAGE: { ...every, ratioMin: 0.5, ratioMax: 0.5 },
  NORMAL_WIDE_ITEMLIST_IMAGE: { ...every, ratioMin: 1, ratioMax: 1 },
  CAROUSEL_FEED_IMAGE: { ...every, ...free, recommendedPx: { width: 800, height: 600 } },
  CAROUSEL_COMMERCE_IMAGE: { ...every, ...free, recommendedPx: { width: 800, height: 600 } },
} as const satisfies { readonly [operation: string]: ImageOperation }

export type Upload = keyof typeof imageLimits

export const uploads = Object.keys(imageLimits) as readonly Upload[]

/** When the service sends nothing (interface: "What the service does", 6). Times are those of Korea. */
export const times = { restrictedFrom: '20:50', restrictedUntil: '08:00' } as const
