import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { type Kind, kindFacts } from '../../contract/friend-talk/kinds.ts'
import { limits } from '../../contract/friend-talk/limits.ts'
import { phoneWords, type PhoneWords } from './phone-words.ts'
import { entriesOf, type Fields, fieldsOf, textOf } from '../read.ts'
import type { Language } from '../../words/language.ts'

interface PhoneView {
  readonly kind: Kind
  /** A message record; whatever in it is not of its shape is left out. */
  readonly record: unknown
  /** The time beside the bubble, as people read it. */
  readonly time: string
  readonly channel: string
  /** A `data:` address of the channel's picture; the first letter of its name when absent. */
  readonly channelPicture?: string | undefined
  /** The line between days. */
  readonly date: string
  readonly lang: Language
  /** Where an image of a message is to be shown from; undefined when it is not there. */
  readonly image: (url: string) => string | undefined
  /** What stands in the place of an image that is not there; that it is not when absent. */
  readonly absentImage?: (url: string) => string
  /** Whether where a tap would lead can be opened from there, or is only shown; `open` when absent. */
  readonly links?: 'open' | 'inert'
  /** Unique on the page. */
  readonly id: string
}

/**
 * Draws a phone with a chat that holds a message. Needs `phone.css`; works without a script. What shows a value of the
 * record has its JSON Pointer in `data-pointer`.
 */
export function phone({ kind, record, time, channel, channelPicture, date, lang, id, ...view }: PhoneView): Element {
  const words = phoneWords[lang]
  const letter = Array.from(channel.trim())[0] ?? ''
  let ids = 0
  const { image, absentImage = () => words.noImage, links = 'open' } = view
  const drawing: Drawing = { words, image, absentImage, links, nextId: () => `${id}-${++ids}` }
  return h('section.ph', { lang, ariaLabel: words.phone(channel) }, [
    h('div.ph-bar', { ariaHidden: 'true' }, [h('span', time), h('span.ph-signs', [h('i'), h('i'), h('i.ph-battery')])]),
    h('header.ph-top', [
      h('span.ph-back', { ariaHidden: 'true' }),
      h('strong', [...avatar('ph-top-picture', channelPicture), channel]),
      h('span.ph-menu', { ariaHidden: 'true' }),
    ]),
    h('div.ph-chat', { tabIndex: 0, role: 'group', ariaLabel: words.phone(channel) }, [
      h('p.ph-date', date),
      h('article', { className: ['ph-entry', `ph-${kind}`] }, [
        h(
          'span.ph-avatar',
          { ariaHidden: 'true' },
          channelPicture === undefined ? letter : avatar('ph-picture', channelPicture),
        ),
        h('div.ph-said', [
          h('p.ph-name', channel),
          // The texts of a message are Korean whatever language the page has, as far as anybody can tell.
          h('div.ph-row', { lang: 'ko' }, [
            h('div.ph-bubbles', bubbles(drawing, kind, { fields: fieldsOf(record), pointer: '' })),
            h('time.ph-time', time),
          ]),
        ]),
      ]),
    ]),
    h('div.ph-input', { ariaHidden: 'true' }, [h('b'), h('span'), h('b')]),
  ])
}

/** The channel's picture, whose name stands beside it. */
function avatar(className: string, address: string | undefined): Element[] {
  return address === undefined ? [] : [h('img', { className: [className], src: address, alt: '' })]
}

/** What a phone is drawn with: its words, its images, and ids that no other phone on the page has. */
interface Drawing extends Required<Pick<PhoneView, 'image' | 'absentImage' | 'links'>> {
  readonly words: PhoneWords
  readonly nextId: () => string
}

/** A part of a record and its JSON Pointer in it. */
interface Part {
  readonly fields: Fields
  readonly pointer: string
}

function partOf({ fields, pointer }: Part, name: string): Part {
  return { fields: fieldsOf(fields[name]), pointer: `${pointer}/${name}` }
}

/** More than any limit: what is beyond one is drawn, with its diagnostic beside it. A page may be asked for a list of any length. */
const maxParts = 50

function partsOf({ fields, pointer }: Part, name: string): readonly Part[] {
  return entriesOf(fields[name], maxParts).map((entry, index) => ({
    fields: entry,
    pointer: `${pointer}/${name}/${index}`,
  }))
}

