import type { Kind } from '../../contract/kinds.ts'
import type { MeantForm, Violation } from '../../violation.ts'
import type { Document } from '../document.ts'
import { openBlockViolation } from './block-ends.ts'
import { Body, maxFormUnits, type TypedLine } from './body.ts'
import {
  classOf,
  hasInvisible,
  hidesForm,
  invisibles,
  invisibleSpans,
  lead,
  oddSpaces,
  spaceClass,
  withoutInvisibles,
} from './characters.ts'
import { behindComment, commentChanges, openCommentChange } from './comments.ts'
import { type Change, dashesSlip, lookAlike, unclosed } from './correction.ts'
import { correctBareBlock, correctFence } from './fences.ts'
import { foreignComment } from './foreign.ts'
import {
  correctAddress,
  correctBrokenLine,
  correctDecorated,
  correctForeignLink,
  correctForm,
  correctItemLink,
  correctLinkForm,
  correctLinkLine,
  correctPreceded,
} from './forms.ts'
import {
  correctDividedItem,
  correctHeading,
  correctHeadingLine,
  correctMissingTitle,
  correctUnderlined,
} from './headings.ts'
import { correctSetting } from './settings-in-body.ts'

/** The mistyped forms of a body, each at its place. */
export function lineNearMisses(document: Document, kind: Kind): Violation[] {
  return new LineReader(new Body(document, kind)).read()
}

/** Lines that hold no trace of a form: nearly all lines of text. */
const trace = new RegExp(
  String.raw`[)）}"”]\s*[(（<[]|["”]:\s?[a-z#]|\.(?:png|jpe?g|gif|webp)|[[\]［【〔「『〖<＜〈‹]|^[ \t]*(?:- )?[a-zA-Z_]+[ \t]?[:：]|:[ \t]?\{|^${lead}(?:[—―─━⸺⸻]|#(?![{｛])|[＃♯﹟]|[\x60｀'‘’´‵ˋ＇"“”~～₩„=+]{2}|\x60|:{3}|!--|(?:${classOf('-')}|[_*=＿＊＝]){2}|= |h[1-6]\. |,!--|/\*|\{(?:[#/]|\{!)|(?:[-*+•]|\d{1,2}[.)]) #|[-*_]{1,3} [-*_]|(?:[-*+•·]|\d{1,2}[.)])${spaceClass}*[\x60｀'’"”~～]{2})|^${spaceClass}+[-*+•]|^&lt;|^[-*•]${spaceClass}*$|^[-－].{1,20}[(（](?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)`,
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
  String.raw`[${oddSpaces}${invisibles}“”„‟＂‘’（）［］：；]|\S"(?!\)|\s)|[,;|/=:-]\s*["h]|['\\>]|//\s|\(\s?[([]|"\s|\s"\)|[^-\s]\s[([{<]|\[\[|\(\s?['"“‘’\x60《＜]|\((?:PC|[Mm]obile|[Ww]eb|AOS|iOS|[Aa]ndroid|app|APP)\s?[:：]`,
)

const divider = new RegExp(
  String.raw`^${lead}(?:${classOf('-')}{2,}|[—―─━⸺⸻]|[-*＊_＿=＝~+]{2,}|[-*_]{1,3}(?:${spaceClass}+[-*_]{1,3}){1,4}|<hr\s*/?>)[.,;]?${spaceClass}*$`,
  'iu',
)

/** A divider with words behind it. */
const labelledDivider = new RegExp(
  String.raw`^${lead}(?:${classOf('-')}{3,}|[=＝]{3,})${spaceClass}*(?<label>\p{L}[\p{L}\p{N} ]{0,20}?)${spaceClass}*(?:${classOf('-')}{3,}|[=＝]{3,})?${spaceClass}*$`,
  'u',
)

