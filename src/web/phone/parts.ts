import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { limits } from '../../contract/limits.ts'
import { entriesOf, type Fields, fieldsOf, textOf } from '../read.ts'
import { type Drawing, picture, tappable } from './target.ts'

/** A part of a record and its JSON Pointer in it. */
export interface Placed {
  readonly fields: Fields
  readonly pointer: string
}

/** Text with its line breaks; nothing in it is markup. */
export function textBlock({ fields, pointer }: Placed, name: string, className: string): ElementContent[] {
  const text = textOf(fields[name])
  return text === '' ? [] : [h('p', { className: [className], dataPointer: `${pointer}/${name}` }, text)]
}

export function buttons(drawing: Drawing, { fields, pointer }: Placed): ElementContent[] {
  const all = entriesOf(fields['button'], limits.buttons.max)
  if (all.length === 0) return []
  const list = all.map((button, index) => {
    const type = textOf(button['type'])
    const action = drawing.words.actions[type]
    const at = `${pointer}/button/${index}`
    const tap = { className: 'ph-button', record: button, pointer: at, ...(action !== undefined && { action }) }
    return h('li', { dataType: type }, tappable(drawing, tap, [textOf(button['name'])]))
  })
  return [h('ul.ph-buttons', { dataPointer: `${pointer}/button` }, list)]
}

/** The image of a message or a card with its link, or with the platform's viewer. */
export function linkedImage(drawing: Drawing, { fields, pointer }: Placed, className: string): ElementContent[] {
  const image = fieldsOf(fields['image'])
  const url = textOf(image['img_url'])
  if (url === '') return []
  const { words } = drawing
  const viewer = textOf(image['img_link']) === '' && { action: words.actions['viewer'] ?? '' }
  const at = { pointer: `${pointer}/image`, label: words.image }
  const tap = { className: 'ph-tap', record: { img_link: image['img_link'] }, ...at, ...viewer }
  return tappable(drawing, tap, [picture(drawing, url, className)])
}

/** A wide item list: the header, the first item large, the others small. */
export function itemList(drawing: Drawing, record: Fields): ElementContent[] {
  const pointer = '/attachment/item/list'
  const list = fieldsOf(fieldsOf(record['attachment'])['item'])['list']
  const items = entriesOf(list, limits.items.max).map((item, index) => {
    const at = `${pointer}/${index}`
    const image = picture(drawing, textOf(item['img_url']), 'ph-item-image')
    const title = h('span.ph-item-title', { dataPointer: `${at}/title` }, textOf(item['title']))
    const className = index === 0 ? 'ph-first-item' : 'ph-item'
    return h('li', tappable(drawing, { className, record: item, pointer: at }, [title, image]))
  })
  return [
    ...textBlock({ fields: record, pointer: '' }, 'header', 'ph-header'),
    ...(items.length === 0 ? [] : [h('ul.ph-items', { dataPointer: pointer }, items)]),
  ]
}

/** A carousel: cards side by side, and the tail as the last. */
export function carousel(drawing: Drawing, record: Fields): Element {
  const { words } = drawing
  const { list, tail } = fieldsOf(record['carousel'])
  const all = entriesOf(list, limits.cards.max)
  const cards = all.map((card, index) =>
    cardOf(drawing, { fields: card, pointer: `/carousel/list/${index}` }, words.card(index + 1, all.length)),
  )
  const more = Object.keys(fieldsOf(tail)).length > 0
  if (more) {
    const arrow = h('span.ph-tail-arrow', { ariaHidden: 'true' })
    const tap = { className: 'ph-tail', record: fieldsOf(tail), pointer: '/carousel/tail' }
    cards.push(h('li.ph-tail-card', tappable(drawing, tap, [arrow, words.more])))
  }
  const step = (direction: 'previous' | 'next', sign: string): Element =>
    h('button.ph-step', { type: 'button', dataStep: direction, ariaLabel: words[direction] }, sign)
  return h('div.ph-carousel', [
    // A list that scrolls must be reachable by keyboard, or nobody without a mouse sees its end.
    h('ul.ph-cards', { tabIndex: 0, ariaLabel: words.cards(all.length) }, cards),
    h('div.ph-steps', [step('previous', '‹'), step('next', '›')]),
  ])
}

function cardOf(drawing: Drawing, card: Placed, label: string): Element {
  const { fields, pointer } = card
  const attachment = { fields: fieldsOf(fields['attachment']), pointer: `${pointer}/attachment` }
  return h('li.ph-card', { ariaLabel: label, dataPointer: pointer }, [
    ...linkedImage(drawing, attachment, 'ph-card-image'),
    h('div.ph-card-body', [
      ...textBlock(card, 'header', 'ph-card-header'),
      ...textBlock(card, 'message', 'ph-card-text'),
      ...buttons(drawing, attachment),
      ...couponOf(drawing, attachment),
    ]),
  ])
}

function couponOf(drawing: Drawing, { fields, pointer }: Placed): ElementContent[] {
  const coupon = fieldsOf(fields['coupon'])
  if (Object.keys(coupon).length === 0) return []
  const at = `${pointer}/coupon`
  return tappable(drawing, { className: 'ph-coupon', record: coupon, pointer: at }, [
    h('span.ph-coupon-texts', [
      h('strong', { dataPointer: `${at}/title` }, textOf(coupon['title']) || drawing.words.coupon),
      h('span', { dataPointer: `${at}/description` }, textOf(coupon['description'])),
    ]),
    h('span.ph-coupon-sign', { ariaHidden: 'true' }),
  ])
}
