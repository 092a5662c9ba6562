import { columnsOf } from './printable.ts'

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

/** A number with its thousands apart: `1,234,567`. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
