import { type BodySection, type Kind, type KindFacts, kindFacts, type MessagePart } from '../../contract/kinds.ts'
import type { Span } from '../../diagnostic.ts'
import type { MeantForm, Slip, Violation } from '../../violation.ts'
import { type Block, type Document, type Line, spanOf } from '../document.ts'
import { isEscapable } from '../lines.ts'
import { type Change, nearMiss } from './correction.ts'

/** No line with a form is longer. */
export const maxFormUnits = 2000

/** A line of a body, with what is typed there and its place in the source. */
export interface TypedLine {
  readonly line: Line
  readonly index: number
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Text that may have been meant as a tail: a link, a fence, or the YAML of a block. */
const ofTail = /:\/\/|www\.|[`~]{2}|^\s*[a-z_]+\s*[:：]/iu
/** Blocks of a card, which never stand behind the cards. */
const ofCard: ReadonlySet<string> = new Set(['button', 'coupon'])

/** The lines of a body that are being read, what belongs where among them, and what is mistyped in those before. */
export class Body {
  readonly source: string
  readonly frontmatter: Document['frontmatter']
  readonly lines: readonly Line[]
  readonly facts: KindFacts
  readonly violations: Violation[] = []
  /** The index of the line to be read next. */
  next = 0
  /** The index of the line that ends the items; -1 where none does. */
  itemsEnd: number
  /** The list of links that was read last: up to which line it is known, and whether it holds buttons alone. */
  buttonList: { readonly end: number; readonly isOne: boolean } = { end: 0, isOne: false }
  /** Where the settings end that the body starts with; looked for once, where a line is one. */
  settingsEnd: number | undefined
  readonly lastHeading: number
  /** The index of the first `#` line; -1 where there is none. */
  readonly firstHeader: number
  readonly #firstHeading: number
  #firstLine: Line | undefined
  #lastPart: number | undefined
  /** The index of the image, or of what ends an item, that was looked for last. */
  #partEnd = 0

  constructor({ source, frontmatter, lines }: Document, kind: Kind) {
    this.source = source
    this.frontmatter = frontmatter
    this.lines = lines
    this.facts = kindFacts[kind]
    const { hasItems } = this
    this.lastHeading = hasItems ? lines.findLastIndex(isItemHeading) : -1
    this.#firstHeading = hasItems ? lines.findIndex(isItemHeading) : -1
    this.firstHeader = hasItems ? lines.findIndex((line) => line.type === 'heading' && line.depth === 1) : -1
    this.itemsEnd = hasItems ? lines.findIndex(({ type }, index) => type === 'divider' && index > this.lastHeading) : -1
  }

  get hasItems(): boolean {
    return this.facts.repeats !== undefined
  }

  get hasImages(): boolean {
    return this.facts.upload !== undefined
  }

  /** Whether the message has a header of its own, above its items. */
  get hasHeader(): boolean {
    return this.facts.sections['before-items']?.header !== undefined
  }

  typed(line: Line, index: number): TypedLine {
    const { start, end } = spanOf(line)
    return { line, index, text: this.source.slice(start, end), start, end }
  }

  typedAt(index: number): TypedLine | undefined {
    const line = this.lines[index]
    return line && this.typed(line, index)
  }

  /** Reports a form with the changes that make it one. Returns whether there are any. */
  report(form: MeantForm, changes: readonly Change[]): boolean {
    if (changes.length > 0) this.violations.push(this.#nearMiss(form, changes))
    return changes.length > 0
  }

  /** Reports what may be meant otherwise as well: without a fix. */
  reportUnclear(form: MeantForm, ...changes: readonly Change[]): boolean {
    this.violations.push({ ...this.#nearMiss(form, changes), hasOtherMeaning: true })
    return true
  }

  #nearMiss(form: MeantForm, changes: readonly Change[]): Violation {
    const [first] = changes
    const at = (first?.span ?? first)?.start ?? 0
    const mayBeText = this.takes('text', this.next - 1)
    const line = lineAround(this.source, { start: at, end: at })
    return nearMiss(form, changes, mayBeText ? escapableIn(line, form, first?.slip) : undefined)
  }

  /** Whether a part may stand at a line. */
  takes(part: MessagePart, index: number): boolean {
    return this.facts.sections[this.#sectionAt(index)]?.[part] !== undefined
  }

  /** Whether a line stands in an item or a card. */
  isInItem(index: number): boolean {
    return this.#sectionAt(index) === this.facts.repeats
  }

  #sectionAt(index: number): BodySection {
    const { repeats } = this.facts
    if (repeats === undefined) return 'message'
    if (this.itemsEnd >= 0 && index > this.itemsEnd) return 'after-items'
    return this.#firstHeading < 0 || index < this.#firstHeading ? 'before-items' : repeats
  }

  /** Whether a line, and nothing behind it, is what stands behind the last item or card, and nothing ends these. */
  startsAfterItems(index: number): boolean {
    if (this.lastHeading < 0 || index <= this.lastHeading || this.itemsEnd >= 0) return false
    let at = index
    while (this.lines[at]?.type === 'comment') at++
    const line = this.lines[at]
    if (this.facts.sections['after-items']?.tail === undefined) {
      return line?.type === 'buttonLine' || (line?.type === 'block' && this.#nameOf(line) === 'button')
    }
    const isTail = line?.type === 'linkLine' || (line?.type === 'block' && this.#nameOf(line) === 'tail')
    this.#lastPart ??= this.lines.findLastIndex(({ type }) => type !== 'comment')
    return isTail && at === this.#lastPart
  }

  /** Whether what stands below a line, however it is mistyped, may be the tail alone. */
  isTailBelow(index: number): boolean {
    let isTail = false
    for (let at = index + 1; at < this.lines.length; at++) {
      const typed = this.typedAt(at)
      if (typed === undefined || typed.line.type === 'comment') continue
      if (!this.#mayBeTail(typed)) return false
      isTail = true
    }
    return isTail
  }

  #mayBeTail({ line, text }: TypedLine): boolean {
    if (line.type === 'textLine') return ofTail.test(text)
    return line.type === 'linkLine' || (line.type === 'block' && !ofCard.has(this.#nameOf(line)))
  }

  #nameOf({ info }: Block): string {
    return this.source.slice(info.start, info.end).trimEnd()
  }

  /** Whether the header is missing and a line is where it belongs. */
  isHeaderPlace(line: Line): boolean {
    if (!this.hasHeader || this.firstHeader >= 0) return false
    this.#firstLine ??= this.lines.find(({ type }) => type !== 'comment')
    return this.#firstLine === line
  }

  /** Whether the image below a line has no title of its own. */
  isTitlePlace(index: number): boolean {
    if (this.lines[index + 1]?.type !== 'imageLine') return false
    for (let at = index - 1; at >= 0; at--) {
      const above = this.lines[at]
      if (above?.type === 'imageLine') return true
      if (above && isItemHeading(above)) return false
    }
    return true
  }

  /** Whether an image stands below a line, before the next title. */
  startsItem(index: number): boolean {
    if (index >= this.#partEnd) {
      let at = index + 1
      while (at < this.lines.length && !endsOrShows(this.lines[at])) at++
      this.#partEnd = at
    }
    return this.lines[this.#partEnd]?.type === 'imageLine'
  }

  /** Whether one line stands right below another. */
  isBelow(above: TypedLine, below: TypedLine): boolean {
    return /^(?:\r\n|\r|\n)$/.test(this.source.slice(above.end, below.start))
  }
}

const lineBreak = /[\r\n]/

/** The line around a span, as far as a form may reach. */
export function lineAround(source: string, { start, end }: Span): string {
  const before = source.slice(Math.max(0, start - maxFormUnits), start)
  const behind = source.slice(end, end + maxFormUnits)
  return `${before.split(lineBreak).at(-1)}${source.slice(start, end)}${behind.split(lineBreak, 1)[0]}`
}

/** The mark of a line in front of which a backslash makes text of it: the language has escapes of ASCII punctuation alone. */
function escapableIn(line: string, form: MeantForm, slip: Slip | undefined): string | undefined {
  // A form behind another one, and a title without its mark, are what they are by what stands around them.
  if (form === 'link' || form === 'key' || slip?.type === 'preceded') return undefined
  if (form === 'heading' && (slip?.type === 'missing' || !/^\s*#/.test(line))) return undefined
  const isBracketed = form === 'button' || form === 'image' || form === 'tail'
  const isMissing = slip?.type === 'missing' && /[[\]]/.test(slip.expected)
  if (form === 'image' && slip?.type === 'missing') return undefined
  // Of several brackets nobody knows which one is meant, and those in full width are links inside of text.
  const brackets = line.split('[').length - 1
  if (isBracketed && !isMissing && brackets === 1) return '['
  if (brackets > 0 && line.includes('](')) return undefined
  const mark = line.trimStart().charAt(0)
  return !/[［（]/u.test(line) && isEscapable(mark) ? mark : undefined
}

function isItemHeading(line: Line): boolean {
  return line.type === 'heading' && line.depth === 2
}

/** Whether a line is an image, or ends an item. */
function endsOrShows(line: Line | undefined): boolean {
  return line?.type === 'imageLine' || line?.type === 'divider' || (line !== undefined && isItemHeading(line))
}
