import type { Connection } from './connection.ts'
import { isOver, progressChecksum, type SendProgress } from './progress.ts'
import { joined, type SendRow } from './send-row.ts'

/** A row as it stands in the table, and how far its send is. */
export interface Change {
  readonly row: SendRow
  readonly progress: SendProgress
}

/** Rows that follow each other, and go from one progress to another together. */
interface Run {
  readonly first: SendRow
  last: SendRow
  readonly progress: SendProgress
}

/** Brings rows of the table up to date, and erases whom they were sent to where that is over. Within a transaction. */
export function applyChanges(connection: Connection, changes: Iterable<Change>): void {
  const inOrder = [...changes].toSorted((a, b) => a.row.row - b.row.row)
  const runs: Run[] = []
  for (const { row, progress } of inOrder) {
    const run = runs.at(-1)
    if (run && follows(run, row) && run.progress === progress) run.last = row
    else runs.push({ first: row, last: row, progress })
  }
  for (const run of runs) apply(connection, run)
  erase(
    connection,
    inOrder.flatMap(({ row: { personal }, progress }) =>
      personal !== null && isOver(progress.state) ? [personal] : [],
    ),
  )
}

function follows({ last }: Run, { row, progress }: SendRow): boolean {
  return row === last.row + 1 && progress === last.progress
}

function apply(connection: Connection, { first, last, progress }: Run): void {
  const { state, attempt, code, description, claimed_at, settled_at } = progress
  const checksums = joined(progressChecksum(first.progress), progressChecksum(progress))
  const sql =
    'UPDATE send SET state = ?, attempt = ?, code = ?, description = ?, claimed_at = ?, settled_at = ?, ' +
    // The engine knows no exclusive or.
    `checksum = (checksum | ?7) - (checksum & ?7)${isOver(state) ? ', personal = NULL' : ''} WHERE row BETWEEN ? AND ?`
  const values = [state, attempt, code, description, claimed_at, settled_at, checksums, first.row, last.row]
  const { changes } = connection.run(sql, ...values)
  if (changes !== last.row - first.row + 1) throw new Error(`Sends ${first.row} to ${last.row} are not all there.`)
}

/** Zeros of the same size in the same place: see the schema. */
function erase(connection: Connection, personals: readonly number[]): void {
  let [first, last] = [-1, -1]
  const write = (): void => {
    const sql = 'UPDATE personal SET data = zeroblob(length(data)) WHERE personal BETWEEN ? AND ?'
    if (first >= 0) connection.run(sql, first, last)
  }
  for (const personal of personals.toSorted((a, b) => a - b)) {
    if (personal !== last + 1 || first < 0) {
      write()
      first = personal
    }
    last = personal
  }
  write()
}
