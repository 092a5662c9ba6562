import type { SendRecord } from '../ledger/ledger.ts'
import { koreanTime } from '../words/korean-time.ts'
import { printable } from './printable.ts'

/** A send and whose it is. */
export interface SendOf extends SendRecord {
  readonly release: string
  readonly target: string
}

/** The columns and their cells. Times are ISO 8601 in Korean time. */
const columns: { readonly [name: string]: (send: SendOf) => string } = {
  target: ({ target }) => target,
  release: ({ release }) => printable(release),
  id: ({ id }) => id,
  msg_key: ({ key }) => printable(key),
  receiver_number: ({ masked }) => masked,
  state: ({ state }) => state,
  attempt: ({ attempt }) => String(attempt),
  code: ({ code = '' }) => printable(code),
  description: ({ description = '' }) => printable(description),
  prepared_at: ({ preparedAt }) => koreanTime(preparedAt),
  claimed_at: ({ claimedAt }) => timeOr(claimedAt),
  settled_at: ({ settledAt }) => timeOr(settledAt),
}

/** The first row. Excel takes a file for UTF-8, and Hangul for what it is, only with the mark before it. */
export const csvHead: string = `\uFEFF${Object.keys(columns).join(',')}\r\n`

/** A send as a row of CSV (RFC 4180). */
export function csvRow(send: SendOf): string {
  const cells = Object.values(columns).map((cellOf) => csvCell(cellOf(send)))
  return `${cells.join(',')}\r\n`
}

/** Spreadsheets take a cell that starts so for a formula, and would run it; an apostrophe makes it text. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** A cell of CSV: what could start a formula is defused, what would end the cell is quoted. */
export function csvCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function timeOr(at: number | undefined): string {
  return at === undefined ? '' : koreanTime(at)
}
