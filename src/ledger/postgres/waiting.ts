import { holdText } from '../hold.ts'
import { numberIn } from '../send.ts'
import type { HeldSend, WaitingSend } from '../hold.ts'
import type { Ledger } from '../ledger.ts'
import { keyTakenSql, refuseTakenKey } from '../states.ts'
import type { Run } from './connection.ts'
import { waitsInTransaction } from './locks.ts'
import { knownRelease, type LedgerRef, messagesOf } from './rows.ts'
import { hasPersonalTable, personalTable } from './schema.ts'

const rowsAtOnce = 5_000

/** What of a ledger is about sends that wait. */
export function waitingIn(run: Run, ledger: LedgerRef): Pick<Ledger, 'waiting' | 'hold'> {
  return {
    waiting: (release) => waitingSends(run, ledger, release),
    hold: (release, sends) => holdSends(run, ledger, release, sends),
  }
}

/** Returns what is left to send of a release with its numbers, also what others have claimed, in parts. */
async function* waitingSends(run: Run, ledger: LedgerRef, name: string): AsyncGenerator<readonly WaitingSend[]> {
  const { release } = await knownRelease(run, ledger, name)
  if (!(await hasPersonalTable(run, release))) return
  const sql =
    `SELECT row, left(data, 64) AS data FROM send JOIN ${personalTable(release)} USING (personal) WHERE message = $1 ` +
    "AND state IN ('pending', 'deferred', 'inflight') AND held IS NULL AND row > $2 " +
    `ORDER BY row LIMIT ${rowsAtOnce}`
  for (const { message, id } of await messagesOf(run, release)) {
    for (let last = 0; ;) {
      const rows = await run(sql, message, last)
      const end = rows.at(-1)
      if (end === undefined) break
      yield rows.map(({ row, data }) => ({ row: Number(row), id, number: numberIn(String(data)) }))
      last = Number(end['row'])
    }
  }
}

/** Holds sends that left not yet, in one statement. Returns how many. */
async function holdSends(run: Run, ledger: LedgerRef, name: string, sends: readonly HeldSend[]): Promise<number> {
  const { release } = await knownRelease(run, ledger, name)
  if (sends.length === 0 || !(await hasPersonalTable(run, release))) return 0
  const rows = await run(
    'WITH given AS (SELECT * FROM unnest($1::bigint[], $2::text[]) AS given (row, reason)), ' +
      "changed AS (UPDATE send SET held = reason, personal = CASE WHEN state = 'inflight' THEN personal END FROM given " +
      "WHERE send.row = given.row AND held IS NULL AND state IN ('pending', 'deferred', 'inflight') " +
      'RETURNING send.row, send.personal), ' +
      `erased AS (DELETE FROM ${personalTable(release)} WHERE personal IN ` +
      '(SELECT row FROM changed WHERE personal IS NULL)) SELECT 1 AS one FROM changed',
    sends.map(({ row }) => row),
    sends.map(({ hold }) => holdText(hold)),
  )
  return rows.length
}

/** Says that a worker sends a release. Within a transaction, and one after the other: the later one of two is refused. */
export async function beginSending(
  run: Run,
  ledger: LedgerRef,
  { release: name, worker }: { readonly release: string; readonly worker: number },
): Promise<void> {
  const { release } = await knownRelease(run, ledger, name)
  await waitsInTransaction(run, `begin sending ${ledger.ledger}`)
  await run('UPDATE worker SET release = $2 WHERE worker = $1', worker, release)
  const sending =
    'SELECT worker.release FROM worker WHERE ledger = $2 AND ended_at IS NULL AND worker.release IS NOT NULL'
  const sql = `${keyTakenSql(`of_other.release IN (${sending})`)} AND message.release = $1 AND release.ledger = $2 LIMIT 1`
  const [found] = await run(sql, release, ledger.ledger)
  refuseTakenKey(name, found)
}

/** Makes deferred sends of a release pending. Within a transaction. Returns how many. */
export async function resume(run: Run, ledger: LedgerRef, name: string): Promise<number> {
  const { release } = await knownRelease(run, ledger, name)
  const rows = await run(
    "UPDATE send SET state = 'pending', code = NULL, description = NULL, claimed_at = NULL, settled_at = NULL " +
      "WHERE state = 'deferred' AND held IS NULL AND message IN (SELECT message FROM message WHERE release = $1) " +
      'RETURNING 1 AS one',
    release,
  )
  if (rows.length > 0) await run('UPDATE release SET reopened = reopened + 1 WHERE release = $1', release)
  return rows.length
}
