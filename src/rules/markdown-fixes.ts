import { type Kind, kindFacts } from '../contract/kinds.ts'
import type { Fix, Span, TextEdit } from '../diagnostic.ts'
import { groupsApart } from '../dialect/revision.ts'
import { withBlanks } from './lines.ts'
import { placeholder, type WrittenLine } from './source-text.ts'

export type MarkdownConstruct =
  | 'strong'
  | 'emphasis'
  | 'strikethrough'
  | 'code'
  | 'fence'
  | 'line break'
  | 'quote'
  | 'heading'
  | 'html'
  | 'reference'
  | 'comment'
  | 'link'
  | 'table'

/** Markdown in a line; its offsets are those of the line's text. */
export interface FoundMarkdown extends Span {
  readonly construct: MarkdownConstruct
}

export interface MarkdownPlace {
  readonly line: WrittenLine
  readonly kind: Kind | undefined
  /** How lines end in the source. */
  readonly lineBreak: string
}

/** Tags that only say how text looks: with the others something would be lost. */
const lookTag = /^<\/?(?:[biu]|em|strong|span|font)[\s/>]/i
const breakTag = /^<\/?br[\s/>]/i
const quoteMarks = /^(?:>+[ \t]+)*/
const quoteAndHeadingMarks = /^(?:(?:>+|#{3,6})[ \t]+)*/

/** Characters that HTML has names for. */
const references: ReadonlyMap<string, string> = new Map([
  ['&nbsp;', ' '],
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&middot;', '·'],
  ['&hellip;', '…'],
])

/** What others write for a blank line. */
const blankLine = /^(?:>|[ \t]*<br)/i

/** What is, or looks like, the start of a line that is no text. */
const formStart = /^[ \t\p{Zs}\p{Cf}]*(?:[#＃]{2}|[#＃](?:[ \t]|$)|[`｀~～'‘’＇]{3}|\p{Pd}{3,}[ \t]*$|<!--)/mu
/** What is, or looks like, a link, an image or a variable. */
const formInside = /[\]］](?:[(（]|\s+[(（]\S*[:/])|[{｛]|%[\p{L}\p{M}\p{N}_]{1,64}%/u

/**
 * The fixes that take Markdown out of a line and leave its text, in the order of what was found. A line that holds a
 * form, or would become one, has none: a person has to say what is meant.
 */
export function markdownFixes(place: MarkdownPlace, found: readonly FoundMarkdown[]): readonly (Fix | undefined)[] {
  const { start, text } = place.line
  const edits = found.map((one) => editsOf(one, place))
  const rest = edited(text, edits.flat())
  const isEmptied = rest.trim() === '' && !blankLine.test(text)
  // Of fixes that overlap only the first is made: what the others would have taken away still stands there.
  const atFirst = edited(text, groupsApart(edits).flat())
  const isOrBecomesForm = formInside.test(text) || [rest, atFirst].some((after) => isForm(after))
  if (isEmptied || isOrBecomesForm) return found.map(() => undefined)
  return edits.map((ofOne) => (ofOne.length === 0 ? undefined : { safe: false, edits: moved(ofOne, start) }))
}

/** Whether a line is, or looks like, one that is no text. */
export function isForm(text: string): boolean {
  return formInside.test(text) || formStart.test(text)
}

/** The edits of one fix, in the line's text; none where there is no fix. */
function editsOf({ construct, start, end }: FoundMarkdown, { line, kind, lineBreak }: MarkdownPlace): TextEdit[] {
  const { text } = line
  // Where headings start items, one that is too deep may be meant as such; between two rows of "#" it may be adorned.
  const hasItems = kind !== undefined && kindFacts[kind].repeats !== undefined
  const mayBeMeant = hasItems || text.trimEnd().endsWith('##')
  switch (construct) {
    case 'table':
    case 'comment':
    case 'fence':
    case 'link':
      return []
    case 'line break':
      return line.isTitle
        ? []
        : [brokenAt({ start, end }, text, lineBreak.repeat(text.slice(start, end).split('n').length - 1))]
    case 'reference': {
      const by = references.get(text.slice(start, end).toLowerCase())
      return by === undefined ? [] : [{ start, end, text: by }]
    }
    case 'heading':
      return mayBeMeant ? [] : [deletion(0, lengthOf(quoteAndHeadingMarks, text))]
    case 'quote':
      return [deletion(0, lengthOf(mayBeMeant ? quoteMarks : quoteAndHeadingMarks, text))]
    case 'html':
      return editsOfTag({ start, end }, line, lineBreak)
    case 'emphasis':
      return [deletion(start, start + 1), deletion(end - 1, end)]
    case 'strong': {
      const marks = text.startsWith('***', start) ? 3 : 2
      return [deletion(start, start + marks), deletion(end - marks, end)]
    }
    case 'strikethrough':
      return [deletion(start, start + 2), deletion(end - 2, end)]
    case 'code': {
      const more = outerBackticks(text, { start, end })
      return [deletion(start - more, start + 1), deletion(end - 1, end + more)]
    }
  }
}

function editsOfTag({ start, end }: Span, { text, isTitle }: WrittenLine, lineBreak: string): TextEdit[] {
  const tag = text.slice(start, end)
  if (tag.includes(placeholder)) return []
  if (lookTag.test(tag)) return [deletion(start, end)]
  return breakTag.test(tag) && !isTitle ? [brokenAt({ start, end }, text, lineBreak)] : []
}

/** Puts line breaks in the place of a stretch of a line and of the blanks around it. */
function brokenAt(span: Span, text: string, lineBreaks: string): TextEdit {
  const wide = withBlanks(text, span)
  return { ...wide, text: wide.end === text.length ? '' : lineBreaks }
}

/** How many more backticks stand on both sides of code. */
function outerBackticks(text: string, { start, end }: Span): number {
  let count = 0
  while (text[start - 1 - count] === '`' && text[end + count] === '`') count++
  return count
}

function deletion(start: number, end: number): TextEdit {
  return { start, end, text: '' }
}

function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0
}

function moved(edits: readonly TextEdit[], by: number): TextEdit[] {
  return edits.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }))
}

/** A text after all edits, also where some overlap. */
function edited(text: string, edits: readonly TextEdit[]): string {
  let result = ''
  let done = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(done, Math.max(edit.start, done)) + edit.text
    done = Math.max(edit.end, done)
  }
  return result + text.slice(done)
}
