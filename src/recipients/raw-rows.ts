import type { Column } from './columns.ts'
import type { FilePlace } from './violations.ts'

export interface RawRow {
  /** As a spreadsheet counts it: from 1, the header of a CSV and blank rows included. */
  readonly row: number
  /** The line on which it starts, from 1. */
  readonly line: number
  /** In the order of the batch's columns: text, or for NDJSON any JSON value; undefined where there is none. */
  readonly fields: readonly unknown[]
}

export interface RawBatch {
  /** Rows that are in order as records, with the place of each field's start in the file. */
  readonly rows: readonly RawRow[]
  /** Rows with too many or too few fields. */
  readonly broken?: readonly RawRow[]
  readonly place: (row: RawRow, field: number) => FilePlace
  readonly columns: readonly Column[]
  /** Count of data rows, faulty ones included, blank ones not. */
  readonly count: number
}
