import { type BodySection, type Kind, type KindFacts, kindFacts, type MessagePart } from '../../contract/kinds.ts'
import { blockNames, type Violation, type MeantForm } from '../../violation.ts'
import { type Document, type Line, spanOf } from '../document.ts'
import {
  classOf,
  hasInvisible,
  hidesForm,
  invisibles,
  invisibleSpans,
  lead,
  oddSpaces,
  spaceClass,
} from './characters.ts'
import { commentChanges, foreignCommentChange, openCommentChange } from './comments.ts'
import { type Change, dashesSlip, leading, lookAlike, nearMiss, unclosed } from './correction.ts'
import { bareBlock, openBlockViolation, readClosingFence, readFence } from './fences.ts'
import { foreignLink } from './foreign-links.ts'
import { apartChange, closingChanges, headingChanges, readForeignHeading, readHeading, underline } from './headings.ts'
import { bulletAt, type LinkForm, readLinkForm } from './links.ts'
import { readParts } from './parts.ts'

/** The mistyped forms of a body, each at its place. */
export function lineNearMisses(document: Document, kind: Kind): Violation[] {
  return new BodyReader(document, kind).read()
}

/** Lines that hold no trace of a form: nearly all lines of text. */
const trace = new RegExp(
  String.raw`[)）}"”]\s*[(（<[]|["”]:\s?[a-z#]|\.(?:png|jpe?g|gif|webp)|[[\]［【〔「『〖<＜〈‹]|^(?:- )?[a-z_]+:|^${lead}(?:[—―─━⸺⸻]|#(?![{｛])|[＃♯﹟]|[\x60｀'‘’´‵ˋ＇"“”~～₩„=+]{2}|\x60|:{3}|!--|(?:${classOf('-')}|[_*=]){2}|= |h[1-6]\. |,!--|/\*|\{[#/]|%%|(?:[-*+•]|\d{1,2}[.)]) #|[-*_]{1,3} [-*_])|^${spaceClass}+[-*+•]|^&lt;|^[-*•]${spaceClass}*$`,
  'u',
)
const variable = String.raw`#\{[가-힣\w|]+\}`
/** Lines of text in which nothing can be mistyped: nearly all of a message, and one pattern tells. */
const plainLine = new RegExp(String.raw`^(?:[가-힣]|${variable})(?:[가-힣a-zA-Z0-9 ,!?%]|\.(?![a-zA-Z])|${variable})*$`)
const plainUrl = String.raw`https?:\/\/[\w-]+(?:\.[\w-]+)+(?:\/(?:[가-힣\w.\/?=&%-]|${variable})*)?`
const plainImage = String.raw`!\[[가-힣\w ,.!?%]*\]\([가-힣\w.\/-]+\)`
/** Forms in which nothing can be mistyped. */
const plainForm = new RegExp(
  String.raw`^(?:- \[(?:[가-힣\w ,.!?%]|${variable})+\]\(${plainUrl}(?: "${plainUrl}")?\)|${plainImage}|\[${plainImage}\]\(${plainUrl}\))$`,
)
/** What makes a line that is a form another one than was meant. */
export const suspicious = new RegExp(
  String.raw`[${oddSpaces}${invisibles}“”„‟＂‘’（）［］：；]|\S"(?!\)|\s)|[,;|/=:-]\s*["h]|['\\>]|//\s|\(\s?[([]|"\s|\s"\)|[^-\s]\s[([{<]|\[\[|\(\s?['"“‘\x60《＜]`,
)

const divider = new RegExp(
  String.raw`^${lead}(?:${classOf('-')}{2,}|[—―─━⸺⸻]|[-*＊_＿=＝~+]{2,}|[-*_]{1,3}(?:${spaceClass}+[-*_]{1,3}){1,4}|<hr\s*/?>)[.,;]?${spaceClass}*$`,
  'iu',
)

