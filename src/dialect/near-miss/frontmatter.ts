import type { Span } from '../../diagnostic.ts'
import type { Slip, Violation } from '../../violation.ts'
import type { Document } from '../document.ts'
import { Revision } from '../revision.ts'
import { parseYaml } from '../yaml.ts'
import { classOf, plainly, spaceClass } from './characters.ts'
import { type Change, dashesSlip, nearMiss, unclosed } from './correction.ts'

const fence = new RegExp(
  String.raw`^(?:${spaceClass}|[>＞])*((?:${classOf('-')}${spaceClass}?){2,}|[—―─━⸺⸻]|[*＊=＝+_＿~～]{3,}|\x60{3,})${spaceClass}*(.*)$`,
  'u',
)
/** A line of marks alone, as a fence may be typed. */
const marksAlone = /^\s*[^\p{L}\p{N}\s"'{}[\],#]{1,12}\s*$/u
const otherOpening = /^(?:`{3,}|~{3,})\s*(?:ya?ml|markdown|md)?\s*$|^<!--\s*$/
/** `---` with the name of what follows. */
const namedOpening = /^\s*-{3}\s*(?:[#,]+|ya?ml|frontmatter)\s*$/
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
export function frontmatterNearMisses({ source, frontmatter }: Document, keys: ReadonlySet<string>): Violation[] {
  if (frontmatter !== undefined) return closedTooLate(source, frontmatter.content, keys)
  const lines = linesOf(source)
  const isKey = (line: Line | undefined): boolean => {
    const key = keyLine.exec(line?.text ?? '')?.[1]
    return key !== undefined && keys.has(plainly(key))
  }
  const { first, wraps, notes } = preambleOf(lines)
  const opening = lines[first]
  if (opening === undefined) return []
  const changes: Change[] = []
  if (opening.start > 0) {
    const end = opening.start
    const safe = source.slice(0, end).trim() === ''
    changes.push({ start: 0, end, text: '', slip: { type: 'blank-line' }, safe, span: { start: 0, end } })
  }
  const joined = /^\s*(?:-{3}|<!--)\s*(?=[\p{L}_])/u.exec(opening.text)
  const hasKey = joined !== null && isKey({ ...opening, text: opening.text.slice(joined[0].length) })
  const isFence = !hasKey && isFenceLike(opening.text)
  if (hasKey) {
    const { start } = opening
    const at = start + joined[0].length
    changes.push({
      start: joined[0].includes('<') ? start : at,
      end: at,
      text: joined[0].includes('<') ? '---\n' : '\n',
      slip: { type: 'line-break-missing' },
      safe: true,
      span: { start, end: at },
    })
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
  const violations = changes.length > 0 ? [nearMiss('frontmatter', changes)] : []
  const closing = closingOf(lines, isFence || hasKey ? first + 1 : first)
  if (closing === undefined) return violations
  if (closing.type === 'joined') {
    const change = joinedChange(closing)
    return closing.marks === '-->'
      ? [nearMiss('frontmatter', [...changes, change])]
      : [...violations, nearMiss('frontmatter-end', [change])]
  }
  if (closing.type === 'followed') return [...violations, followedMiss(closing, notes)]
  if (closing.type === 'missing') {
    const { at } = closing
    const isAtEnd = at >= source.length && !/[\r\n]$/.test(source)
    const slip = { type: 'missing', expected: '---' } as const
    const span = { start: opening.start, end: opening.end }
    const change = { start: at, end: at, text: isAtEnd ? '\n---\n' : '---\n', slip, safe: false, span } as const
    return [...violations, unclosed('frontmatter-unclosed', change, {})]
  }
  const { line } = closing
  const below = lines[lines.indexOf(line) + 1]
  // What stood around the settings ends below them; notes for colleagues are kept.
  const isWrapped = wraps && below !== undefined && isFenceLike(below.text)
  if (isWrapped || notes !== '') {
    const end = isWrapped ? below.next : line.next
    const slip = { type: 'blank-line' } as const
    changes.push({ start: line.next, end, text: notes, slip, safe: notes === '' })
  }
  const outer = wraps && !isWrapped ? lastFence(lines, lines.indexOf(line)) : undefined
  if (outer) {
    changes.push({ start: outer.start, end: outer.next, text: '', slip: { type: 'blank-line' }, safe: false })
  }
  const ending = dashesChange(line)
  if (ending === undefined) return changes.length > 0 ? [nearMiss('frontmatter', changes)] : []
  // Both lines in the same other characters are one habit.
  if (changes.length > 0 && opening.text.trim() === line.text.trim())
    return [nearMiss('frontmatter', [...changes, ending])]
  return [...violations, nearMiss('frontmatter-end', [ending])]
}

/** What stands above the first line of the frontmatter. */
interface Preamble {
  /** The index of that line. */
  readonly first: number
  /** Whether a code block or a comment is opened around it. */
  readonly wraps: boolean
  /** Comments. */
  readonly notes: string
}

function preambleOf(lines: readonly Line[]): Preamble {
  const isEmpty = ({ text }: Line): boolean => blank.test(text)
  const notes: string[] = []
  let first = lines.findIndex((line) => !isEmpty(line))
  while (/^\s*<!--.*-->\s*$/.test(lines[first]?.text ?? '')) {
    notes.push(`${lines[first]?.text.trim()}\n`)
    first = lines.findIndex((line, at) => at > first && !isEmpty(line))
  }
  const wraps = otherOpening.test(lines[first]?.text ?? '') && fence.exec(lines[first + 1]?.text ?? '')?.[2] === ''
  return { first: wraps ? first + 1 : first, wraps, notes: notes.join('') }
}

function isFenceLike(text: string): boolean {
  if (text.length > maxHeadUnits) return false
  return fence.exec(text)?.[2] === '' || marksAlone.test(text) || otherOpening.test(text) || namedOpening.test(text)
}

/** The last line below another, where it is a fence that none of the lines between them opens. */
function lastFence(lines: readonly Line[], at: number): Line | undefined {
  const below = lines.slice(at + 1).filter(({ text }) => !blank.test(text))
  const last = below.at(-1)
  const fences = below.filter(({ text }) => /^(?:`{3,}|~{3,})/.test(text))
  return last !== undefined && fences.length % 2 === 1 && /^(?:`{3,}|~{3,})[ \t]*$/.test(last.text) ? last : undefined
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
  | { readonly type: 'joined'; readonly start: number; readonly end: number; readonly marks: string }
  /** Text of the body stands behind it, from `textStart` on. */
  | { readonly type: 'followed'; readonly line: Line; readonly textStart: number }
  | { readonly type: 'missing'; readonly at: number }

/** What may stand behind the dashes of the line that ends the frontmatter, and says nothing. */
const afterDashes = String.raw`[\p{Pd}.,;~'"\x60·*_=>|\\/]`
const closedWithNothing = new RegExp(String.raw`^-{3}(?!-)\s{0,9}${afterDashes}{0,10}\s*$`, 'u')
const closedWithLabel = /^-{3}\s{0,9}(?:끝|end(?: of .*)?)\s*$/iu
/** The line that ends the frontmatter, with text of the body behind it. */
const closedWithText = new RegExp(
  String.raw`^-{3}(?!-)${spaceClass}*(?=- \[|\x60{3}|["'][^"']*\p{L}|(?!${afterDashes})[^\s:])(?![a-z_]+[ \t]*[:：])`,
  'u',
)
/** No line around the frontmatter is longer. */
const maxHeadUnits = 1000

/** Where the frontmatter was meant to end. */
function closingOf(lines: readonly Line[], from: number): Closing | undefined {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    if (line.text.length > maxHeadUnits) return { type: 'missing', at: line.start }
    const closed = closedWithText.exec(line.text)
    const opensBlock = closed !== null && line.text.startsWith('```', closed[0].length)
    if (closed && !closedWithLabel.test(line.text) && (opensBlock || !isSettingBelow(lines, at))) {
      return { type: 'followed', line, textStart: line.start + closed[0].length }
    }
    if (
      fence.exec(line.text)?.[2] === '' ||
      marksAlone.test(line.text) ||
      closedWithNothing.test(line.text) ||
      closedWithLabel.test(line.text)
    )
      return { type: 'line', line }
    const ended = /(?<=\S)\s*(-{3}|-->)\s*$/.exec(line.text)
    if (
      ended &&
      !line.text.startsWith('---') &&
      (keyLine.test(line.text) || goesOn.test(line.text)) &&
      isLastOf(lines, at)
    ) {
      const start = line.start + ended.index
      return { type: 'joined', start, end: line.end, marks: ended[1] ?? '' }
    }
    const isHead = keyLine.test(line.text) || goesOn.test(line.text)
    const isBlank = blank.test(line.text)
    if (isHead) continue
    // A blank line inside of the frontmatter is followed by more of it.
    const more = filledLine(lines, at)
    if (isBlank && more !== undefined && (keyLine.test(more.text) || fence.test(more.text))) continue
    return { type: 'missing', at: line.start }
  }
  const last = lines.at(-1)
  return last && { type: 'missing', at: last.next }
}

/** The first line from an index on that is not blank. */
function filledLine(lines: readonly Line[], from: number): Line | undefined {
  return lines.slice(from, from + maxHeadLines).find(({ text }) => !blank.test(text))
}

/** Whether no more settings follow a line, and no line of marks that ends them. */
function isLastOf(lines: readonly Line[], at: number): boolean {
  const below = filledLine(lines, at + 1)
  return below === undefined || (!keyLine.test(below.text) && fence.exec(below.text)?.[2] !== '')
}

/** Whether a setting of the language, or a line that ends them, stands below a line. */
function isSettingBelow(lines: readonly Line[], at: number): boolean {
  const below = filledLine(lines, at + 1)
  if (below === undefined || below.text.length > maxHeadUnits) return false
  return /^["']?[a-z_]+["']?[ \t]*:/.test(below.text) || fence.exec(below.text)?.[2] === ''
}

/** A closing line of other characters, so that one of the body closes the frontmatter, or none. */
function closedTooLate(source: string, content: Span, keys: ReadonlySet<string>): Violation[] {
  const text = source.slice(content.start, content.end)
  if (!/\S[\r\n]+\s*[^\s\w"'#\-}\]\p{L}]/u.test(text) && !/^\s*[-–—―]/mu.test(text) && !/\n\s*\n|---\s*$/m.test(text))
    return []
  const { root, violations } = parseYaml(source, content)
  if (root?.type === 'map' && violations.length === 0) return []
  const lines = linesOf(text).map((line) => shifted(line, content.start))
  const closing = closingOf(lines, 0)
  if (closing === undefined) return []
  if (closing.type === 'line') {
    const change = dashesChange(closing.line)
    if (change === undefined) return []
    const { start, end, text: typed, next } = closing.line
    // The line that ends the frontmatter follows, behind more settings or none.
    const others = lines.filter((line) => line.start >= next && !isSound(line) && !isFenceLike(line.text))
    const slip = { type: 'needless', found: typed.trim() } as const
    const removed = { start, end: next, text: '', slip, safe: true, span: { start, end } } as const
    const found = nearMiss('frontmatter-end', [others.length === 0 ? removed : change])
    return [others.length > 0 && others.length <= maxStrayLines ? { ...found, hasOtherMeaning: true } : found]
  }
  if (closing.type === 'joined') return [nearMiss('frontmatter-end', [joinedChange(closing)])]
  if (closing.type === 'followed') return [followedMiss(closing)]
  const comment = otherComment(source, closing.at)
  if (comment !== undefined) {
    const { source: corrected } = Revision.of(source).edited([[comment]])
    const after = parseYaml(corrected, { start: content.start, end: content.end + corrected.length - source.length })
    if (after.root?.type === 'map' && after.violations.length === 0) return [nearMiss('key', [comment])]
  }
  // Where settings follow, the line is one of them.
  if (closing.at >= content.end || lines.some((line) => line.start >= closing.at && isSetting(line.text, keys)))
    return []
  if (strayLines(source, content).length > 0) return []
  const isShort = lines.filter((line) => line.start >= closing.at && !blank.test(line.text)).length <= maxStrayLines
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
  const found = unclosed('frontmatter-unclosed', change, {})
  return [isShort ? { ...found, hasOtherMeaning: true } : found]
}

/** Whether a line is a setting, a comment or goes on with one, or is blank. */
function isSound({ text }: Line): boolean {
  return keyLine.test(text) || goesOn.test(text) || blank.test(text)
}

/** Notes between the settings have no more lines; more may be the text of a message that the settings are not closed above. */
const maxStrayLines = 2

/**
 * Lines among the settings that are none, in a frontmatter that a line of its own closes: a note without "#", or a value
 * that goes on.
 */
export function strayLines(source: string, content: Span): Violation[] {
  const lines = linesOf(source.slice(content.start, content.end)).map((line) => shifted(line, content.start))
  const first = lines.findIndex((line) => !isSound(line))
  const stray = lines[first]
  if (stray === undefined) return []
  const rest = lines.slice(first).findIndex((line) => isSound(line))
  const all = lines.slice(first, rest < 0 ? undefined : first + rest)
  const isLast = rest < 0 || lines.slice(first + rest).every(({ text }) => blank.test(text))
  if (all.length > maxStrayLines || (isLast && source.slice(content.end).replace(/^-+/, '').trim() === '')) return []
  const above = lines[first - 1]
  // A blank line stands above the text of a message.
  if (isLast && blank.test(above?.text ?? '')) return []
  const span = { start: stray.start, end: stray.end }
  if (above && all.length === 1 && valueBelow.test(above.text)) {
    const slip = { type: 'line-break' } as const
    return [nearMiss('key', [{ start: above.end, end: stray.start, text: ' ', slip, safe: false, span }])]
  }
  const slip = { type: 'no-setting' } as const
  const changes = all.map(({ start }): Change => ({ start, end: start, text: '# ', slip, safe: false }))
  const { source: corrected } = Revision.of(source).edited([changes])
  const after = parseYaml(corrected, { start: content.start, end: content.end + corrected.length - source.length })
  if (after.root?.type !== 'map' || after.violations.length > 0) return []
  const [change] = changes
  return change ? [{ ...nearMiss('key', [{ ...change, span }, ...changes.slice(1)]), hasOtherMeaning: true }] : []
}

/** A setting whose value stands below it. */
const valueBelow = /^(?:id|kind|title|sender|ad_flag|recipients|echo_to_webhook):[ \t]*$/

/** What makes a comment of YAML of a line that is one of HTML or of a program; undefined of any other. */
function otherComment(source: string, start: number): Change | undefined {
  const typed = /[^\r\n]*/y
  typed.lastIndex = start
  const line = typed.exec(source)?.[0] ?? ''
  const [, html, code] = /^\s*(?:<!--(.*)-->|\/\/(.*?))\s*$/.exec(line) ?? []
  const text = html ?? code
  if (text === undefined) return undefined
  const slip = { type: 'instead', found: html === undefined ? '//' : '<!--', expected: '#' } as const
  return { start, end: start + line.length, text: `# ${text.trim()}`, slip, safe: true }
}

/** Whether a line starts with a key, and a bullet in front of it at most. */
function isSetting(text: string, keys: ReadonlySet<string>): boolean {
  const key = bulletedKey.exec(text)?.[1]
  return key !== undefined && keys.has(plainly(key))
}

const bulletedKey = new RegExp(
  String.raw`^(?:[-*+•·–—]${spaceClass}*)?([\p{L}_]+)${spaceClass}*(?:[:：﹕=＝;]|[.,](?:\s|$))`,
  'u',
)

function joinedChange({ start, end }: Closing & { readonly type: 'joined' }): Change {
  return { start, end, text: '\n---', slip: { type: 'line-break-missing' }, safe: true }
}

/**
 * Puts the text behind the end of the frontmatter on a line of its own.
 *
 * @param notes comments from above the frontmatter
 */
function followedMiss({ line, textStart }: Closing & { readonly type: 'followed' }, notes = ''): Violation {
  const start = line.start + '---'.length
  // Behind "#" YAML has a comment.
  const safe = notes === '' && !/^#(?!\{)/.test(line.text.slice(textStart - line.start))
  const slip = { type: 'line-break-missing' } as const
  const span = { start: line.start, end: start }
  return nearMiss('frontmatter-end', [{ start, end: textStart, text: `\n${notes}`, slip, safe, span }])
}

/** A line at another place. */
export function shifted({ text, start, end, next }: Line, by: number): Line {
  return { text, start: start + by, end: end + by, next: next + by }
}

/** The lines of a text, with their places in it. */
export function linesOf(source: string): Line[] {
  return [...source.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)].flatMap(({ index, 1: text = '', 2: ending = '' }) =>
    text === '' && ending === ''
      ? []
      : [{ text, start: index, end: index + text.length, next: index + text.length + ending.length }],
  )
}
