import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { type Kind, kindFacts } from '../../contract/kinds.ts'
import { limits } from '../../contract/limits.ts'
import { phoneWords, type PhoneWords } from './phone-words.ts'
import { entriesOf, type Fields, fieldsOf, textOf } from '../read.ts'
import type { Language } from '../../words/language.ts'

/** A message as a phone shows it. */
interface PhoneMessage {
  readonly kind: Kind
  /** A message record; whatever in it is not of its shape is left out. */
  readonly record: unknown
  /** The time beside the bubble, as people read it. */
  readonly time: string
}

interface PhoneView {
  /** The oldest first. */
  readonly messages: readonly PhoneMessage[]
  readonly channel: string
  /** The line between days. */
  readonly date: string
  readonly lang: Language
  /** Where an image of a message is to be shown from; undefined when it is not there. */
  readonly image: (url: string) => string | undefined
  /** What stands in the place of an image that is not there; that it is not when absent. */
  readonly absentImage?: (url: string) => string
  /** What web addresses are; `open` when absent. */
  readonly links?: PhoneLinks
  /** Unique on the page. */
  readonly id: string
}

/**
 * A phone with a chat that holds messages. Needs `phone.css`; works without a script. What shows a value of the
 * record has its JSON Pointer in `data-pointer`.
 */
export function phone({ messages, channel, date, lang, id, ...view }: PhoneView): Element {
  const words = phoneWords[lang]
  let ids = 0
  const { image, absentImage = () => words.noImage, links = 'open' } = view
  const drawing: Drawing = { words, image, absentImage, links, nextId: () => `${id}-${++ids}` }
  return h('section.ph', { lang, ariaLabel: words.phone(channel) }, [
    h('div.ph-bar', { ariaHidden: 'true' }, [
      h('span', messages.at(-1)?.time ?? ''),
      h('span.ph-signs', [h('i'), h('i'), h('i.ph-battery')]),
    ]),
    h('header.ph-top', [
      h('span.ph-back', { ariaHidden: 'true' }),
      h('strong', channel),
      h('span.ph-menu', { ariaHidden: 'true' }),
    ]),
    h('div.ph-chat', { tabIndex: 0, role: 'group', ariaLabel: words.phone(channel) }, [
      h('p.ph-date', date),
      ...messages.map((message) => entry(drawing, message, channel)),
    ]),
    h('div.ph-input', { ariaHidden: 'true' }, [h('b'), h('span'), h('b')]),
  ])
}

function entry(drawing: Drawing, { kind, record, time }: PhoneMessage, channel: string): Element {
  const fields = fieldsOf(record)
  const initial = Array.from(channel.trim())[0] ?? ''
  // An advertisement is the default of the interface: only N takes the label away.
  const isAd = (textOf(fields['ad_flag']) || limits.adFlag.default) !== 'N'
  return h('article', { className: ['ph-entry', `ph-${kind}`] }, [
    h('span.ph-avatar', { ariaHidden: 'true' }, initial),
    h('div.ph-said', [
      h('p.ph-name', channel),
      // The texts of a message are Korean whatever language the page has, as far as anybody can tell.
      h('div.ph-row', { lang: 'ko' }, [
        h('div.ph-bubbles', bubbles(drawing, kind, { fields, isAd })),
        h('time.ph-time', time),
      ]),
    ]),
  ])
}

interface Said {
  readonly fields: Fields
  readonly isAd: boolean
}

function bubbles(drawing: Drawing, kind: Kind, { fields, isAd }: Said): ElementContent[] {
  const attachment = { fields: fieldsOf(fields['attachment']), pointer: '/attachment' }
  const text = textBlock({ fields, pointer: '' }, 'msg', 'ph-text')
  const hidden = text.length === 0 ? [] : [mayNotShow(drawing), ...text]
  const label = isAd ? [h('p.ph-ad', drawing.words.ad)] : []
  const optOut = isAd ? [h('p.ph-opt-out', drawing.words.optOut)] : []
  const body = (...content: readonly ElementContent[]): Element => h('div.ph-body', [...content])
  const { repeats, sections } = kindFacts[kind]
  switch (repeats) {
    case undefined: {
      const image = sections.message?.image ? linkedImage(drawing, attachment, 'ph-image') : []
      return [bubble(...image, body(...label, ...text, ...optOut, ...buttons(drawing, attachment)))]
    }
    case 'item':
      return [
        bubble(
          body(...label, ...hidden),
          ...itemList(drawing, fields),
          body(...optOut, ...buttons(drawing, attachment)),
        ),
      ]
    case 'card':
      return [bubble(body(...label, ...hidden, ...optOut)), carousel(drawing, fields)]
  }
}