class BodyReader {
  readonly #source: string
  readonly #lines: readonly Line[]
  readonly #facts: KindFacts
  readonly #hasImages: boolean
  readonly #hasItems: boolean
  readonly #firstHeading: number
  readonly #lastHeading: number
  /** The line that ends the items; -1 where none does. */
  #itemsEnd: number
  readonly #firstHeader: number
  readonly #violations: Violation[] = []
  #lastCommentEnd: number | undefined
  #lastText: number | undefined
  #firstLine: Line | undefined
  #next = 0

  constructor({ source, lines }: Document, kind: Kind) {
    this.#source = source
    this.#lines = lines
    this.#facts = kindFacts[kind]
    this.#hasImages = this.#facts.upload !== undefined
    this.#hasItems = this.#facts.repeats !== undefined
    this.#lastHeading = this.#hasItems ? lines.findLastIndex(isItemHeading) : -1
    this.#firstHeading = this.#hasItems ? lines.findIndex(isItemHeading) : -1
    this.#firstHeader = this.#hasItems ? lines.findIndex((line) => line.type === 'heading' && line.depth === 1) : -1
    this.#itemsEnd = this.#hasItems
      ? lines.findIndex(({ type }, index) => type === 'divider' && index > this.#lastHeading)
      : -1
  }

  read(): Violation[] {
    while (this.#next < this.#lines.length) {
      const line = this.#lines[this.#next]
      const index = this.#next++
      if (line !== undefined) this.#line(line, index)
    }
    return this.#violations
  }

  #line(line: Line, index: number): void {
    switch (line.type) {
      case 'textLine': {
        const [only] = line.pieces
        // Nearly all lines are one piece, and hold no trace.
        if (only?.type === 'text' && line.pieces.length === 1 && holdsNothing(only.value)) break
        const { text, start } = this.#typed(line)
        if (line.pieces.length > 1 && plainLine.test(text)) break
        // Whoever escapes the first mark means the characters.
        if (text.length > maxFormUnits || text.trimStart().startsWith('\\')) break
        if (hidesForm(text)) {
          if (!this.#fence(text, start, index)) this.#hidden(text, start)
        } else if (trace.test(text)) this.#textLine(text, start, index)
        break
      }
      case 'linkLine':
        this.#linkLine(line, index)
        break
      case 'imageLine':
      case 'buttonLine':
        this.#form(line, index)
        break
      case 'heading':
        this.#headingLine(line, index)
        break
      case 'block':
        if (!line.closed) this.#violations.push(openBlockViolation(line, this.#source))
        break
      case 'comment':
        if (!line.closed) {
          const { text, start } = this.#typed(line)
          const change = openCommentChange(text, start)
          if (change.slip.type === 'missing') this.#violations.push(unclosed('comment-unclosed', change, {}))
          else this.#report('comment', [change])
        }
        break
      case 'divider':
        this.#underlined(line, index)
    }
  }

  /** Characters that nobody sees keep the line from being what it looks like. */
  #hidden(text: string, offset: number): void {
    const changes = invisibleSpans(text).map(({ start, end, found }): Change => {
      return { start: offset + start, end: offset + end, text: '', slip: lookAlike(found, ''), safe: true }
    })
    const first = /[#!`<[-]/.exec(text)?.[0] ?? ''
    this.#report(formsByMark.get(first) ?? 'button', changes)
  }

  #typed(line: Line): { text: string; start: number } {
    const { start, end } = spanOf(line)
    return { text: this.#source.slice(start, end), start }
  }

  #report(...args: Parameters<typeof nearMiss>): void {
    if (args[1].length > 0) this.#violations.push(nearMiss(...args))
  }

