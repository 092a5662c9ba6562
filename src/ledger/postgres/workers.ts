import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { LedgerError } from '../ledger-error.ts'
import { atTheirRows, recordOutcomes } from './claims.ts'
import type { Run, Session } from './connection.ts'
import { OutcomeFile } from './outcome-file.ts'
import type { LedgerRef } from './rows.ts'
import { personalTable, schemaVersion } from './schema.ts'

/**
 * Adds a worker and takes its lock, which the server holds for as long as the session lives: whoever can take it knows
 * that the worker is gone.
 *
 * @param before the same worker in a session before: what stops those that run stops it too
 * @returns the worker's number
 * @throws LedgerError `newer-version` when the tables were upgraded meanwhile
 */
export async function register(session: Session, { ledger, path }: LedgerRef, before = 0): Promise<number> {
  const [row] = await session.query(
    'INSERT INTO worker (ledger, host, pid, backend, started_at) SELECT $1, $2, $3, pg_backend_pid(), ' +
      'coalesce((SELECT started_at FROM worker WHERE worker = $4), clock_timestamp()) FROM version WHERE version = $5 ' +
      'RETURNING worker, ' +
      'pg_advisory_lock(hashtext(current_schema()), -worker)',
    ledger,
    hostname(),
    process.pid,
    before,
    schemaVersion,
  )
  if (row) return Number(row['worker'])
  const [found] = await session.query('SELECT version FROM version')
  const version = Number(found?.['version'])
  throw new LedgerError({ type: 'newer-version', path, version, known: schemaVersion })
}

/** Sends that worker `$1` has in flight. */
const inflightOfWorker =
  "state = 'inflight' AND send.worker = $1 AND row BETWEEN (SELECT lowest FROM worker WHERE worker = $1) " +
  'AND (SELECT highest FROM worker WHERE worker = $1)'

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
          `WHERE ${inflightOfWorker} RETURNING 1 AS one`,
        Number(worker),
      )
      return rows.length
    })
  }
  return recovered
}

/** Returns how many workers of a ledger have their locks. */
export async function countWorkers(session: Session, { ledger }: LedgerRef): Promise<number> {
  const [row] = await session.quick(
    'SELECT count(*) AS workers FROM worker WHERE ledger = $1 AND ended_at IS NULL AND EXISTS (SELECT 1 FROM pg_locks ' +
      "WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) " +
      'AND classid::bigint = hashtext(current_schema())::bigint & 4294967295 ' +
      'AND objid::bigint = -worker.worker::bigint & 4294967295 AND objsubid = 2)',
    ledger,
  )
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
      "UPDATE send SET state = 'pending', claimed_at = NULL, personal = CASE WHEN held IS NULL THEN personal END " +
        `WHERE ${inflightOfWorker} RETURNING row, personal`,
      before,
    )
    const held = back.filter(({ personal }) => personal === null).map(({ row }) => Number(row))
    if (held.length > 0) {
      const personal = personalTable(Number(ended['release']))
      await run(`DELETE FROM ${personal} WHERE personal = ANY ($1)`, held)
    }
    await run(
      'UPDATE worker SET inflight = $2, release = $3, lowest = $4, highest = $5 WHERE worker = $1',
      now,
      inflight.length,
      ended['release'] as number,
      inflight.length > 0 ? Math.min(...inflight) : null,
      inflight.length > 0 ? Math.max(...inflight) : null,
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

/**
 * Records what workers of this machine that are no more left for the database.
 *
 * @returns how many outcomes came after a person had decided
 */
export async function recordLeft(
  session: Session,
  ledger: LedgerRef,
  { outcomesIn, worker }: { readonly outcomesIn?: string | undefined; readonly worker: number },
): Promise<number> {
  const run: Run = (sql, ...values) => session.query(sql, ...values)
  let tooLate = 0
  for (const left of new OutcomeFile(outcomesIn, ledger.lineage).left()) {
    tooLate += await recordOutcomes(run, await atTheirRows(run, ledger, left.outcomes), worker)
    left.remove()
  }
  return tooLate
}

/** Keeps every worker of a ledger that runs from claiming anything more. */
export async function pauseWorkers(run: Run, { ledger }: LedgerRef, note: string): Promise<void> {
  await run('INSERT INTO pause (ledger, by, note) VALUES ($1, $2, $3)', ledger, hostname(), note)
}

/** Makes a worker one that starts now: pauses from before do not concern it. */
export async function goOn(run: Run, worker: number): Promise<void> {
  await run('UPDATE worker SET started_at = clock_timestamp() WHERE worker = $1', worker)
}

/** @throws LedgerError `paused` when another worker stopped all of them since this one began */
export async function refusePaused(run: Run, { ledger, path }: LedgerRef, worker: number): Promise<void> {
  const [row] = await run(
    'SELECT by, note FROM pause WHERE ledger = $1 AND at > (SELECT started_at FROM worker WHERE worker = $2) ORDER BY at LIMIT 1',
    ledger,
    worker,
  )
  if (row === undefined) return
  throw new LedgerError({ type: 'paused', path, by: String(row['by']), note: String(row['note']) })
}
