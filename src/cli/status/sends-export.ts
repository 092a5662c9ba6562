import { relative, resolve } from 'node:path'
import { type SendRecord, sendStates } from '../../ledger/ledger.ts'
import { statOf } from '../../project/files/paths.ts'
import { writeOutput } from '../../project/files/output-file.ts'
import { UsageError } from '../../project/usage-error.ts'
import { printable } from '../terminal/printable.ts'
import type { ReleaseReport } from '../../deploy/report.ts'
import { statusWords } from './status-words.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { byteOrderMark } from '../../diagnostic.ts'
import { koreanTime } from '../../contract/korean-time.ts'

/**
 * Writes every send of the releases as CSV; memory does not grow with them.
 *
 * @param csv a file, or `-` for the standard output
 * @throws UsageError for a file that cannot be written
 */
export async function exportSends(csv: string, reports: readonly ReleaseReport[], terminal: Terminal): Promise<void> {
  const words = statusWords[terminal.lang]
  const total = reports.reduce((sum, { counts }) => sum + sendStates.reduce((all, state) => all + counts[state], 0), 0)
  const progress = terminal.progress('exporting', total)
  let written = 0
  const pieces = inPieces(reports, (rows) => progress.update((written += rows)))
  try {
    if (csv === '-') {
      for await (const piece of pieces) {
        terminal.out(piece)
        await terminal.flushed()
      }
      return
    }
    const path = resolve(terminal.cwd, csv)
    // Whoever names the ledger itself by mistake would lose the record of what was sent.
    if (reports.some((report) => isSameFile(report.store.path, path))) {
      throw new UsageError({ type: 'unwritable', path: csv, reason: 'ledger' })
    }
    await writeOutput(csv, pieces, { cwd: terminal.cwd, kind: 'csv', folders: 'there' })
  } finally {
    progress.end()
  }
  if (terminal.verbosity === 'quiet') return
  terminal.err(`${words.csvWritten(written, printable(relative(terminal.cwd, resolve(terminal.cwd, csv))))}\n`)
}

function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((path) => statOf(path))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}

const pieceUnits = 65_536

/** The rows, in pieces that are worth a write each. */
async function* inPieces(reports: readonly ReleaseReport[], onRows: (rows: number) => void): AsyncGenerator<string> {
  let piece = csvHead
  for (const { release, store } of reports) {
    const { target } = store
    const reader = await store.read()
    try {
      for await (const sends of reader.sends({ release })) {
        for (const send of sends) piece += csvRow({ ...send, release, target })
        onRows(sends.length)
        if (piece.length < pieceUnits) continue
        yield piece
        piece = ''
      }
    } finally {
      await reader.close()
    }
  }
  yield piece
}

/** A send and whose it is. */
export interface ExportedSend extends SendRecord {
  readonly release: string
  readonly target: string
}

/** The columns and their cells. Times are ISO 8601 in Korean time. */
const columns: { readonly [name: string]: (send: ExportedSend) => string } = {
  target: ({ target }) => target,
  release: ({ release }) => printable(release),
  id: ({ id }) => id,
  msg_key: ({ key }) => printable(key),
  receiver_number: ({ masked }) => masked,
  ref: ({ ref = '' }) => printable(ref),
  state: ({ state }) => state,
  attempt: ({ attempt }) => String(attempt),
  code: ({ code = '' }) => printable(code),
  description: ({ description = '' }) => printable(description),
  prepared_at: ({ preparedAt }) => koreanTime(preparedAt),
  claimed_at: ({ claimedAt }) => timeOr(claimedAt),
  settled_at: ({ settledAt }) => timeOr(settledAt),
}

/** The first row. Excel takes a file for UTF-8, and Hangul for what it is, only with the mark before it. */
const csvHead: string = `${byteOrderMark}${Object.keys(columns).join(',')}\r\n`

/** A send as a row of CSV (RFC 4180). */
function csvRow(send: ExportedSend): string {
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
