import { graphemesOf } from '../../text/text.ts'
import type { Diagnostic } from '../../diagnostic.ts'
import { columnsOf } from '../terminal/printable.ts'
import { counted, printable, printableLines } from '../../words/printable.ts'
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

/**
 * Prints what is found in files, and how many errors that is.
 *
 * @param notes lines between the two
 */
export function showFound(files: readonly ReportedFile[], terminal: Terminal, notes = ''): void {
  const flagged = files.filter(({ diagnostics }) => diagnostics.length > 0)
  if (flagged.length === 0) return
  terminal.err(`${textReport(flagged, terminal)}\n${notes}`)
  const errors = flagged.map(errorsOf).filter(({ length }) => length > 0)
  const [all, broken] = [errors.flat().length, errors.length]
  if (all > 0)
    terminal.fail({
      en: `${counted(all, 'error')} in ${counted(broken, 'file')}.`,
      ko: `파일 ${broken}개에 오류가 ${all}개 있습니다.`,
    })
}

export function errorsOf({ diagnostics }: Pick<ReportedFile, 'diagnostics'>): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error')
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

/** Cuts a line around its marked characters to fit into some columns; `…` stands for what is left out. */
function windowed(line: string, { from, to }: { from: number; to: number }, columns: number): Framed {
  // Twice the columns are more than fit: a line may have a million characters, and as many faults.
  const reach = columns * 2
  const before = segmentsOf(line.slice(Math.max(0, from - reach), from))
  const marked = segmentsOf(line.slice(from, Math.min(to, from + reach)))
  const after = segmentsOf(line.slice(to, to + reach))
  const whole = { before: before.join(''), marked: marked.join(''), after: after.join('') }
  // A caret behind the last character takes a column of its own.
  const room = from < line.length ? columns : columns - 1
  if (columnsOf(whole.before + whole.marked + whole.after) <= room) return whole
  const mark = fitting(marked, columns - 2)
  const isMarkCut = mark.length < marked.length
  const markColumns = columnsOf(mark.join(''))
  const left = fitting(before.toReversed(), Math.floor((columns - markColumns - 2) / 2)).toReversed()
  const leftColumns = columnsOf(left.join(''))
  const right = fitting(isMarkCut ? [] : after, columns - markColumns - leftColumns - 2)
  return {
    before: `${left.length < before.length ? '…' : ''}${left.join('')}`,
    marked: mark.join(''),
    after: `${right.join('')}${isMarkCut || right.length < after.length ? '…' : ''}`,
  }
}

function segmentsOf(text: string): string[] {
  return Array.from(graphemesOf(text), ({ segment }) => (segment === '\t' ? '    ' : printable(segment)))
}

/** Returns as many segments from the start as fit. */
function fitting(segments: readonly string[], columns: number): readonly string[] {
  let left = columns
  const end = segments.findIndex((segment) => (left -= columnsOf(segment)) < 0)
  return end < 0 ? segments : segments.slice(0, end)
}
