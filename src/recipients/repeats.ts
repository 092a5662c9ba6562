import { RowCheck } from './check-row.ts'
import { Findings } from './findings.ts'
import type { RawBatch } from './raw-rows.ts'
import type { SeenKeys } from './seen-keys.ts'

/** What a second reading is asked for. */
export interface Repeats {
  /** Numbers whose first row is to be named. */
  readonly numbers: ReadonlySet<string>
  /** Keys that may come twice. */
  readonly keys: SeenKeys
}

/**
 * Reads a file a second time, to say what one reading in bounded memory cannot: in which row a repeated number came
 * first, and whether a suspected key is really repeated.
 *
 * @returns the first row of each number; one that is gone from a file that was changed meanwhile is missing
 */
export async function readRepeats(
  batches: AsyncIterable<RawBatch>,
  { numbers, keys }: Repeats,
  findings: Findings,
): Promise<ReadonlyMap<string, number>> {
  // What is wrong with the rows themselves was found at the first reading.
  const check = new RowCheck(new Findings(0), 'utf-16')
  const firstRows = new Map<string, number>()
  const firstRowsOfKeys = new Map<string, number>()
  for await (const batch of batches) {
    const keyColumn = batch.columns.findIndex(({ role }) => role === 'key')
    for (const row of batch.rows) {
      const { number, key } = check.check(row, batch)
      if (number !== undefined && numbers.has(number) && !firstRows.has(number)) firstRows.set(number, row.row)
      if (key === undefined || !keys.isSuspect(key)) continue
      const firstRow = firstRowsOfKeys.get(key)
      if (firstRow === undefined) firstRowsOfKeys.set(key, row.row)
      else {
        const site = { row: row.row, column: 'msg_key', place: () => batch.place(row, keyColumn) }
        findings.add('recipient-key-duplicate', site, { firstRow })
      }
    }
    if (keys.suspects === 0 && firstRows.size === numbers.size) break
  }
  return firstRows
}
