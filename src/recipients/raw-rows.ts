import type { Column } from './columns.ts'
import type { FilePlace, Violations } from './violations.ts'
import { type Frame, type FrameBatch, maxRecordBytes, placeOfViolation } from './frames.ts'

/** `=` starts a formula of a spreadsheet. */
const equals = 0x3d

/** A row as its format gives it. */
export interface RawRow {
  readonly row: number
  readonly frame: Frame
  /** In the order of the batch's columns: text, or for NDJSON any JSON value; undefined where there is none. */
  readonly fields: readonly unknown[]
}

/** Some rows that follow each other. */
export interface RawBatch {
  /** Rows that are in order as records, with the place of each field's start in the file. */
  readonly rows: readonly RawRow[]
  readonly place: (row: RawRow, field: number) => FilePlace
  readonly columns: readonly Column[]
  /** How many data rows were read, broken ones included, blank ones not. */
  readonly count: number
}

/** Numbers rows and reports those that are no records; blank ones matter only when rows follow. */
export class RowCounter {
  readonly #violations: Violations
  #row: number
  #blank: { readonly row: number; readonly place: FilePlace } | undefined
  #hasReportedEncoding = false

  /** @param above how many rows stand above the first: 1 where there is a header */
  constructor(violations: Violations, above: 0 | 1 = 0) {
    this.#violations = violations
    this.#row = above
  }

  /** The number of the next row. */
  next(): number {
    this.#row++
    return this.#row
  }

  /** Takes the last row for a blank line. */
  blank(line: number): void {
    this.#blank ??= { row: this.#row, place: { line, column: 1 } }
  }

  /** Takes the last row for one with content. */
  filled(): void {
    const blank = this.#blank
    if (blank === undefined) return
    this.#blank = undefined
    this.#violations.add('recipient-row-blank', { row: blank.row, place: () => blank.place }, {})
  }

  /** Reports a frame that is no record; `row` is absent for the header. */
  broken(batch: FrameBatch, frame: Frame, row?: number): void {
    const violations = this.#violations
    const site = { ...(row !== undefined && { row }), place: () => placeOfViolation(batch, frame) }
    switch (frame.type) {
      case 'record':
        return
      case 'utf16':
        violations.add('recipients-utf16', site, {})
        return
      case 'not-utf8':
        // Where one row is in another encoding all of them are: once says it.
        if (!this.#hasReportedEncoding) violations.add('recipients-not-utf8', site, {})
        this.#hasReportedEncoding = true
        return
      case 'quote-unclosed':
        violations.add('recipient-quote-unclosed', site, { maxBytes: maxRecordBytes })
        return
      case 'quote-misplaced':
        violations.add(
          'recipient-quote-misplaced',
          site,
          batch.bytes[frame.at - 1] === equals ? { isFormula: true } : {},
        )
        return
      case 'too-large':
        violations.add('recipient-row-too-large', site, { maxBytes: maxRecordBytes })
    }
  }
}
