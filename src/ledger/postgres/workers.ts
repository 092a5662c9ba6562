import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { LedgerError } from '../ledger-error.ts'
import type { Session } from './connection.ts'
import type { LedgerRef } from './rows.ts'
import { personalTable } from './schema.ts'

/**
 * Adds a worker and takes its lock, which the server holds for as long as the session lives: whoever can take it knows
 * that the worker is gone.
 *
 * @param before the same worker in a session before: what stops those that run stops it too
 * @returns the worker's number
 */
export async function register(session: Session, { ledger }: LedgerRef, before = 0): Promise<number> {
  const [row] = await session.query(
    'INSERT INTO worker (ledger, host, pid, backend, started_at) VALUES ($1, $2, $3, pg_backend_pid(), ' +
      'coalesce((SELECT started_at FROM worker WHERE worker = $4), clock_timestamp())) RETURNING worker, ' +
      'pg_advisory_lock(hashtext(current_schema()), -worker)',
    ledger,
    hostname(),
    process.pid,
    before,
  )
  return Number(row?.['worker'])
}

/**
 * Makes what workers have claimed unknown whose sessions the server has ended.
 *
 * @param own the worker that looks; 0 for none
 * @returns how many sends that are
 */
export async function recoverDead(session: Session, { ledger }: LedgerRef, own: number): Promise<number> {
  const workers = await session.query(
    'SELECT worker FROM worker WHERE ledger = $1 AND ended_at IS NULL AND worker <> $2',
    ledger,
    own,
  )
  let recovered = 0
  for (const { worker } of workers) {
    recovered += await session.transaction(async (run) => {
      const lock = 'SELECT pg_try_advisory_xact_lock(hashtext(current_schema()), -$1::int) AS gone'
      const [row] = await run(lock, Number(worker))
      if (row?.['gone'] !== true) return 0
      const [ended] = await run(
        'UPDATE worker SET ended_at = clock_timestamp() WHERE worker = $1 AND ended_at IS NULL RETURNING inflight',
        Number(worker),
      )
      if (ended === undefined || Number(ended['inflight']) === 0) return 0
      const rows = await run(
        "UPDATE send SET state = 'unknown', held = NULL, settled_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint " +
          "WHERE state = 'inflight' AND worker = $1 RETURNING 1 AS one",
        Number(worker),
      )
      return rows.length
    })
  }
  return recovered
}

/** Returns how many workers of a ledger there are; `own` is the one that looks, 0 for none. */
export async function countWorkers(session: Session, ledger: LedgerRef, own: number): Promise<number> {
  await recoverDead(session, ledger, own)
  const sql = 'SELECT count(*) AS workers FROM worker WHERE ledger = $1 AND ended_at IS NULL'
  const [row] = await session.quick(sql, ledger.ledger)
  return Number(row?.['workers'])
}

/** Marks a worker as ended that has nothing in flight. */
export async function endWorker(session: Session, worker: number): Promise<void> {
  await session.query('UPDATE worker SET ended_at = clock_timestamp() WHERE worker = $1 AND inflight = 0', worker)
}

/** How long the server is given to end a session. */
const endMs = 20_000

/**
 * Gives a worker the claims that it had in a session before. That session is ended first, so that nothing is claimed in it
 * any more; claims that the worker never heard of were never sent, and are pending again.
 */
export async function takeOver(
  session: Session,
  { ledger }: LedgerRef,
  { before, now, inflight }: { readonly before: number; readonly now: number; readonly inflight: readonly number[] },
): Promise<void> {
  const [old] = await session.query('SELECT backend FROM worker WHERE worker = $1', before)
  const begun = performance.now()
  const lock = 'SELECT pg_try_advisory_lock(hashtext(current_schema()), -$1::int) AS gone'
  for (;;) {
    const [row] = await session.query(lock, before)
    if (row?.['gone'] === true) break
    if (performance.now() - begun > endMs)
      throw new LedgerError({ type: 'connection-lost', path: session.path, code: 'ETIMEDOUT' })
    await session.query('SELECT pg_terminate_backend($1)', Number(old?.['backend']))
    await delay(50)
  }
  await session.transaction(async (run) => {
    const [ended] = await run(
      'UPDATE worker SET ended_at = clock_timestamp() WHERE worker = $1 AND ended_at IS NULL RETURNING release',
      before,
    )
    // Another worker was quicker, and made them unknown; outcomes are recorded all the same.
    if (ended === undefined) return
    await run(
      "UPDATE send SET worker = $2 WHERE state = 'inflight' AND worker = $1 AND row = ANY ($3)",
      before,
      now,
      inflight,
    )
    const back = await run(
      "UPDATE send SET state = 'pending', claimed_at = NULL WHERE state = 'inflight' AND worker = $1 " +
        'RETURNING 1 AS one',
      before,
    )
    await run(
      'UPDATE worker SET inflight = $2, release = $3 WHERE worker = $1',
      now,
      inflight.length,
      ended['release'] as number,
    )
    if (back.length > 0) {
      await run(
        'UPDATE release SET reopened = reopened + 1 WHERE release = $1 AND ledger = $2',
        ended['release'] as number,
        ledger,
      )
    }
  })
  await session.query('SELECT pg_advisory_unlock(hashtext(current_schema()), -$1::int)', before)
}

/** Drops the numbers and values of a release of which nothing is left to send or to decide. */
export async function dropIfOver(session: Session, release: number): Promise<void> {
  await session.transaction(async (run) => {
    const [row] = await run('SELECT 1 AS one FROM release WHERE release = $1 FOR UPDATE', release)
    if (!row) return
    const open = await run(
      'SELECT 1 AS one FROM send WHERE message IN (SELECT message FROM message WHERE release = $1) ' +
        'AND personal IS NOT NULL LIMIT 1',
      release,
    )
    const [busy] = await run('SELECT 1 AS one FROM preparation WHERE release = $1 AND finished_at IS NULL', release)
    if (open.length === 0 && !busy) await run(`DROP TABLE IF EXISTS ${personalTable(release)}`)
  })
}