function bubbles(drawing: Drawing, kind: Kind, record: Part): ElementContent[] {
  const { words } = drawing
  const attachment = partOf(record, 'attachment')
  // An advertisement is the default of the interface: only N takes the label away.
  const isAd = (textOf(record.fields['ad_flag']) || limits.adFlag.default) !== 'N'
  const label = isAd ? [h('p.ph-ad', words.ad)] : []
  const optOut = isAd ? [h('p.ph-opt-out', words.optOut)] : []
  const text = textBlock(record, 'msg', 'ph-text')
  // The interface requires a text of every kind, but for two of them other services say that no app shows it.
  const hidden = text.length === 0 ? [] : [h('p.ph-may-not-show', words.mayNotShow), ...text]
  const body = (...content: readonly ElementContent[]): Element => h('div.ph-body', [...content])
  const bubble = (...content: readonly ElementContent[]): Element => h('div.ph-bubble', [...content])
  const { repeats, sections } = kindFacts[kind]
  switch (repeats) {
    case undefined: {
      const image = sections.message?.image ? linkedImage(drawing, attachment, 'ph-image') : []
      return [bubble(...image, body(...label, ...text, ...optOut, ...buttons(drawing, attachment)))]
    }
    case 'item': {
      const list = [...textBlock(record, 'header', 'ph-header'), ...items(drawing, partOf(attachment, 'item'))]
      return [bubble(body(...label, ...hidden), ...list, body(...optOut, ...buttons(drawing, attachment)))]
    }
    case 'card':
      return [bubble(body(...label, ...hidden, ...optOut)), carousel(drawing, partOf(record, 'carousel'))]
  }
}

/** Text with its line breaks; nothing in it is markup. */
function textBlock({ fields, pointer }: Part, name: string, className: string): ElementContent[] {
  const text = textOf(fields[name])
  return text === '' ? [] : [h('p', { className: [className], dataPointer: `${pointer}/${name}` }, text)]
}

function buttons(drawing: Drawing, attachment: Part): ElementContent[] {
  const list = partsOf(attachment, 'button').map((button) => {
    const type = textOf(button.fields['type'])
    const name = textOf(button.fields['name'])
    const sent = type === 'BK' || type === 'MD' ? { sent: name } : {}
    const tap = { className: 'ph-button', ...button, action: drawing.words.actions[type], ...sent }
    return h('li', { dataType: type }, tappable(drawing, tap, [name]))
  })
  return list.length === 0 ? [] : [h('ul.ph-buttons', { dataPointer: `${attachment.pointer}/button` }, list)]
}

/** Draws the image of a message or a card with its link, or with the platform's viewer. */
function linkedImage(drawing: Drawing, attachment: Part, className: string): ElementContent[] {
  const { fields, pointer } = partOf(attachment, 'image')
  const { img_url: url, img_link: link } = fields
  if (textOf(url) === '') return []
  const { words } = drawing
  const action = textOf(link) === '' ? words.actions['viewer'] : undefined
  // What says that an image is not there is a text of its own.
  const label = drawing.image(textOf(url)) === undefined ? {} : { label: words.image }
  const tap = { className: 'ph-tap', fields: { img_link: link }, pointer, action, ...label }
  return tappable(drawing, tap, [picture(drawing, textOf(url), className)])
}

/** Draws the items of a wide item list: the first large, the others small. */
function items(drawing: Drawing, item: Part): ElementContent[] {
  const list = partsOf(item, 'list').map((entry, index) => {
    const { img_url: url, title } = entry.fields
    const className = index === 0 ? 'ph-first-item' : 'ph-item'
    const name = h('span.ph-item-title', { dataPointer: `${entry.pointer}/title` }, textOf(title))
    return h('li', tappable(drawing, { className, ...entry }, [name, picture(drawing, textOf(url), 'ph-item-image')]))
  })
  return list.length === 0 ? [] : [h('ul.ph-items', { dataPointer: `${item.pointer}/list` }, list)]
}

/** Draws a carousel: cards side by side, and the tail as the last. */
function carousel(drawing: Drawing, record: Part): Element {
  const { words } = drawing
  const all = partsOf(record, 'list')
  const cards = all.map((card, index) => cardOf(drawing, card, words.card(index + 1, all.length)))
  const tail = partOf(record, 'tail')
  if (Object.keys(tail.fields).length > 0) {
    const arrow = h('span.ph-tail-arrow', { ariaHidden: 'true' })
    cards.push(h('li.ph-tail-card', tappable(drawing, { className: 'ph-tail', ...tail }, [arrow, words.more])))
  }
  const step = (direction: 'previous' | 'next', sign: string): Element =>
    h('button.ph-step', { type: 'button', dataStep: direction, ariaLabel: words[direction] }, sign)
  return h('div.ph-carousel', [
    // A list that scrolls must be reachable by keyboard.
    h('ul.ph-cards', { tabIndex: 0, ariaLabel: words.cards(all.length) }, cards),
    h('div.ph-steps', [step('previous', '‹'), step('next', '›')]),
  ])
}

