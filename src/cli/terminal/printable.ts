import stringWidth from 'string-width'
import { grouped, printableJsonText } from '../../words/printable.ts'

/**
 * Data as JSON that is safe to print and still exact, as a whole text: what a reader could not see or trust is written as
 * an escape of JSON, so that paths and fixes are parsed as they are.
 */
export function jsonText(data: unknown, form: 'indented' | 'line' = 'indented'): string {
  return `${printableJsonText(JSON.stringify(data, null, form === 'line' ? undefined : 2))}\n`
}

/** With the mark of what is left out, which stands in every line that is cut. */
const narrowOrHangul = /^[\x20-\x7e\u2026\uac00-\ud7a3]*$/
const hangul = /[\uac00-\ud7a3]/g

/** The number of columns that text takes on a terminal: a Hangul syllable two, a combining mark none. */
export function columnsOf(text: string): number {
  if (narrowOrHangul.test(text)) return text.length + (text.match(hangul)?.length ?? 0)
  return stringWidth(text, { countAnsiEscapeCodes: true })
}

/** Rows of cells as lines whose columns stand under each other; numbers to the right. */
export function textTable(rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? grouped(cell) : cell)))
  const widths = (texts[0] ?? []).map((_, at) => Math.max(...texts.map((row) => columnsOf(row[at] ?? ''))))
  const isNumeric = widths.map((_, at) => rows.some((row) => typeof row[at] === 'number'))
  return texts.map((row) =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - columnsOf(cell))
        return isNumeric[at] ? `${space}${cell}` : `${cell}${space}`
      })
      .join('  ')
      .trimEnd(),
  )
}
