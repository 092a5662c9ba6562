import { buttonAttributes, couponFields } from '../../contract/payload.ts'
import { type BlockName, blockNames, type Violation } from '../../violation.ts'
import { type Block, spanOf } from '../document.ts'
import { nearest } from '../nearest.ts'
import type { Body, TypedLine } from './body.ts'
import { hasInvisible, invisibleSpans, lead, plainly, spaceClass, withoutInvisibles } from './characters.ts'
import { type Change, leading, lookAlike, nearMiss, unclosed } from './correction.ts'

const mark = String.raw`[\x60｀‘’´‵ˋ＇'"“”„‟₩′〝〞]`
const fence = new RegExp(
  String.raw`^(${lead})((?:${mark}${spaceClass}?){0,5}${mark}|[~～]{3,6}|:{3,6})(${spaceClass}*)(\p{L}[\p{L}\p{N}-]{0,20})[:：]?${spaceClass}*$`,
  'u',
)
const closingFence = new RegExp(String.raw`^${lead}(?:${mark}{2,8}|\x60|[~～]{3,8}|:{3,8})${spaceClass}*$`, 'u')
/** What ends a block that nothing ends: a line without letters, or a fence with more behind it. */
const endsBlock = new RegExp(
  String.raw`^${lead}(?:[^\p{L}\p{N}\s#]{1,8}[^\p{L}\p{N}\r\n]{0,8}|${mark}{3,8}|\x60{3,}.*|[~'"]{3,}.*)$`,
  'u',
)
/** What no line of a block starts or ends with. */
const lateFence = new RegExp(
  String.raw`^${lead}(?:${mark}{2,8}${spaceClass}*$|\x60|~{3}|:{3})|\x60{3}${spaceClass}*$`,
  'u',
)
const mayBeLate = new RegExp(String.raw`(?:^|[\r\n]|[>＞])${spaceClass}*(?:${mark}|~~~|:::)|\x60\x60\x60`, 'u')
const yamlLine = /^(?:\s+\S|[-*•−–]\s|#|["']?[\p{L}_][\p{L}\p{N}_]*["']?\s*[:：=])/u

const koreanBlocks: ReadonlyMap<string, BlockName> = new Map([
  ['버튼', 'button'],
  ['쿠폰', 'coupon'],
  ['링크', 'link'],
  ['더보기', 'tail'],
])

/** The keys by which the YAML of a block is known. */
const blockFields: ReadonlySet<string> = new Set([...buttonAttributes, ...Object.keys(couponFields)])

/** The block that an info string was likely meant to name. */
export function blockMeant(word: string): BlockName | undefined {
  const plain = plainly(word).replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const name = nearest(plain, blockNames) ?? koreanBlocks.get(plain)
  return blockNames.find((known) => known === name)
}

/** No block has more fields. */
const maxBlockLines = 40

/** Reports a mistyped fence, and the one that closes it. */
export function correctFence(body: Body, { index, text, start }: TypedLine): boolean {
  const opening = readFence(text, start)
  if (opening === undefined) return false
  const close = closerOf(body, index)
  // Two quotes around a word on a line of its own are quotes.
  if (opening.marks.length <= 2 && close === undefined) return false
  const changes = [...opening.changes]
  // A quote has its mark on every line.
  if (close !== undefined && /^\s*[>＞]/u.test(text)) {
    for (const [at, line] of body.lines.slice(index + 1, close.index).entries()) {
      const inner = body.typed(line, index + 1 + at)
      const typed = /^\s*[>＞] ?/u.exec(inner.text)?.[0]
      if (typed !== undefined) changes.push(leading(inner.start, typed))
    }
  }
  if (close?.change) changes.push(close.change)
  if (close !== undefined) body.next = close.index + 1
  return body.report('block', changes)
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
  const name = named ?? block.name
  const nameLine = named === undefined ? undefined : body.lines[first]
  const change = nameLine
    ? { start: end, end: spanOf(nameLine).end, text: name }
    : isFence
      ? { start: end, end, text: name }
      : block.isNamed
        ? { start, end, text: `\`\`\`${name}` }
        : { start, end: start, text: `\`\`\`${name}\n` }
  const slip = { type: 'missing', expected: `\`\`\`${name}` } as const
  body.next = first + block.count + (named === undefined ? 0 : 1)
  if (isFence && body.lines[body.next]?.type === 'textLine') body.next++
  return body.report('block', [{ ...change, slip, safe: false, span: { start, end } }])
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

/** Whether a line closes a block, and what makes it do so; undefined where it does not. */
function readClosingFence(text: string, start: number): { readonly change?: Change } | undefined {
  if (!closingFence.test(text)) return undefined
  if (/^`{3,}[ \t]*$/.test(text)) return {}
  const slip = { type: 'instead', found: text.trim(), expected: '```' } as const
  return { change: { start, end: start + text.length, text: '```', slip, safe: true } }
}

/** What is wrong with a block that nothing closes. */
export function openBlockViolation(block: Block, source: string): Violation {
  const change = openBlockChange(block, source)
  const name = source.slice(block.info.start, block.info.end).trimEnd()
  return change.slip.type === 'missing' ? unclosed('block-unclosed', change, { name }) : nearMiss('block', [change])
}

/** What is mistyped in a block that something closes: its fences, so that the next block's closes it, or its first line. */
export function blockViolation(block: Block, source: string): Violation | undefined {
  const info = source.slice(block.info.start, block.info.end)
  const [joined, name = '', gap = '', key = ''] = /^(\p{L}+)([ \t]+)([a-z_]+):[ \t]/u.exec(info) ?? []
  if (joined !== undefined && blockFields.has(key) && blockMeant(name) === name) {
    const start = block.info.start + name.length
    const end = start + gap.length
    const span = { start: block.info.start, end: start }
    return nearMiss('block', [{ start, end, text: '\n', slip: { type: 'line-break-missing' }, safe: true, span }])
  }
  const content = source.slice(block.content.start, block.content.end)
  if (!mayBeLate.test(content) || source.startsWith('````', spanOf(block).start)) return undefined
  return content.split(/[\r\n]+/).some((line) => lateFence.test(line)) ? openBlockViolation(block, source) : undefined
}

/** What closes a block that nothing closes: the line that was meant to, or the end of its YAML. */
function openBlockChange(block: Block, source: string): Change {
  const { start, end } = block.content
  const from = spanOf(block).start
  const opened = /^`+/.exec(source.slice(from, start))?.[0] ?? ''
  let last = start
  for (const { index, 0: line, 1: text = '' } of source.slice(start, end).matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)) {
    const at = start + index
    if (/^`{3,}[ \t]*$/.test(text)) {
      const slip = { type: 'instead', found: opened, expected: '```' } as const
      return { start: from, end: from + opened.length, text: '```', slip, safe: true }
    }
    // What stands behind the end is a form of its own.
    const joined = /^`{3}(\s*)(?=`{3,}\p{L}|-{3,}\s*$|#{1,2} |- \[|!?\[)/u.exec(text)
    if (joined) {
      const slip = { type: 'line-break-missing' } as const
      const gapStart = at + '```'.length
      const gapEnd = at + joined[0].length
      return { start: gapStart, end: gapEnd, text: '\n', slip, safe: true, span: { start: at, end: gapStart } }
    }
    if (endsBlock.test(text)) {
      const isIndented = /^\s+`{3,}\s*$/.test(text)
      const slip = isIndented
        ? ({ type: 'indented' } as const)
        : ({ type: 'instead', found: text.trim(), expected: '```' } as const)
      return { start: at, end: at + text.length, text: '```', slip, safe: !/[\p{L}\p{N}]/u.test(text) }
    }
    const behind = /(?<=\S)\s*`{3,}\s*$/.exec(text)
    if (behind) {
      const slip = { type: 'line-break-missing' } as const
      return { start: at + behind.index, end: at + text.length, text: '\n```', slip, safe: true }
    }
    if (text.trim() === '' || !yamlLine.test(text)) break
    last = at + line.length
  }
  const isAtEnd = last >= end && !/[\r\n]$/.test(source.slice(0, last))
  const slip = { type: 'missing', expected: '```' } as const
  const span = { start: from, end: block.info.end }
  return { start: last, end: last, text: isAtEnd ? '\n```' : '```\n', slip, safe: false, span }
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
  const name = named ?? (keys.includes('type') ? 'button' : keys.includes('description') ? 'coupon' : undefined)
  if (keys.length < (isNamed ? 1 : 2) || name === undefined) return undefined
  return { name, count: keys.length + (isNamed ? 1 : 0), isNamed }
}