  #textLine(text: string, start: number, index: number): void {
    const line = this.#lines[index]
    if (line && this.#underlined(line, index)) return
    if (this.#heading(text, start, index) || this.#divider(text, start, index) || this.#fence(text, start, index))
      return
    if (this.#comment(text, start, index)) return
    if (this.#foreignLink(text, start, index) || this.#address(text, start)) return
    if (this.#bareBlock(text, start, index) || this.#decorated(text, start, index)) return
    if (this.#brokenLine(text, start, index)) return
    if (this.#preceded(text, start)) return
    const form = this.#linkForm(text, start, index)
    if (form) this.#reportForm(form, { text, start, index })
  }

  #foreignLink(text: string, start: number, index: number): boolean {
    const found = foreignLink(text, { start, end: start + text.length })
    if (found?.type === 'button' && this.#isTailPlace(index)) {
      this.#report('tail', [{ ...found.change, text: found.change.text.slice('- '.length) }])
    } else if (found) this.#report(found.type, [found.change])
    return found !== undefined
  }

  /** The marks behind the scheme of a link, of which some cut the link off. */
  #address(text: string, start: number): boolean {
    const found = cutScheme.exec(text)
    const { marks = '' } = found?.groups ?? {}
    if (!found) return false
    const end = start + found.index + found[0].length
    const slip = /\s/u.test(marks)
      ? ({ type: 'space-in-link' } as const)
      : ({ type: 'instead', found: marks, expected: '://' } as const)
    this.#report('link', [{ start: end - marks.length, end, text: '://', slip, safe: false }])
    return true
  }

  /** A line as a form of links; where its marks are mixed up, by what stands between them. */
  #linkForm(text: string, start: number, index: number): LinkForm | undefined {
    const form = readLinkForm(text, start)
    const slip = form?.changes[0]?.slip.type
    if (slip === 'swapped' && form?.changes.length === 1) return form
    const isBullet = form?.type === 'image' && slip === 'bullet-not-needed'
    if (form && !isBullet && form.changes.every(({ safe }) => safe) && !/\(\s?[[(《＜'"“\x60]|\[\[/u.test(text))
      return form
    const parts = readParts(text, start)
    // Without a bullet, a name in other brackets is mostly meant to be read.
    if (parts?.type === 'link' && !this.#isTailPlace(index) && !/^\s*[[［]/u.test(text)) return form
    const isFitting =
      parts && (parts.type === 'image' ? this.#hasImages && !isBullet : form?.type !== 'image' || isBullet)
    return isFitting ? parts : form
  }

  #reportForm(
    { type, changes }: LinkForm,
    { text, start, index }: { text: string; start: number; index: number },
  ): void {
    if (changes.length === 0) return
    if (this.#isTailPlace(index) && type === 'button') this.#report('tail', withoutBullet(changes, text, start))
    else if (type !== 'link') this.#report(type, changes)
    else if (this.#isTailPlace(index)) this.#report('tail', changes)
    // Without a dash, what stands behind a word in brackets is mostly meant to be read.
    else if (
      this.#takesButtons(index) &&
      !changes.some(({ slip }) => slip.type === 'space' || slip.type === 'followed')
    ) {
      const [first] = changes
      const isIndented = first?.slip.type === 'indented' || first?.slip.type === 'quoted'
      const missing = bulletMissing(isIndented ? first.end : start)
      this.#report('button', isIndented ? [first, missing, ...changes.slice(1)] : [...changes, missing])
    }
  }

  /** A form that is one, and another one than was meant. */
  #form(line: Line, index: number): void {
    const { text, start } = this.#typed(line)
    if (text.length > maxFormUnits) return
    const isTail = this.#isTailPlace(index)
    if ((!isTail && plainForm.test(text)) || this.#address(text, start)) return
    const form = suspicious.test(text) ? this.#linkForm(text, start, index) : undefined
    if (form) this.#reportForm(form, { text, start, index })
    else if (isTail && line.type === 'imageLine' && leadsSomewhere.test(text)) {
      const slip = { type: 'needless', found: '!' } as const
      this.#report('tail', [{ start, end: start + 1, text: '', slip, safe: false }])
    }
  }

  /** A link alone on its line is the tail, or a button without its dash. */
  #linkLine(line: Line, index: number): void {
    const { text, start } = this.#typed(line)
    if (this.#foreignLink(text, start, index)) return
    const image = this.#hasImages ? readParts(text, start) : undefined
    if (image?.type === 'image') this.#report('image', image.changes)
    else if (this.#isTailPlace(index)) this.#form(line, index)
    else if (this.#takesButtons(index) && leadsSomewhere.test(text)) {
      this.#report('button', [bulletMissing(spanOf(line).start, spanOf(line))])
    }
  }

  #isTailPlace(index: number): boolean {
    return this.#takes('tail', index)
  }

  #takesButtons(index: number): boolean {
    return this.#takes('button', index)
  }

  #takes(part: MessagePart, index: number): boolean {
    return this.#facts.sections[this.#sectionAt(index)]?.[part] !== undefined
  }

  #sectionAt(index: number): BodySection {
    const { repeats } = this.#facts
    if (repeats === undefined) return 'message'
    if (this.#itemsEnd >= 0 && index > this.#itemsEnd) return 'after-items'
    return this.#firstHeading < 0 || index < this.#firstHeading ? 'before-items' : repeats
  }

  /** Whether the message has a header of its own, above its items. */
  #hasHeader(): boolean {
    return this.#facts.sections['before-items']?.header !== undefined
  }

  #headingLine(line: Line, index: number): void {
    const { text, start } = this.#typed(line)
    const sign = /^#([ \t]+)\{[\p{L}\p{N}_|]{1,64}\}/u.exec(text)
    if (sign?.[1]) {
      const slip = { type: 'space', before: '{' } as const
      this.#report('variable', [{ start: start + 1, end: start + 1 + sign[1].length, text: '', slip, safe: true }])
      return
    }
    if (!this.#hasItems) return
    const apart = apartChange(text, start)
    const comments = text.includes('<!--') ? commentChanges(text, start, { endsLater: false }) : []
    const changes = apart ? [apart] : closingChanges(text, start)
    if (comments.length > 0) this.#report('comment', comments)
    else this.#report('heading', changes)
    if (comments.length + changes.length > 0) return
    if (line.type !== 'heading' || line.depth === 2) return
    if (this.#hasHeader() && this.#lines[this.#firstHeader] === line) return
    // What stands above an image is the title of an item or a card.
    if (this.#lines[index + 1]?.type !== 'imageLine' || this.#lines[index - 1]?.type === 'heading') return
    const change = {
      start: start + 1,
      end: start + 1,
      text: '#',
      slip: { type: 'depth', found: 1 },
      safe: false,
    } as const
    this.#report('heading', [{ ...change, span: { start, end: start + 1 } }])
  }

  /** A mistyped heading. */
  #heading(text: string, offset: number, index: number): boolean {
    if (!this.#hasItems) return false
    const found = readHeading(text)
    const isHeader = this.#isHeaderPlace(offset)
    if (found === undefined) return this.#foreignHeading(text, offset, { index, isHeader })
    const isHeaderTyped = isHeader && found.signs.length === 1
    // A hashtag is text.
    if (found.signs.length === 1 && !isHeaderTyped && found.gap === '') return false
    const changes = headingChanges(found, isHeaderTyped ? '#' : '##', { text, offset })
    this.#report(isHeaderTyped ? 'header' : 'heading', changes)
    return changes.length > 0
  }

  /** A title in the marks of another language, or over a line of signs. */
  #foreignHeading(text: string, offset: number, { index, isHeader }: { index: number; isHeader: boolean }): boolean {
    const found = readForeignHeading(text)
    if (found === undefined || !(isHeader || found.of === 'HTML' || this.#isTitlePlace(index))) return false
    const change = {
      start: offset,
      end: offset + text.length,
      text: `${isHeader ? '#' : '##'} ${found.title}`,
      slip: { type: 'syntax', of: found.of },
      safe: false,
    } as const
    this.#report(isHeader ? 'header' : 'heading', [change])
    return true
  }

  #underlined(line: Line, index: number): boolean {
    const above = this.#lines[index - 1]
    const { text, start } = this.#typed(line)
    if (!this.#hasItems || above?.type !== 'textLine' || !underline.test(text)) return false
    const title = this.#typed(above)
    const isBelow = /^(?:\r\n|\r|\n)$/.test(this.#source.slice(title.start + title.text.length, start))
    const isHeader = this.#isHeaderPlace(title.start)
    if (!isBelow || !(isHeader || this.#isTitlePlace(index))) return false
    const slip = { type: 'instead', found: text.trim(), expected: isHeader ? '#' : '##' } as const
    const end = start + text.length
    this.#report(isHeader ? 'header' : 'heading', [
      { start: title.start, end: title.start, text: `${slip.expected} `, slip, safe: false, span: { start, end } },
      { start: title.start + title.text.length, end, text: '', slip, safe: false },
    ])
    return true
  }

  #isHeaderPlace(offset: number): boolean {
    return this.#hasHeader() && this.#firstHeader < 0 && this.#isFirst(offset)
  }

  /** Whether the image below has no title of its own. */
  #isTitlePlace(index: number): boolean {
    if (this.#lines[index + 1]?.type !== 'imageLine') return false
    for (let at = index - 1; at >= 0; at--) {
      const above = this.#lines[at]
      if (above?.type === 'imageLine') return true
      if (above && isItemHeading(above)) return false
    }
    return true
  }

  #isFirst(offset: number): boolean {
    this.#firstLine ??= this.#lines.find((line) => line.type !== 'comment')
    return this.#firstLine?.position?.start.offset === offset
  }

  /** A mistyped fence, and the one that closes it. */
  #fence(text: string, offset: number, index: number): boolean {
    const opening = readFence(text, offset)
    if (opening === undefined) return false
    const close = this.#closerOf(index)
    // Two quotes around a word on a line of its own are quotes.
    if (opening.marks.length <= 2 && close === undefined) return false
    const changes = [...opening.changes]
    // A quote has its mark on every line.
    if (close !== undefined && /^\s*[>＞]/u.test(text)) {
      for (const line of this.#lines.slice(index + 1, close.index)) {
        const { text: inner, start } = this.#typed(line)
        const typed = /^\s*[>＞] ?/u.exec(inner)?.[0]
        if (typed !== undefined) changes.push(leading(start, typed))
      }
    }
    if (close?.change) changes.push(close.change)
    if (close !== undefined) this.#next = close.index + 1
    this.#report('block', changes)
    return changes.length > 0
  }

  /** The line that closes a fence which is no block yet, and what makes it do so. */
  #closerOf(index: number): { index: number; change?: Change } | undefined {
    for (const [at, line] of this.#lines.slice(index + 1, index + 1 + maxBlockLines).entries()) {
      if (line.type !== 'textLine' && line.type !== 'divider') return undefined
      const { text, start } = this.#typed(line)
      const closing = readClosingFence(text, start)
      if (closing) return { index: index + 1 + at, ...closing }
    }
    return undefined
  }

  /** What ends the items, of other characters. */
  #divider(text: string, offset: number, index: number): boolean {
    if (
      !this.#hasItems ||
      this.#lastHeading < 0 ||
      index < this.#lastHeading ||
      this.#itemsEnd >= 0 ||
      !divider.test(text)
    )
      return false
    const below = this.#lines[index + 1]
    // Behind a fence of another sort stands the YAML of a block.
    if (/^\s*~/u.test(text) && below && /^(?:- )?[a-z_]+:/u.test(this.#typed(below).text)) return false
    // With text behind it, it is a line that decorates a text.
    this.#lastText ??= this.#lines.findLastIndex(
      (line) => line.type === 'textLine' && !trace.test(this.#typed(line).text),
    )
    if (this.#lastText > index) return false
    // At the very end it may belong to the text of the last card.
    if (index === this.#lines.length - 1 && this.#facts.sections.card?.text !== undefined) return false
    this.#itemsEnd = index
    const typed = text.trim()
    const slip = dashesSlip(typed, /^-{3,}$/.test(typed))
    this.#report('divider', [
      { start: offset, end: offset + text.length, text: '---', slip, safe: slip.type !== 'instead' },
    ])
    return true
  }

  #comment(text: string, offset: number, index: number): boolean {
    this.#lastCommentEnd ??= this.#lines.findLastIndex((line) => this.#typed(line).text.includes('-->'))
    const foreign = foreignCommentChange(text, offset)
    const changes = foreign ? [foreign] : commentChanges(text, offset, { endsLater: this.#lastCommentEnd > index })
    this.#report('comment', changes)
    return changes.length > 0
  }

  /** The YAML of a block without its fence, or behind one without a name. */
  #bareBlock(text: string, offset: number, index: number): boolean {
    const isFence = /^`{3,}\s*$/.test(text)
    const above = this.#lines[index - 1]
    // The fence above it is escaped, so all of it is meant as text.
    if (above && this.#typed(above).text.startsWith('\\')) return false
    const first = isFence ? index + 1 : index
    const lines = this.#lines
      .slice(first, first + maxBlockLines)
      .map((line) => (line.type === 'textLine' ? this.#typed(line).text : ''))
    const named = isFence ? blockNames.find((name) => name === lines[0]?.trim()) : undefined
    const block = bareBlock(named === undefined ? lines : lines.slice(1))
    if (block === undefined) return false
    const name = named ?? block.name
    const end = offset + text.length
    const nameLine = named === undefined ? undefined : this.#lines[first]
    const change = nameLine
      ? { start: end, end: spanOf(nameLine).end, text: name }
      : isFence
        ? { start: end, end, text: name }
        : block.isNamed
          ? { start: offset, end, text: `\`\`\`${name}` }
          : { start: offset, end: offset, text: `\`\`\`${name}\n` }
    const slip = { type: 'missing', expected: `\`\`\`${name}` } as const
    this.#report('block', [{ ...change, slip, safe: false, span: { start: offset, end } }])
    this.#next = first + block.count + (named === undefined ? 0 : 1)
    if (isFence && this.#lines[this.#next]?.type === 'textLine') this.#next++
    return true
  }

  /** A form in the marks that Markdown has for strong text or code. */
  #decorated(text: string, offset: number, index: number): boolean {
    const [, before = '', marks = '', inside = ''] =
      /^(\s*(?:- )?)(\*{1,3}|_{1,2}|~~|==|`)(.*\]\(.*\))\2\s*$/u.exec(text) ?? []
    if (marks === '') return false
    const form = readLinkForm(before + inside, offset)
    if (form === undefined || form.changes.length > 0) return false
    if (form.type === 'link' && !this.#isTailPlace(index)) return false
    const slip = { type: 'syntax', of: 'Markdown' } as const
    const start = offset + before.length
    const end = start + marks.length + inside.length
    this.#report(form.type === 'link' ? 'tail' : form.type, [
      { start, end: start + marks.length, text: '', slip, safe: false },
      { start: end, end: offset + text.length, text: '', slip, safe: false },
    ])
    return true
  }

  /** An image, or a button, behind something else. */
  #preceded(text: string, offset: number): boolean {
    const found = /^(\s*\S.*?)\s*((?:!\[|\[!\[|- \[).*\]\([^()]*(?:\([^()]*\)[^()]*)*\)\s*)$/u.exec(text)
    const [, before = '', rest = ''] = found ?? []
    if (rest === '' || /[[\]]|\\$/u.test(before)) return false
    if (bulletAt(before.trimStart(), 0) === before.trim()) return false
    const start = offset + text.length - rest.length
    const form = readLinkForm(rest, start)
    if (form === undefined || form.type === 'link') return false
    const slip = { type: 'preceded', text: before.trim() } as const
    const isWords = /[\p{L}\p{N}]/u.test(before)
    // Words stay, on a line of their own.
    const from = isWords ? offset + before.trimEnd().length : offset
    const span = { start: offset, end: offset + before.length }
    const first = { start: from, end: start, text: isWords ? '\n' : '', slip, safe: false, span } as const
    this.#report(form.type, [first, ...form.changes])
    return true
  }

  /** A form that goes on on the next line. */
  #brokenLine(text: string, offset: number, index: number): boolean {
    const next = this.#lines[index + 1]
    if (next === undefined || (next.type !== 'textLine' && next.type !== 'linkLine' && next.type !== 'imageLine'))
      return false
    const isBullet = bulletAlone.test(text)
    if (!isBullet && (next.type !== 'textLine' || !isOpen(text))) return false
    const below = this.#typed(next)
    const between = this.#source.slice(offset + text.length, below.start)
    if (!/^(?:\r\n|\r|\n)$/.test(between) || (!isBullet && !closesForm.test(below.text))) return false
    const [first, rest] = [text.trimEnd(), below.text.trimStart()]
    // In a name, words stand apart.
    for (const join of first.includes('](') ? ['', ' '] : [' ', '']) {
      const form = readLinkForm(first + join + rest, offset)
      if (form === undefined || form.changes.length > 0 || (form.type === 'link' && !this.#isTailPlace(index))) continue
      const change = { start: offset + first.length, end: below.start + below.text.length - rest.length, text: join }
      this.#report(form.type === 'link' ? 'tail' : form.type, [
        { ...change, slip: { type: 'line-break' }, safe: false },
      ])
      this.#next = index + 2
      return true
    }
    return false
  }
}

const formsByMark: ReadonlyMap<string, MeantForm> = new Map([
  ['#', 'heading'],
  ['!', 'image'],
  ['`', 'block'],
  ['<', 'comment'],
])
/** A scheme of which the marks hold a space or a quote, at the start of a link. */
const cutScheme =
  /(?<=[(<"“]\s?)[a-z][a-z0-9+-]{2,20}(?<marks>["“”]\s?[:;]?\/\/|\s:\/\/|:\s\/\/|:\/\s\/|:\/\/\s)(?=[\p{L}\p{N}#])/iu
const leadsSomewhere = /\]\(\s*<?(?:[a-z][a-z0-9+.-]*:|www\.|[#＃]\{)/iu
const bulletAlone = new RegExp(`^${classOf('-')}${spaceClass}*$`, 'u')
/** A line that ends a form. */
const closesForm = /[)）]\s*$/u
/** No block has more fields. */
const maxBlockLines = 40
/** No line with a form is longer. */
export const maxFormUnits = 2000

/** Whether a line ends inside of a form. */
function isOpen(text: string): boolean {
  const opened = Math.max(text.lastIndexOf('['), text.lastIndexOf('('), text.lastIndexOf('［'), text.lastIndexOf('（'))
  return opened >= 0 && (/[\]］]\s*$/u.test(text) || !/[\])）］]/u.test(text.slice(opened)))
}

function isItemHeading(line: Line): boolean {
  return line.type === 'heading' && line.depth === 2
}

/** The changes that make a button a tail: a link alone. */
function withoutBullet(changes: readonly Change[], text: string, start: number): Change[] {
  const indent = /^\s*/u.exec(text)?.[0].length ?? 0
  const found = bulletAt(text, indent) ?? ''
  const end = start + indent + found.length + (/^\s*/u.exec(text.slice(indent + found.length))?.[0].length ?? 0)
  const slip = { type: 'bullet-not-needed', found } as const
  const rest = changes.filter((change) => change.end > end || (change.start === end && change.text === '['))
  return [{ start, end, text: '', slip, safe: false }, ...rest]
}

function bulletMissing(at: number, span?: { start: number; end: number }): Change {
  return {
    start: at,
    end: at,
    text: '- ',
    slip: { type: 'bullet-missing' },
    safe: false,
    span: span ?? { start: at, end: at + 1 },
  }
}

/** Whether a text holds no trace of a form. */
function holdsNothing(text: string): boolean {
  return plainLine.test(text) || (!trace.test(text) && !hasInvisible(text))
}
