import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { limits } from '../contract/limits.ts'
import { entriesOf, type Fields, fieldsOf, textOf } from './read.ts'
import { type Drawing, picture, tappable } from './target.ts'

/** Text with its line breaks; nothing in it is markup. */
export function textBlock(text: string, className: string): ElementContent[] {
  return text === '' ? [] : [h('p', { className: [className] }, text)]
}

export function buttons(drawing: Drawing, attachment: Fields): ElementContent[] {
  const all = entriesOf(attachment['button'], limits.buttons.max)
  if (all.length === 0) return []
  const list = all.map((button) => {
    const action = drawing.words.actions[textOf(button['type'])]
    const tap = { className: 'ph-button', record: button, ...(action !== undefined && { action }) }
    return h('li', tappable(drawing, tap, [textOf(button['name'])]))
  })
  return [h('ul', { className: ['ph-buttons'] }, list)]
}

/** The image of a message or a card with its link, or with the platform's viewer. */
export function linkedImage(drawing: Drawing, attachment: Fields, className: string): ElementContent[] {
  const image = fieldsOf(attachment['image'])
  const url = textOf(image['img_url'])
  if (url === '') return []
  const { words } = drawing
  const viewer = textOf(image['img_link']) === '' && { action: words.actions['viewer'] ?? '' }
  const tap = { className: 'ph-tap', record: { img_link: image['img_link'] }, label: words.image, ...viewer }
  return tappable(drawing, tap, [picture(drawing, url, className)])
}

/** A wide item list: the header, the first item large, the others small. */
export function itemList(drawing: Drawing, record: Fields): ElementContent[] {
  const list = fieldsOf(fieldsOf(record['attachment'])['item'])['list']
  const items = entriesOf(list, limits.items.max).map((item, index) => {
    const title = textOf(item['title'])
    const image = picture(drawing, textOf(item['img_url']), 'ph-item-image')
    const content = [h('span', { className: ['ph-item-title'] }, title), image]
    return h('li', tappable(drawing, { className: index === 0 ? 'ph-first-item' : 'ph-item', record: item }, content))
  })
  return [
    ...textBlock(textOf(record['header']), 'ph-header'),
    ...(items.length === 0 ? [] : [h('ul', { className: ['ph-items'] }, items)]),
  ]
}

/** A carousel: cards side by side, and the tail as the last. */
export function carousel(drawing: Drawing, record: Fields): Element {
  const { words } = drawing
  const { list, tail } = fieldsOf(record['carousel'])
  const all = entriesOf(list, limits.cards.max)
  const cards = all.map((card, index) => cardOf(drawing, card, words.card(index + 1, all.length)))
  const more = Object.keys(fieldsOf(tail)).length > 0
  if (more) {
    const arrow = h('span', { className: ['ph-tail-arrow'], ariaHidden: 'true' }, '→')
    const tap = { className: 'ph-tail', record: fieldsOf(tail) }
    cards.push(h('li', { className: ['ph-tail-card'] }, tappable(drawing, tap, [arrow, words.more])))
  }
  const step = (direction: 'previous' | 'next', sign: string): Element =>
    h('button', { type: 'button', className: ['ph-step'], dataStep: direction, ariaLabel: words[direction] }, sign)
  return h('div', { className: ['ph-carousel'] }, [
    // A list that scrolls must be reachable by keyboard, or nobody without a mouse sees its end.
    h('ul', { className: ['ph-cards'], tabIndex: 0, ariaLabel: words.cards(all.length) }, cards),
    h('div', { className: ['ph-steps'] }, [step('previous', '‹'), step('next', '›')]),
  ])
}

function cardOf(drawing: Drawing, card: Fields, label: string): Element {
  const attachment = fieldsOf(card['attachment'])
  return h('li', { className: ['ph-card'], role: 'group', ariaLabel: label }, [
    ...linkedImage(drawing, attachment, 'ph-card-image'),
    h('div', { className: ['ph-card-body'] }, [
      ...textBlock(textOf(card['header']), 'ph-card-header'),
      ...textBlock(textOf(card['message']), 'ph-card-text'),
      ...buttons(drawing, attachment),
      ...couponOf(drawing, attachment),
    ]),
  ])
}

function couponOf(drawing: Drawing, attachment: Fields): ElementContent[] {
  const coupon = fieldsOf(attachment['coupon'])
  if (Object.keys(coupon).length === 0) return []
  return tappable(drawing, { className: 'ph-coupon', record: coupon }, [
    h('span', { className: ['ph-coupon-texts'] }, [
      h('strong', textOf(coupon['title']) || drawing.words.coupon),
      h('span', textOf(coupon['description'])),
    ]),
    h('span', { className: ['ph-coupon-sign'], ariaHidden: 'true' }, '↓'),
  ])
}
