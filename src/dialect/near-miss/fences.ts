import { buttonTypes } from '../../contract/kinds.ts'
import { buttonAttributes, couponFields } from '../../contract/payload.ts'
import { type BlockName, blockNames } from '../../violation.ts'
import { spanOf } from '../document.ts'
import { nearest } from '../nearest.ts'
import type { Body, TypedLine } from './body.ts'
import { hasInvisible, invisibleSpans, lead, plainly, spaceClass, withoutInvisibles } from './characters.ts'
import { type Change, leading, lookAlike } from './correction.ts'

/** The class of what is typed for a backtick of a fence. */
export const fenceMark = String.raw`[\x60｀‘’´‵ˋ＇'"“”„‟₩′〝〞]`
const fence = new RegExp(
  String.raw`^(${lead})((?:${fenceMark}${spaceClass}?){0,5}${fenceMark}|[~～]{3,6}|:{3,6})(${spaceClass}*)(\p{L}[\p{L}\p{N}-]{0,20})[:：]?${spaceClass}*$`,
  'u',
)
/** What may stand around an opening fence: the mark of a list or of a heading in front of it, and a closing fence behind its name. */
const surrounded = new RegExp(
  String.raw`^(${lead}(?:[-*+•·]|\d{1,2}[.)]|#{1,6})${spaceClass}*)?(.*?)(${spaceClass}*(?:${fenceMark}{1,8}|[~～]{3,8}))?${spaceClass}*$`,
  'u',
)
/** A fence of the marks that dividers and tags have. */
const foreignFence = new RegExp(
  String.raw`^${lead}(?:(?<rule>([-=*+_])\2{2,7})${spaceClass}*(?<ruled>\p{L}{1,20})(?:${spaceClass}*\2{3,8})?|[<＜[［](?<tag>\p{L}{1,20})[>＞\]］])${spaceClass}*$`,
  'u',
)
/** A block on one line, between its fences. */
const inlineBlock = /^\s*`{3,}\s*(?<name>button|coupon|link|tail)[ \t]+(?<yaml>[^`]*:[^`]*?)[ \t]*`{3,}\s*$/u
/** A block as a key and its fields in braces. */
const keyedBlock =
  /^(?<name>\p{L}{2,8}):[ \t]*(?<yaml>\[?[ \t]*\{[ \t]*"?(?:name|type|title|url_\w+|scheme_\w+)"?[ \t]*:.*\}[ \t]*\]?)[ \t]*$/u
/** A line that is nothing but the name of a block, like the title of what stands below it. */
const blockLabel = /^\s*(?:#{1,6}\s+)?[*_[<【]{0,2}(\p{L}{2,10})[*_\]>】]{0,2}\s*(?:[:：]\s*)?$/u
const closingTag = new RegExp(String.raw`^${lead}[<＜[［][/／](\p{L}{1,20})[>＞\]］]${spaceClass}*$`, 'u')
const closingFence = new RegExp(String.raw`^${lead}(?:${fenceMark}{2,8}|\x60|[~～]{3,8}|:{3,8})${spaceClass}*$`, 'u')
/** What a line of a block may be. */
export const yamlLine = /^(?:\s+\S|[-*•−–]\s|#|["']?[\p{L}_][\p{L}\p{N}_]*["']?\s*[:：=])/u

const koreanBlocks: ReadonlyMap<string, BlockName> = new Map([
  ['버튼', 'button'],
  ['쿠폰', 'coupon'],
  ['링크', 'link'],
  ['더보기', 'tail'],
])

/** The keys by which the YAML of a block is known. */
export const blockFields: ReadonlySet<string> = new Set([...buttonAttributes, ...Object.keys(couponFields)])

/** The block that an info string was likely meant to name. */
export function blockMeant(word: string): BlockName | undefined {
  const plain = plainly(word).replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const name = nearest(plain, blockNames) ?? koreanBlocks.get(plain)
  return blockNames.find((known) => known === name)
}

/** No block has more fields. */
const maxBlockLines = 40

/** Reports a mistyped fence, and the one that closes it. */
export function correctFence(body: Body, typed: TypedLine): boolean {
  const { index, text, start } = typed
  if (correctInlineBlock(body, typed)) return true
  const opening = readFence(text, start)
  if (opening === undefined) return correctOddFence(body, typed)
  const close = closerOf(body, index)
  // Two quotes around a word on a line of its own are quotes.
  if (opening.marks.length <= 2 && close === undefined) return false
  const changes = [...opening.changes]
  // A quote has its mark on every line.
  if (close !== undefined && /^\s*[>＞]/u.test(text)) {
    for (const [at, line] of body.lines.slice(index + 1, close.index).entries()) {
      const inner = body.typed(line, index + 1 + at)
      const quote = /^\s*[>＞] ?/u.exec(inner.text)?.[0]
      if (quote !== undefined) changes.push(leading(inner.start, quote))
    }
  }
  if (close?.change) changes.push(close.change)
  if (close !== undefined) body.next = close.index + 1
  return body.report('block', changes)
}

/** Reports a block on one line. */
function correctInlineBlock(body: Body, { text, start, end }: TypedLine): boolean {
  const keyed = keyedBlock.exec(text)
  const { name: word, yaml = '' } = (keyed ?? inlineBlock.exec(text))?.groups ?? {}
  const name = word === undefined ? undefined : blockMeant(word)
  if (word === undefined || name === undefined) return false
  const fields = /^(?:\{.*\}|\[.*\])$/u.test(yaml) ? yaml : `{ ${yaml} }`
  const slip = keyed
    ? ({ type: 'instead', found: `${word}:`, expected: `\`\`\`${name}` } as const)
    : ({ type: 'line-break-missing' } as const)
  const at = start + text.indexOf(word)
  const span = { start: at, end: at + word.length }
  return body.report('block', [{ start, end, text: `\`\`\`${name}\n${fields}\n\`\`\``, slip, safe: false, span }])
}

/** The line that closes a fence which is no block yet, and what makes it do so. */
function closerOf(body: Body, index: number): { index: number; change?: Change } | undefined {
  for (let at = index + 1; at <= index + maxBlockLines; at++) {
    const typed = body.typedAt(at)
    if (typed?.line.type !== 'textLine' && typed?.line.type !== 'divider') return undefined
    const closing = readClosingFence(typed.text, typed.start)
    if (closing) return { index: at, ...closing }
  }
  return undefined
}

/** Reports an opening fence of marks that text has, too: the YAML below it shows what is meant. */
function correctOddFence(body: Body, { index, text, start }: TypedLine): boolean {
  // A fence and a name are no longer.
  const opening = text.length > 100 ? undefined : readOddFence(text, start)
  if (opening === undefined) return false
  const [below, close] = [body.typedAt(index + 1), oddCloserOf(body, index, opening)]
  const key =
    below?.line.type === 'textLine' ? /^\s*(?:[-*]\s+)?["']?([a-z_]+)["']?\s*[:：]/iu.exec(below.text)?.[1] : undefined
  const isField = key !== undefined && blockFields.has(plainly(key))
  if (
    close.index === index ||
    !(isField || (opening.type === 'fence' && (close.isTyped || (key !== undefined && opening.mark === '```'))))
  )
    return false
  body.next = close.index + 1
  return body.report('block', close.change ? [...opening.changes, close.change] : opening.changes)
}

/** The line that closes an odd fence, or the end of its YAML, and what makes it close the block. */
function oddCloserOf(
  body: Body,
  index: number,
  opening: OddFence,
): { readonly index: number; readonly isTyped: boolean; readonly change?: Change } {
  let last = body.typedAt(index)
  for (let at = index + 1; at <= index + maxBlockLines; at++) {
    const typed = body.typedAt(at)
    if (typed?.line.type !== 'textLine' && typed?.line.type !== 'divider') break
    const { text, start, end } = typed
    const closing = readClosingFence(text, start)
    if (closing) return { index: at, isTyped: true, ...closing }
    if (isCloserOf(opening, text)) {
      const slip = { type: 'instead', found: text.trim(), expected: '```' } as const
      return { index: at, isTyped: true, change: { start, end, text: '```', slip, safe: false } }
    }
    if (!yamlLine.test(text)) break
    // Behind a blank line only what is closed is known to be YAML.
    if (last?.index === at - 1 && (at === index + 1 || body.isBelow(last, typed))) last = typed
  }
  const { index: at, end } = last ?? { index, end: 0 }
  const slip = { type: 'missing', expected: '```' } as const
  return { index: at, isTyped: false, change: { start: end, end, text: '\n```', slip, safe: false } }
}

/** Whether a line has the marks that close what such a fence opens. */
function isCloserOf({ type, mark: of }: OddFence, text: string): boolean {
  if (type === 'tag') return blockMeant(closingTag.exec(text)?.[1] ?? '') === of
  const marks = text.trim()
  return type === 'rule' && marks.length >= 3 && marks === of.repeat(marks.length)
}

/** Reports the YAML of a block without its fence, or behind one without a name. */
export function correctBareBlock(body: Body, { index, text, start, end }: TypedLine): boolean {
  const isFence = /^`{3,}\s*$/.test(text)
  // The fence above it is escaped, so all of it is meant as text.
  if (body.typedAt(index - 1)?.text.startsWith('\\')) return false
  const first = isFence ? index + 1 : index
  const lines = body.lines
    .slice(first, first + maxBlockLines)
    .map((line, at) => (line.type === 'textLine' ? body.typed(line, first + at).text : ''))
  const named = isFence ? blockNames.find((name) => name === lines[0]?.trim()) : undefined
  const block = bareBlock(named === undefined ? lines : lines.slice(1))
  if (block === undefined) return false
  const isSaid = isFence || block.isNamed
  if (!isSaid && !(block.name === 'coupon' ? body.takes('coupon', index) : holdsButton(lines.slice(0, block.count)))) {
    return false
  }
  const name = named ?? block.name
  const nameLine = named === undefined ? undefined : body.lines[first]
  const label = labelAbove(body, index, name)
  const change = nameLine
    ? { start: end, end: spanOf(nameLine).end, text: name }
    : isFence
      ? { start: end, end, text: name }
      : block.isNamed
        ? { start, end, text: `\`\`\`${name}` }
        : { start, end: start, text: `\`\`\`${name}\n` }
  // The fence takes the place of a label, which would be left as text.
  const before = label ? { start: label.start, text: body.source.slice(start, change.start) + change.text } : {}
  const slip = { type: 'missing', expected: `\`\`\`${name}` } as const
  body.next = first + block.count + (named === undefined ? 0 : 1)
  const opening = { ...change, ...before, slip, safe: false, span: { start, end } } as const
  const below = body.typedAt(body.next)
  if (isFence) {
    if (below?.line.type === 'textLine') body.next++
    return body.report('block', [opening])
  }
  const closer = below && readClosingFence(below.text, below.start)
  if (closer) return body.report('block', closer.change ? [opening, closer.change] : [opening])
  const last = body.typedAt(body.next - 1)?.end ?? end
  const closing = { type: 'missing', expected: '```' } as const
  return body.report('block', [opening, { start: last, end: last, text: '\n```', slip: closing, safe: false }])
}

/** The line above a block that says nothing but its name. */
function labelAbove(body: Body, index: number, name: BlockName): TypedLine | undefined {
  const above = body.typedAt(index - 1)
  const word = above?.line.type === 'textLine' ? blockLabel.exec(above.text)?.[1] : undefined
  return word !== undefined && blockMeant(word) === name ? above : undefined
}

/** Whether fields are those of a button: of a type that there is, or with a link. Others are what people read. */
function holdsButton(fields: readonly string[]): boolean {
  return fields.some((field) => {
    const type = /^\s*(?:- )?type:\s*["']?([A-Za-z]{2})["']?\s*$/.exec(field)?.[1]?.toUpperCase()
    return buttonTypes.some((known) => known === type) || /^\s*(?:- )?(?:url|scheme)_/.test(field)
  })
}

/** A line that was likely meant to open a block. */
interface MistypedFence {
  /** What stands for the backticks. */
  readonly marks: string
  /** What makes a fence of the line; none where it is one. */
  readonly changes: readonly Change[]
}

/** Reads a fence of other characters, too short, indented, or with its name in other letters. */
function readFence(text: string, offset: number): MistypedFence | undefined {
  const [hidden] = hasInvisible(text) ? invisibleSpans(text) : []
  if (hidden) {
    const clean = withoutInvisibles(text).trim()
    const marks = /^\W+/u.exec(clean)?.[0] ?? ''
    const name = blockMeant(clean.slice(marks.length))
    if (name === undefined || !fence.test(clean)) return undefined
    const slip = lookAlike(hidden.found, '')
    const span = { start: offset + hidden.start, end: offset + hidden.end }
    const change = { start: offset, end: offset + text.length, text: `\`\`\`${name}`, slip, safe: true, span }
    return { marks: '```', changes: [change] }
  }
  const [, indent = '', marks = '', gap = '', word = ''] = fence.exec(text) ?? []
  const name = marks === '' ? undefined : blockMeant(word)
  if (name === undefined) return undefined
  const start = offset + indent.length
  const changes: Change[] = indent === '' ? [] : [leading(offset, indent)]
  if (!/^`{3,}$/.test(marks)) {
    const slip = { type: 'instead', found: marks, expected: '```' } as const
    changes.push({ start, end: start + marks.length, text: '```', slip, safe: true })
  }
  const wordStart = start + marks.length + gap.length
  if (text.slice(wordStart - offset).trimEnd() !== name) {
    const slip = { type: 'instead', found: word, expected: name } as const
    changes.push({ start: wordStart, end: offset + text.length, text: name, slip, safe: plainly(word) === name })
  }
  return { marks: marks.replaceAll(/\s/gu, ''), changes }
}

/** A line that opens a block where YAML stands below it. */
interface OddFence {
  readonly type: 'fence' | 'rule' | 'tag'
  /** The mark that a rule repeats, or the block that a tag names. */
  readonly mark: string
  readonly changes: readonly Change[]
}

/** Reads a fence with other marks around it, or one of the marks that dividers and tags have. */
function readOddFence(text: string, offset: number): OddFence | undefined {
  const { rule, ruled, tag } = foreignFence.exec(text)?.groups ?? {}
  const name = blockMeant(ruled ?? tag ?? '')
  if (name !== undefined) {
    const slip = { type: 'instead', found: text.trim(), expected: `\`\`\`${name}` } as const
    const changes = [{ start: offset, end: offset + text.length, text: slip.expected, slip, safe: false }]
    return rule === undefined ? { type: 'tag', mark: name, changes } : { type: 'rule', mark: rule.charAt(0), changes }
  }
  const [, before = '', inside = '', behind = ''] = surrounded.exec(text) ?? []
  const start = offset + before.length
  const fenced = before === '' && behind === '' ? undefined : readFence(inside, start)
  if (fenced === undefined) return undefined
  const changes: Change[] = []
  if (before !== '') {
    const slip = { type: 'bullet-not-needed', found: before.trim() } as const
    changes.push({ start: offset, end: start, text: '', slip, safe: true })
  }
  changes.push(...fenced.changes)
  if (behind !== '') {
    const end = start + inside.length
    const slip = { type: 'needless', found: behind.trim() } as const
    changes.push({ start: end, end: end + behind.length, text: '', slip, safe: true })
  }
  return { type: 'fence', mark: fenced.marks, changes }
}

/** Whether a line closes a block, and what makes it do so; undefined where it does not. */
function readClosingFence(text: string, start: number): { readonly change?: Change } | undefined {
  if (!closingFence.test(text)) return undefined
  if (/^`{3,}[ \t]*$/.test(text)) return {}
  const slip = { type: 'instead', found: text.trim(), expected: '```' } as const
  return { change: { start, end: start + text.length, text: '```', slip, safe: true } }
}

/** The YAML of a block without its fence. */
interface BareBlock {
  readonly name: BlockName
  /** How many lines it takes. */
  readonly count: number
  /** Whether the first of them is the block's name, as if that were a key. */
  readonly isNamed: boolean
}

/** The fields of a block in some lines of text. */
function bareBlock([first = '', ...rest]: readonly string[]): BareBlock | undefined {
  const stated = /^([a-z]+):\s*$/.exec(first)?.[1]
  const named = blockNames.find((known) => known === stated)
  const keys: string[] = []
  for (const line of named === undefined ? [first, ...rest] : rest) {
    const key = /^\s*(?:- )?([a-z_]+):(?:\s|$)/.exec(line)?.[1]
    if (key === undefined || !blockFields.has(key)) break
    keys.push(key)
  }
  const isNamed = named !== undefined
  const isButton = keys.includes('type') || (keys.includes('name') && keys.some((key) => /^(?:url|scheme)_/.test(key)))
  const name = named ?? (isButton ? 'button' : keys.includes('description') ? 'coupon' : undefined)
  if (keys.length < (isNamed ? 1 : 2) || name === undefined) return undefined
  return { name, count: keys.length + (isNamed ? 1 : 0), isNamed }
}
