import type { Diagnostic } from '../../diagnostic.ts'
import { columnsOf, fitColumns, printable, printableLines } from '../printable.ts'
import type { Terminal } from '../terminal.ts'

/** A file's diagnostics and the text they speak of. */
export interface ReportedFile {
  readonly path: string
  readonly source: string
  readonly diagnostics: readonly Diagnostic[]
}

type Look = Pick<Terminal, 'colors' | 'columns'>

const minCodeColumns = 20

/** Diagnostics for people: what is wrong, the line it stands on, and a caret under the exact characters. */
export function textReport(files: readonly ReportedFile[], look: Look): string {
  return files
    .flatMap(({ source, diagnostics }) => {
      const lines = source.split(/\r\n|\n|\r/)
      return diagnostics.map((diagnostic) => reportOne(diagnostic, lines, look))
    })
    .join('\n')
}

function reportOne(diagnostic: Diagnostic, lines: readonly string[], look: Look): string {
  const { colors } = look
  const { path, start, severity, message, rule, help } = diagnostic
  const place = `${printable(path)}:${start.line}:${start.column}`
  const paint = severity === 'error' ? colors.red : colors.yellow
  const head = `${colors.bold(place)} ${paint(severity)} ${printable(message)} ${colors.dim(rule)}`
  const frame = codeFrame(diagnostic, lines, look)
  const helpLines =
    help === undefined
      ? []
      : printableLines(help)
          .split('\n')
          .map((line) => `  ${colors.dim(line)}`)
  return [head, ...frame, ...helpLines, ''].join('\n')
}

function codeFrame({ start, end, severity }: Diagnostic, lines: readonly string[], look: Look): string[] {
  const line = lines[start.line - 1]
  if (line === undefined || line === '') return []
  const { colors, columns } = look
  const number = String(start.line)
  const gutter = `  ${number} | `
  const from = start.column - 1
  const to = end.line === start.line ? end.column - 1 : line.length
  const { before, marked, after } = windowed(
    {
      before: expandTabs(line.slice(0, from)),
      marked: expandTabs(line.slice(from, to)),
      after: expandTabs(line.slice(to)),
    },
    Math.max(minCodeColumns, columns - gutter.length),
  )
  const caret = '^'.repeat(Math.max(1, columnsOf(marked)))
  const paint = severity === 'error' ? colors.red : colors.yellow
  return [
    `${colors.dim(gutter)}${before}${marked}${after}`,
    `${colors.dim(`${' '.repeat(number.length + 2)} | `)}${' '.repeat(columnsOf(before))}${paint(caret)}`,
  ]
}

interface Framed {
  readonly before: string
  readonly marked: string
  readonly after: string
}

/** Cuts a long line so that the marked characters stay in sight. */
function windowed({ before, marked, after }: Framed, columns: number): Framed {
  if (columnsOf(before + marked + after) <= columns) return { before, marked, after }
  const shownMark = fitColumns(marked, columns - 2)
  const left = columns - columnsOf(shownMark) - 2
  const room = Math.floor(left / 2)
  const shownBefore = columnsOf(before) <= room ? before : `…${lastColumns(before, room)}`
  const rest = columns - columnsOf(shownBefore) - columnsOf(shownMark) - 1
  const shownAfter = columnsOf(after) <= rest ? after : `${fitColumns(after, rest)}…`
  return { before: shownBefore, marked: shownMark, after: shownAfter }
}

function lastColumns(text: string, columns: number): string {
  let end = text.slice(-columns)
  while (columnsOf(end) > columns) end = end.slice(1)
  return end
}

function expandTabs(text: string): string {
  return text.split('\t').map(printable).join('    ')
}
