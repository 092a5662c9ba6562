import { relative, resolve } from 'node:path'
import { sendStates } from '../ledger/ledger.ts'
import { openLedgerReader } from '../ledger/sqlite/open-ledger.ts'
import { statOf } from '../project/file-kind.ts'
import { writeOutput } from '../project/output-file.ts'
import { UsageError } from '../project/usage-error.ts'
import { printable } from './printable.ts'
import { Progress } from './progress.ts'
import type { ReleaseReport } from './release-report.ts'
import { csvHead, csvRow } from './sends-csv.ts'
import { statusWords } from './status-words.ts'
import type { Terminal } from './terminal.ts'

/**
 * Writes every send of the releases as CSV; memory does not grow with them.
 *
 * @param csv a file, or `-` for the standard output
 * @throws UsageError for a file that cannot be written
 */
export async function exportSends(csv: string, reports: readonly ReleaseReport[], terminal: Terminal): Promise<void> {
  const words = statusWords[terminal.lang]
  const total = reports.reduce((sum, { counts }) => sum + sendStates.reduce((all, state) => all + counts[state], 0), 0)
  const progress = new Progress(terminal, words.writingCsv, total)
  let written = 0
  const pieces = inPieces(reports, () => progress.update(++written))
  try {
    if (csv === '-') {
      for (const piece of pieces) {
        terminal.out(piece)
        await terminal.flushed()
      }
      return
    }
    const path = resolve(terminal.cwd, csv)
    // Whoever names the ledger itself by mistake would lose the record of what was sent.
    if (reports.some((report) => isSameFile(report.path, path))) {
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

/** Rows together as pieces that are worth a write each. */
function* inPieces(reports: readonly ReleaseReport[], onRow: () => void): Generator<string> {
  let piece = csvHead
  for (const row of rowsOf(reports)) {
    piece += row
    onRow()
    if (piece.length < pieceUnits) continue
    yield piece
    piece = ''
  }
  yield piece
}

function* rowsOf(reports: readonly ReleaseReport[]): Generator<string> {
  for (const { release, target, path } of reports) {
    const reader = openLedgerReader({ path, target })
    try {
      for (const send of reader.sends({ release })) yield csvRow({ ...send, release, target })
    } finally {
      reader.close()
    }
  }
}