/** A divider with a link behind it on the same line. */
const dividerAndLink = /^(-{3,})[ \t]*(?:-[ \t]+)?(?=\[[^[\]]*\]\()/

const formsByMark: ReadonlyMap<string, MeantForm> = new Map([
  ['#', 'heading'],
  ['!', 'image'],
  ['`', 'block'],
  ['<', 'comment'],
])
/** Who looks for the end of every comment that has none would read a file again and again. */
const maxCommentLines = 50

/** A title with words, and a form behind it. */
const titleAndForm = /^##[ \t]+(?!\[?!\[|- \[)[^\s].*\]\(/u

/** The bullet of a button, without the space behind it. */
const bulletAlone = /^\s*[-*+•]$/u

class LineReader {
  readonly #body: Body
  #lastCommentEnd: number | undefined
  #lastText: number | undefined

  constructor(body: Body) {
    this.#body = body
  }

  read(): Violation[] {
    const body = this.#body
    while (body.next < body.lines.length) this.#line(body.next++)
    return body.violations
  }

  #line(index: number): void {
    const body = this.#body
    const line = body.lines[index]
    if (body.hasItems && body.takes('link', index) && correctItemLink(body, index)) return
    switch (line?.type) {
      case 'textLine': {
        const [only] = line.pieces
        // What stands behind the items is no text.
        const mayBeText = body.itemsEnd < 0 || index < body.itemsEnd
        // Nearly all lines are one piece, and hold no trace.
        const isAboveImage = body.hasItems && body.lines[index + 1]?.type === 'imageLine'
        if (mayBeText && !isAboveImage && only?.type === 'text' && line.pieces.length === 1 && holdsNothing(only.value))
          break
        const typed = body.typed(line, index)
        const { text } = typed
        if (isAboveImage && !trace.test(text) && correctMissingTitle(body, typed)) break
        if (line.pieces.length > 1 && plainLine.test(text)) break
        // Whoever escapes the first mark means the characters.
        if (text.length > maxFormUnits || text.trimStart().startsWith('\\')) break
        if (hidesForm(text)) {
          if (!this.#divider(typed) && !correctFence(body, typed)) this.#hidden(typed)
        } else if (!mayBeText || trace.test(text)) this.#textLine(typed)
        break
      }
      case 'linkLine': {
        const typed = body.typed(line, index)
        if (!correctLinkLine(body, typed) && body.takes('tail', index)) this.#form(typed)
        break
      }
      case 'imageLine':
        this.#form(body.typed(line, index))
        break
      case 'buttonLine': {
        const typed = body.typed(line, index)
        this.#itemsEndMissing(typed)
        this.#form(typed)
        break
      }
      case 'heading':
        this.#heading(body.typed(line, index))
        break
      case 'block':
        if (!line.closed) body.violations.push(openBlockViolation(line, body.source, body.hasItems))
        else this.#itemsEndMissing(body.typed(line, index))
        break
      case 'comment':
        this.#comments(body.typed(line, index), line.closed)
        break
      case 'divider': {
        const typed = body.typed(line, index)
        if (!correctUnderlined(body, typed)) correctDividedItem(body, typed)
        break
      }
      case undefined:
    }
  }

  #textLine(typed: TypedLine): void {
    const body = this.#body
    const isRead =
      correctUnderlined(body, typed) ||
      this.#divider(typed) ||
      correctFence(body, typed) ||
      correctHeading(body, typed) ||
      this.#comment(typed) ||
      correctForeignLink(body, typed) ||
      correctAddress(body, typed) ||
      correctBareBlock(body, typed) ||
      correctSetting(body, typed) ||
      correctDecorated(body, typed) ||
      correctBrokenLine(body, typed) ||
      correctPreceded(body, typed)
    if (!isRead && !correctMissingTitle(body, typed)) correctLinkForm(body, typed)
  }

  #heading(typed: TypedLine): void {
    const body = this.#body
    const isForm = typed.text.length <= maxFormUnits && titleAndForm.test(typed.text)
    if (isForm && body.hasItems && correctPreceded(body, typed)) return
    if (!typed.text.includes('``') || !correctFence(body, typed)) correctHeadingLine(body, typed)
  }

  #form(typed: TypedLine): void {
    const { index, text } = typed
    const body = this.#body
    if (text.length > maxFormUnits || (plainForm.test(text) && !body.takes('tail', index))) return
    if (!correctAddress(body, typed)) correctForm(body, typed, suspicious.test(text))
  }

  /** Characters that nobody sees keep the line from being what it looks like. */
  #hidden({ text, start: offset }: TypedLine): void {
    const changes = invisibleSpans(text).map(({ start, end, found }): Change => {
      const isBehindBullet = text[end] === '[' && bulletAlone.test(withoutInvisibles(text.slice(0, start)))
      const plain = isBehindBullet ? ' ' : ''
      return { start: offset + start, end: offset + end, text: plain, slip: lookAlike(found, plain), safe: true }
    })
    const first = /[#!`<[-]/.exec(text)?.[0] ?? ''
    this.#body.report(formsByMark.get(first) ?? 'button', changes)
  }

  /** What ends the items, of other characters. */
  #divider({ index, text, start, end }: TypedLine): boolean {
    const body = this.#body
    const { lastHeading, lines } = body
    if (lastHeading < 0 || index < lastHeading || body.itemsEnd >= 0) return false
    const hidden = hasInvisible(text) ? invisibleSpans(text)[0] : undefined
    const typed = (hidden ? withoutInvisibles(text) : text).trim()
    if (!divider.test(typed)) {
      return this.#dividerAndLink({ index, text, start, end }) || this.#labelledDivider({ index, text, start, end })
    }
    // Behind a fence of another sort stands the YAML of a block.
    if (/^\s*~/u.test(text) && /^(?:- )?[a-z_]+:/u.test(body.typedAt(index + 1)?.text ?? '')) return false
    // With text behind it, it is a line that decorates a text.
    this.#lastText ??= lines.findLastIndex(
      (line, at) => line.type === 'textLine' && !trace.test(body.typed(line, at).text),
    )
    if (this.#lastText > index) return false
    // So it is in the text of the last card, unless all that stands behind it may be the tail.
    if (body.facts.sections.card?.text !== undefined && !body.isTailBelow(index)) return false
    body.itemsEnd = index
    const isRight = /^-{3,}$/.test(typed)
    const isHidden = hidden !== undefined && isRight
    const slip = isHidden ? lookAlike(hidden.found, '') : dashesSlip(typed, isRight)
    const span = isHidden && { span: { start: start + hidden.start, end: start + hidden.end } }
    const change: Change = { start, end, text: '---', slip, safe: slip.type !== 'instead', ...span }
    return this.#isFrame(index, typed) ? body.reportUnclear('divider', change) : body.report('divider', [change])
  }

  /** Whether the same line stands above in the text of the last card: together they may decorate what is between them. */
  #isFrame(index: number, typed: string): boolean {
    const { lines, lastHeading, facts } = this.#body
    if (facts.sections.card?.text === undefined) return false
    const above = lines.slice(lastHeading + 1, index)
    return above.some((line, at) => this.#body.typed(line, lastHeading + 1 + at).text.trim() === typed)
  }

  /** What ends the items, with the tail or the first button behind it. */
  #dividerAndLink({ index, text, start }: Omit<TypedLine, 'line'>): boolean {
    const body = this.#body
    const [whole = '', dashes = ''] = dividerAndLink.exec(text) ?? []
    if (whole === '') return false
    body.itemsEnd = index
    const span = { start, end: start + dashes.length }
    const below = `\n${body.facts.sections['after-items']?.button === undefined ? '' : '- '}`
    const slip = { type: 'followed', text: text.slice(whole.length) } as const
    return body.report('divider', [
      { start: span.end, end: start + whole.length, text: below, slip, safe: false, span },
    ])
  }

  /** What ends the items, with words behind it: what stands below shows that it is no text. */
  #labelledDivider({ index, text, start, end }: Omit<TypedLine, 'line'>): boolean {
    const body = this.#body
    // What is longer may go back and forth between signs and words.
    if (text.length > 100 || !body.startsAfterItems(index + 1)) return false
    const label = labelledDivider.exec(text)?.groups?.['label']
    if (label === undefined) return false
    body.itemsEnd = index
    const at = start + text.indexOf(label)
    const slip = { type: 'followed', text: label } as const
    const span = { start: at, end: at + label.length }
    return body.report('divider', [{ start, end, text: `---\n<!-- ${label} -->`, slip, safe: false, span }])
  }

  /** What stands behind the items in the last of them: what ends them is missing above it. */
  #itemsEndMissing({ index, start, text }: TypedLine): void {
    const body = this.#body
    if (!body.startsAfterItems(index)) return
    body.itemsEnd = index - 1
    const slip = { type: 'missing', expected: '---' } as const
    const span = { start, end: start + (text.startsWith('`') ? '```'.length : text.length) }
    body.report('divider', [{ start, end: start, text: '---\n', slip, safe: false, span }])
  }

  #comment({ index, text, start }: TypedLine): boolean {
    const body = this.#body
    this.#lastCommentEnd ??= body.lines.findLastIndex((line, at) => body.typed(line, at).text.includes('-->'))
    const foreign = foreignComment(text, start)
    if (foreign?.hasOtherMeaning) return body.reportUnclear('comment', foreign.change)
    const endsLater = this.#lastCommentEnd > index
    const changes = foreign ? [foreign.change] : commentChanges(text, start, { endsLater })
    // Arrows may point at what they stand around.
    if (changes.length > 0 && /^\s*<-{3,}[^>]*-{3,}>\s*$/.test(text)) return body.reportUnclear('comment', ...changes)
    if (changes.length > 0 || !endsLater || !text.startsWith('<!--')) return body.report('comment', changes)
    const last = this.#commentEnd(index)
    return last !== undefined && body.report('comment', behindComment(last.text, last.start))
  }

  /** The line that ends a comment which begins above it. */
  #commentEnd(index: number): TypedLine | undefined {
    for (let at = index + 1; at <= index + maxCommentLines; at++) {
      const typed = this.#body.typedAt(at)
      if (typed === undefined || typed.text.includes('-->')) return typed
    }
    return undefined
  }

  /** A comment that nothing ends, or that ends with the next one, whose first mark is in it. */
  #comments(typed: TypedLine, isClosed: boolean): void {
    const next = isClosed ? typed.text.search(/[\r\n][ \t]*<!--/) : undefined
    if (next !== -1) this.#openComment({ ...typed, text: typed.text.slice(0, next) })
  }

  #openComment({ text, start }: TypedLine): void {
    const change = openCommentChange(text, start)
    if (change.slip.type === 'missing') this.#body.violations.push(unclosed('comment-unclosed', change, {}))
    else this.#body.report('comment', [change])
  }
}

/** Whether a text holds no trace of a form. */
function holdsNothing(text: string): boolean {
  return plainLine.test(text) || (!trace.test(text) && !hasInvisible(text))
}
