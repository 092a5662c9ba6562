import { graphemesOf } from '../../text/text.ts'
import type { Diagnostic } from '../../diagnostic.ts'
import { columnsOf } from '../terminal/printable.ts'
import { isShownAsTyped, printable, printableLines } from '../../words/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { severityNames } from '../terminal/words.ts'
import type { ReportedFile } from '../../project/reported-file.ts'

type Look = Pick<Terminal, 'colors' | 'columns' | 'lang'>

const minCodeColumns = 20
/** The most code frames of a report: measuring lines takes long. */
const maxFrames = 1000

/** Diagnostics for people: what is wrong, the line it stands on, and a caret under the exact characters. */
export function textReport(files: Iterable<ReportedFile>, look: Look): string {
  const { colors, lang } = look
  const parts: string[] = []
  let frames = 0
  for (const { path, source, diagnostics } of files) {
    const lines = diagnostics.length > 0 && frames < maxFrames ? source.split(/\r\n|\n|\r/) : []
    for (const diagnostic of diagnostics) {
      const { start, severity, message, rule, help } = diagnostic
      const place = colors.bold(`${printable(path)}:${start.line}:${start.column}`)
      const name = (severity === 'error' ? colors.red : colors.yellow)(severityNames[severity][lang])
      const frame = frames++ < maxFrames ? codeFrame(diagnostic, lines, look) : ''
      const hints = help === undefined ? [] : printableLines(help).split('\n')
      parts.push(
        `${place} ${name} ${printable(message)} ${colors.dim(printable(rule))}\n${frame}` +
          hints.map((line) => `  ${colors.dim(line)}\n`).join(''),
      )
    }
  }
  return parts.join('\n')
}

function codeFrame({ start, end, severity }: Diagnostic, lines: readonly string[], look: Look): string {
  const line = lines[start.line - 1]
  if (line === undefined || line === '') return ''
  const { colors, columns } = look
  const number = String(start.line)
  const gutter = `  ${number} | `
  const from = start.column - 1
  const to = end.line === start.line ? end.column - 1 : line.length
  const { before, marked, after } = windowed(line, { from, to }, Math.max(minCodeColumns, columns - gutter.length))
  const caret = '^'.repeat(Math.max(1, columnsOf(marked)))
  const paint = severity === 'error' ? colors.red : colors.yellow
  const below = colors.dim(`${' '.repeat(number.length + 2)} | `)
  return `${colors.dim(gutter)}${before}${marked}${after}\n${below}${' '.repeat(columnsOf(before))}${paint(caret)}\n`
}

interface Framed {
  readonly before: string
  readonly marked: string
  readonly after: string
}

/** The part of a line around its marked characters that fits into some columns; `…` stands for what is left out. */
function windowed(line: string, { from, to }: { from: number; to: number }, columns: number): Framed {
  // A caret behind the last character takes a column of its own.
  const room = from < line.length ? columns : columns - 1
  if (line.length <= room && isShownAsTyped(line) && columnsOf(line) <= room) {
    return { before: line.slice(0, from), marked: line.slice(from, to), after: line.slice(to) }
  }
  // No more of a line is looked at than could be shown: a line may have a million characters, and as many faults.
  const reach = columns * 2
  const before = shown(segmentsOf(line.slice(Math.max(0, from - reach), from)))
  const marked = shown(segmentsOf(line.slice(from, Math.min(to, from + reach))))
  const after = shown(segmentsOf(line.slice(to, to + reach)))
  const isWhole = from <= reach && to - from <= reach && line.length - to <= reach
  const whole = { before: before.join(''), marked: marked.join(''), after: after.join('') }
  if (isWhole && columnsOf(whole.before + whole.marked + whole.after) <= room) return whole
  const mark = takeStart(marked, columns - 2)
  const isMarkCut = mark.count < marked.length || to - from > reach
  const left = takeEnd(before, Math.floor((columns - mark.columns - 2) / 2))
  const isBeforeCut = left.count < before.length || from > reach
  const right = takeStart(isMarkCut ? [] : after, columns - mark.columns - left.columns - 2)
  const isAfterCut = isMarkCut || right.count < after.length || line.length - to > reach
  return {
    before: `${isBeforeCut ? '…' : ''}${left.text}`,
    marked: mark.text,
    after: `${right.text}${isAfterCut ? '…' : ''}`,
  }
}

function segmentsOf(text: string): string[] {
  return Array.from(graphemesOf(text), ({ segment }) => segment)
}

function shown(segments: readonly string[]): string[] {
  return segments.map((segment) => (segment === '\t' ? '    ' : printable(segment)))
}

interface Taken {
  readonly text: string
  readonly count: number
  readonly columns: number
}

/** As many segments from the start as fit. */
function takeStart(segments: readonly string[], columns: number): Taken {
  let used = 0
  let count = 0
  for (const segment of segments) {
    const next = used + columnsOf(segment)
    if (next > columns) break
    used = next
    count++
  }
  return { text: segments.slice(0, count).join(''), count, columns: used }
}

/** As many segments from the end as fit. */
function takeEnd(segments: readonly string[], columns: number): Taken {
  const { count, columns: used } = takeStart(segments.toReversed(), columns)
  return { text: segments.slice(segments.length - count).join(''), count, columns: used }
}
