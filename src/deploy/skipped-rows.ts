import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { byteOrderMark } from '../diagnostic.ts'
import { onDisk, statOf } from '../project/files/paths.ts'
import { skippedHead, writeOutput } from '../project/files/write-file.ts'
import { notReplaced } from '../project/usage-error.ts'
import type { InvalidRow } from '../recipients/invalid-rows.ts'
import type { Host } from '../session/host.ts'

/** A row that is not sent to, because it is wrong. */
export interface SkippedRow extends InvalidRow {
  /** The message's id. */
  readonly id: string
  /** The path of the list, as people are shown it. */
  readonly list: string
}

interface PlannedRows {
  readonly skipped: readonly SkippedRow[]
  readonly messages: readonly { readonly recipients: { readonly file?: string } }[]
}

/**
 * Writes the rows that a plan leaves out as CSV, with the reason before each: it may be corrected and given as a list.
 * No one else on the machine can read it.
 *
 * @param skipInvalid path of the file, relative to the working directory; nothing is written when undefined
 * @throws UsageError for a path that cannot be written, and for a list of the plan
 */
export async function writeSkippedRows(
  { skipped, messages }: PlannedRows,
  skipInvalid: string | undefined,
  { cwd }: Pick<Host, 'cwd'>,
): Promise<void> {
  if (skipInvalid === undefined) return
  const file = onDisk(resolve(cwd, skipInvalid))
  const lists = messages.map(({ recipients }) => recipients.file)
  if (statOf(file) && lists.includes(realpathSync.native(file))) {
    throw notReplaced(skipInvalid)
  }
  await writeOutput(relative(cwd, file), csvOf(skipped), { cwd, mode: 0o600 })
}

function* csvOf(rows: readonly SkippedRow[]): Generator<string> {
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))]
  yield csvRow([...skippedHead, ...columns], byteOrderMark)
  for (const { id, list, row, reason, cells } of rows) {
    yield csvRow([reason, id, list, String(row), ...columns.map((column) => cells[column] ?? '')])
  }
}

/** Cells are written unchanged, so that the file can be a list too. */
function csvRow(cells: readonly string[], mark = ''): string {
  return `${mark}${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}
