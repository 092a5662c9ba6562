import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { type Kind, kindFacts } from '../../contract/kinds.ts'
import { limits } from '../../contract/limits.ts'
import { buttons, carousel, itemList, linkedImage, textBlock } from './parts.ts'
import type { Language } from '../../words/language.ts'
import { phoneWords } from './phone-words.ts'
import { type Fields, fieldsOf, textOf } from '../read.ts'
import type { Drawing, PhoneLinks } from './target.ts'

/** A message as a phone shows it. */
export interface PhoneMessage {
  readonly kind: Kind
  /** A message record; whatever in it is not of its shape is left out. */
  readonly record: unknown
  /** The time beside the bubble, as people read it. */
  readonly time: string
}

export interface PhoneView {
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