function cardOf(drawing: Drawing, card: Part, label: string): Element {
  const attachment = partOf(card, 'attachment')
  return h('li.ph-card', { ariaLabel: label, dataPointer: card.pointer }, [
    ...linkedImage(drawing, attachment, 'ph-card-image'),
    h('div.ph-card-body', [
      ...textBlock(card, 'header', 'ph-card-header'),
      ...textBlock(card, 'message', 'ph-card-text'),
      ...buttons(drawing, attachment),
      ...couponOf(drawing, partOf(attachment, 'coupon')),
    ]),
  ])
}

function couponOf(drawing: Drawing, coupon: Part): ElementContent[] {
  const { fields, pointer } = coupon
  if (Object.keys(fields).length === 0) return []
  return tappable(drawing, { className: 'ph-coupon', ...coupon }, [
    h('span.ph-coupon-texts', [
      h('strong', { dataPointer: `${pointer}/title` }, textOf(fields['title']) || drawing.words.coupon),
      h('span', { dataPointer: `${pointer}/description` }, textOf(fields['description'])),
    ]),
    h('span.ph-coupon-sign', { ariaHidden: 'true' }),
  ])
}

const targetFields = [
  'scheme_android',
  'scheme_ios',
  'url_mobile',
  'url_pc',
  'img_link',
  'chat_event',
  'chat_extra',
] as const

/** A part that can be tapped; its fields say what the tap leads to. */
interface Tappable extends Part {
  readonly className: string
  /** What it does instead of opening a link. */
  readonly action?: string | undefined
  /** What it sends to the channel for the person who taps. */
  readonly sent?: string
  readonly label?: string
}

/**
 * Something that can be tapped. It leads nowhere by itself: it opens a sheet inside the phone that says what a tap does,
 * with a link only for web addresses. Works without a script.
 */
function tappable(drawing: Drawing, tap: Tappable, content: readonly (ElementContent | string)[]): ElementContent[] {
  const { words } = drawing
  const { className, pointer, label } = tap
  const id = drawing.nextId()
  return [
    h('button', { type: 'button', className: [className], popoverTarget: id, dataPointer: pointer, ariaLabel: label }, [
      ...content,
    ]),
    h('div.ph-sheet', { id, popover: 'auto', role: 'dialog', ariaLabel: words.leadsTo }, [
      h('p.ph-sheet-title', words.leadsTo),
      ...whereTo(drawing, tap),
      h('button.ph-sheet-close', { type: 'button', popoverTarget: id, popoverTargetAction: 'hide' }, words.close),
    ]),
  ]
}

function whereTo({ words, links }: Drawing, { fields, action, sent }: Tappable): ElementContent[] {
  const rows = targetFields.flatMap((field) => {
    const target = textOf(fields[field])
    if (target === '') return []
    // Only the web's own schemes become links: any other could run something.
    const isLink = links === 'open' && /^https?:\/\//i.test(target)
    const attributes = { href: target, target: '_blank', rel: ['noopener', 'noreferrer'] }
    const shown = [h('span.ph-address', target), ...(isLink ? [h('a', attributes, words.open)] : [])]
    return [h('dt', targetName(field, fields, words)), h('dd', shown)]
  })
  const said = sent === undefined ? [] : [h('dt', words.sent), h('dd', [h('span.ph-sent', sent)])]
  if (rows.length + said.length === 0) return [h('p', action ?? words.leadsNowhere)]
  return [...(action === undefined ? [] : [h('p', action)]), h('dl', [...said, ...rows])]
}

/** Returns what opens a link. The web address for phones is that of every system without an app link of its own. */
function targetName(field: (typeof targetFields)[number], fields: Fields, words: PhoneWords): string {
  const name = words.targets[field] ?? field
  if (field !== 'url_mobile') return name
  const devices = [
    ...(textOf(fields['scheme_android']) === '' ? ['Android'] : []),
    ...(textOf(fields['scheme_ios']) === '' ? ['iPhone'] : []),
  ]
  return devices.length === 0 ? name : words.onDevices(name, devices)
}

/** Draws an image, or what stands in its place when it is not there. */
function picture({ image, absentImage, words }: Drawing, url: string, className: string): Element {
  const source = image(url)
  return source === undefined
    ? h('span', { className: [className, 'ph-no-image'] }, [h('span', absentImage(url))])
    : h('img', { className: [className], src: source, alt: words.image })
}
