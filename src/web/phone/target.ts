import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { type Fields, textOf } from '../read.ts'
import type { PhoneWords } from './phone-words.ts'

/** What a phone is drawn with: its words, its images, and ids that no other phone on the page has. */
export interface Drawing {
  readonly words: PhoneWords
  readonly image: (url: string) => string | undefined
  readonly absentImage: (url: string) => string
  readonly links: PhoneLinks
  readonly nextId: () => string
}

/** Whether where a tap would lead can be opened from there, or is only shown. */
export type PhoneLinks = 'open' | 'inert'

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
export function tappable(
  drawing: Drawing,
  tap: Tappable,
  content: readonly (ElementContent | string)[],
): ElementContent[] {
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
export function picture({ image, absentImage, words }: Drawing, url: string, className: string): Element {
  const source = image(url)
  return source === undefined
    ? h('span', { className: [className, 'ph-no-image'] }, [h('span', absentImage(url))])
    : h('img', { className: [className], src: source, alt: words.image })
}