/** The interface requires a text of every kind, but for two of them other services say that no app shows it. */
function mayNotShow({ words }: Drawing): Element {
  return h('p.ph-may-not-show', words.mayNotShow)
}

function bubble(...content: readonly ElementContent[]): Element {
  return h('div.ph-bubble', [...content])
}

/** A part of a record and its JSON Pointer in it. */
interface Placed {
  readonly fields: Fields
  readonly pointer: string
}

/** Text with its line breaks; nothing in it is markup. */
function textBlock({ fields, pointer }: Placed, name: string, className: string): ElementContent[] {
  const text = textOf(fields[name])
  return text === '' ? [] : [h('p', { className: [className], dataPointer: `${pointer}/${name}` }, text)]
}

function buttons(drawing: Drawing, { fields, pointer }: Placed): ElementContent[] {
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
function linkedImage(drawing: Drawing, { fields, pointer }: Placed, className: string): ElementContent[] {
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
function itemList(drawing: Drawing, record: Fields): ElementContent[] {
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
function carousel(drawing: Drawing, record: Fields): Element {
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

/** What a phone is drawn with: its words, its images, and ids that no other phone on the page has. */
interface Drawing {
  readonly words: PhoneWords
  readonly image: (url: string) => string | undefined
  readonly absentImage: (url: string) => string
  readonly links: PhoneLinks
  readonly nextId: () => string
}

/** Whether where a tap would lead can be opened from there, or is only shown. */
type PhoneLinks = 'open' | 'inert'

const targetFields = ['url_mobile', 'url_pc', 'scheme_android', 'scheme_ios', 'img_link'] as const

interface Tappable {
  readonly className: string
  /** What the tap leads to, from the fields of the record. */
  readonly record: Fields
  /** JSON Pointer of the record. */
  readonly pointer: string
  /** What it does instead of opening a link. */
  readonly action?: string
  readonly label?: string
}

/**
 * Something that can be tapped. It leads nowhere by itself: it opens a sheet that shows where it would lead, with a
 * link only for web addresses. Works without a script.
 */
function tappable(drawing: Drawing, tap: Tappable, content: readonly (ElementContent | string)[]): ElementContent[] {
  const { words } = drawing
  const id = drawing.nextId()
  const labelled = tap.label !== undefined && { ariaLabel: tap.label }
  const sheet = h('div.ph-sheet', { id, popover: 'auto', role: 'dialog', ariaLabel: words.leadsTo }, [
    h('p.ph-sheet-title', words.leadsTo),
    ...whereTo(drawing, tap),
    h('button.ph-sheet-close', { type: 'button', popoverTarget: id, popoverTargetAction: 'hide' }, words.close),
  ])
  return [
    h(
      'button',
      { type: 'button', className: [tap.className], popoverTarget: id, dataPointer: tap.pointer, ...labelled },
      [...content],
    ),
    sheet,
  ]
}

function whereTo({ words, links }: Drawing, { record, action }: Tappable): ElementContent[] {
  const targets = targetFields.flatMap((field) => {
    const target = textOf(record[field])
    return target === '' ? [] : [{ name: words.targets[field] ?? field, target }]
  })
  if (targets.length === 0) return [h('p', action ?? words.leadsNowhere)]
  const rows = targets.flatMap(({ name, target }) => [h('dt', name), h('dd', address(words, target, links))])
  return [...(action === undefined ? [] : [h('p', action)]), h('dl', rows)]
}

/** Only the web's own schemes become links: any other could run something. */
function address(words: PhoneWords, target: string, links: PhoneLinks): ElementContent[] {
  const shown = h('span.ph-address', target)
  if (links === 'inert' || !/^https?:\/\//i.test(target)) return [shown]
  const attributes = { href: target, target: '_blank', rel: ['noopener', 'noreferrer'] }
  return [shown, h('a', attributes, words.open)]
}

/** An image, or what stands in its place when it is not there. */
function picture({ image, absentImage, words }: Drawing, url: string, className: string): Element {
  const source = image(url)
  return source === undefined
    ? h('span', { className: [className, 'ph-no-image'] }, [h('span', absentImage(url))])
    : h('img', { className: [className], src: source, alt: words.image })
}
