import type { Span } from '../../diagnostic.ts'
import type { Fault, Slip } from '../../fault.ts'
import type { Document } from '../document.ts'
import { parseYaml } from '../yaml.ts'
import { classOf, plainly, spaceClass } from './characters.ts'
import { type Change, dashesSlip, nearMiss, unclosed } from './correction.ts'

const fence = new RegExp(
  String.raw`^(?:${spaceClass}|[>＞])*((?:${classOf('-')}${spaceClass}?){2,}|[—―─━⸺⸻]|[*＊=＝+_＿~～]{3,}|\x60{3,})(.*?)${spaceClass}*$`,
  'u',
)
/** A line of marks alone, as a fence may be typed. */
const marksAlone = /^\s*[^\p{L}\p{N}\s"'{}[\],#]{1,12}\s*$/u
const otherOpening = /^(?:`{3,}|~{3,})\s*(?:ya?ml)?\s*$|^<!--\s*$/
const blank = new RegExp(`^${spaceClass}*$`, 'u')
const keyLine = new RegExp(
  String.raw`^${spaceClass}*["'“”‘’]?([\p{L}_][\p{L}\p{N}_-]*)["'“”‘’]?${spaceClass}*[:：﹕=＝]`,
  'u',
)
/** Lines that go on with what a key began. */
const goesOn = new RegExp(String.raw`^(?:${spaceClass}+\S|#|[-}\]｝])`, 'u')

interface Line {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Where the next line starts. */
  readonly next: number
}

/** What is mistyped in the lines around the frontmatter. */
export function frontmatterNearMisses({ source, frontmatter }: Document, keys: ReadonlySet<string>): Fault[] {
  if (frontmatter !== undefined) return closedTooLate(source, frontmatter.content, keys)
  const lines = linesOf(source)
  const first = lines.findIndex(({ text }) => !blank.test(text))
  const opening = lines[first]
  if (opening === undefined) return []
  const isFence = isFenceLike(opening.text)
  const isKey = (line: Line | undefined): boolean => {
    const key = keyLine.exec(line?.text ?? '')?.[1]
    return key !== undefined && keys.has(plainly(key))
  }
  const changes: Change[] = []
  if (opening.start > 0) {
    changes.push({
      start: 0,
      end: opening.start,
      text: '',
      slip: { type: 'blank-line' },
      safe: true,
      span: { start: 0, end: opening.start },
    })
  }
  const joined = /^\s*-{3}\s*(?=[\p{L}_])/u.exec(opening.text)
  if (joined) {
    const at = opening.start + joined[0].length
    if (!isKey({ ...opening, text: opening.text.slice(joined[0].length) })) return []
    const slip = { type: 'line-break-missing' } as const
    changes.push({ start: at, end: at, text: '\n', slip, safe: true, span: { start: opening.start, end: at } })
  } else if (isFence) {
    if (!lines.slice(first + 1, first + maxHeadLines).some(isKey)) return []
    const dashes = dashesChange(opening)
    if (dashes) changes.push(dashes)
  } else {
    if (!isKey(opening)) return []
    changes.push({
      start: opening.start,
      end: opening.start,
      text: '---\n',
      slip: { type: 'missing', expected: '---' },
      safe: false,
      span: { start: opening.start, end: opening.end },
    })
  }
  const faults = changes.length > 0 ? [nearMiss('frontmatter', changes)] : []
  const closing = closingOf(lines, isFence ? first + 1 : first)
  if (closing === undefined) return faults
  if (closing.type === 'joined') return [...faults, joinedFault(closing.at)]
  if (closing.type === 'missing') {
    const { at } = closing
    const isAtEnd = at >= source.length && !/[\r\n]$/.test(source)
    const slip = { type: 'missing', expected: '---' } as const
    const span = { start: opening.start, end: opening.end }
    const change = { start: at, end: at, text: isAtEnd ? '\n---\n' : '---\n', slip, safe: false, span } as const
    return [...faults, unclosed('frontmatter-unclosed', change, {})]
  }
  const ending = dashesChange(closing.line)
  if (ending === undefined) return faults
  // Both lines in the same other characters are one habit.
  if (changes.length > 0 && opening.text.trim() === closing.line.text.trim())
    return [nearMiss('frontmatter', [...changes, ending])]
  return [...faults, nearMiss('frontmatter-end', [ending])]
}

function isFenceLike(text: string): boolean {
  return fence.exec(text)?.[2] === '' || marksAlone.test(text) || otherOpening.test(text)
}

const maxHeadLines = 60

/** What makes a line `---`; undefined where it is that. */
function dashesChange({ text, start, end }: Line): Change | undefined {
  if (/^---[ \t]*$/.test(text)) return undefined
  const [, typed = '', rest = ''] = fence.exec(text) ?? []
  const marks = rest === '' ? typed.trim() : ''
  const slip: Slip =
    marks === '' ? { type: 'instead', found: text.trim(), expected: '---' } : dashesSlip(marks, marks === '---')
  return { start, end, text: '---', slip, safe: true }
}

type Closing =
  | { readonly type: 'line'; readonly line: Line }
  /** `---` stands behind a setting on one line, or nothing does. */
  | { readonly type: 'joined'; readonly at: number }
  | { readonly type: 'missing'; readonly at: number }

/** Where the frontmatter was meant to end. */
function closingOf(lines: readonly Line[], from: number): Closing | undefined {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    if (
      fence.exec(line.text)?.[2] === '' ||
      marksAlone.test(line.text) ||
      /^-{3}(?![-\p{L}])\s*[^\s:：]{0,10}\s*$/u.test(line.text)
    )
      return { type: 'line', line }
    const ended = /\S(-{3})\s*$/.exec(line.text)
    if (ended && keyLine.test(line.text))
      return { type: 'joined', at: line.end - (line.text.length - line.text.trimEnd().length) - 3 }
    const isHead = keyLine.test(line.text) || goesOn.test(line.text)
    const isBlank = blank.test(line.text)
    if (isHead) continue
    // A blank line inside of the frontmatter is followed by more of it.
    const more = lines.slice(at, at + maxHeadLines).find(({ text }) => !blank.test(text))
    if (isBlank && more !== undefined && (keyLine.test(more.text) || fence.test(more.text))) continue
    return { type: 'missing', at: line.start }
  }
  const last = lines.at(-1)
  return last && { type: 'missing', at: last.next }
}

/** A closing line of other characters, so that one of the body closes the frontmatter, or none. */
function closedTooLate(source: string, content: Span, keys: ReadonlySet<string>): Fault[] {
  const text = source.slice(content.start, content.end)
  if (!/\S[\r\n]+\s*[^\s\w"'#\-}\]\p{L}]/u.test(text) && !/^\s*[-–—―]/mu.test(text) && !/\n\s*\n/.test(text)) return []
  const { root, faults } = parseYaml(source, content)
  if (root?.type === 'map' && faults.length === 0) return []
  const lines = linesOf(text).map((line) => shifted(line, content.start))
  const closing = closingOf(lines, 0)
  if (closing === undefined) return []
  if (closing.type === 'line') {
    const change = dashesChange(closing.line)
    return change ? [nearMiss('frontmatter-end', [change])] : []
  }
  if (closing.type === 'joined') return [joinedFault(closing.at)]
  // Where settings follow, the line is one of them.
  if (closing.at >= content.end || lines.some(({ start, text }) => start >= closing.at && isSetting(text, keys))) return []
  const slip = { type: 'missing', expected: '---' } as const
  const { at } = closing
  const change = {
    start: at,
    end: at,
    text: '---\n',
    slip,
    safe: false,
    span: { start: 0, end: '---'.length },
  } as const
  return [unclosed('frontmatter-unclosed', change, {})]
}

/** Whether a line starts with a key, and a bullet in front of it at most. */
function isSetting(text: string, keys: ReadonlySet<string>): boolean {
  const key = bulletedKey.exec(text)?.[1]
  return key !== undefined && keys.has(plainly(key))
}

const bulletedKey = new RegExp(String.raw`^(?:[-*+•·–—]${spaceClass}*)?([\p{L}_]+)${spaceClass}*(?:[:：﹕=＝;]|[.,](?:\s|$))`, 'u')

function joinedFault(at: number): Fault {
  const slip = { type: 'line-break-missing' } as const
  return nearMiss('frontmatter-end', [
    { start: at, end: at, text: '\n', slip, safe: true, span: { start: at, end: at + 3 } },
  ])
}

function shifted({ text, start, end, next }: Line, by: number): Line {
  return { text, start: start + by, end: end + by, next: next + by }
}

function linesOf(source: string): Line[] {
  return [...source.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)].flatMap(({ index, 1: text = '', 2: ending = '' }) =>
    text === '' && ending === ''
      ? []
      : [{ text, start: index, end: index + text.length, next: index + text.length + ending.length }],
  )
}
