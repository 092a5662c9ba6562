import { HighWaterMarks } from '../high-water.ts'
import { type LedgerIdentity, sealOfIdentity } from '../identity.ts'
import { LedgerError, type LockHolder } from '../ledger-error.ts'
import {
  type ArrivingLedger,
  type FoundAtPlace,
  type LeavingLedger,
  type MovedIdentity,
  recordsOf,
  writeRecords,
} from '../records.ts'
import { type Run, type Session } from './connection.ts'
import { keepsFromProving } from './locks.ts'
import { sinkOf, sourceOf } from './moved-rows.ts'
import { addMovedResults, movedResults, movedResultsOf, proveAll } from './results.ts'
import type { LedgerRef } from './rows.ts'
import { allowed, makeTables, personalTable, schemaVersion, serverOf } from './schema.ts'

/** What a ledger that is arriving says of where it was moved: it cannot be used before its move is over. */
export const isArriving = ''

/** The number of a worker's last claim, as a number that only grows from worker to worker. */
export const claimsPerWorker = 1_000_000_000

/** The host of the worker that stands for all that happened to a ledger before it was moved here. */
const before = ''

/** Returns the number of the last claim of a ledger. */
async function sequenceOf(session: Session, { ledger }: LedgerRef): Promise<number> {
  const [row] = await session.query(
    'SELECT coalesce(max(CASE WHEN host = $2 THEN claims ELSE worker::bigint * $3 + claims END), 0) AS sequence ' +
      'FROM worker WHERE ledger = $1',
    ledger,
    before,
    claimsPerWorker,
  )
  return Number(row?.['sequence'])
}

/** Returns whether a database has a claim that a machine knows of, made here or before the ledger was moved here. */
export async function hasClaim(session: Session, { ledger }: LedgerRef, sequence: number): Promise<boolean> {
  const rows = await session.query(
    'SELECT 1 AS one FROM worker WHERE ledger = $1 AND ((worker = $2 AND claims >= $3) OR (host = $4 AND claims >= $5))',
    ledger,
    Math.floor(sequence / claimsPerWorker),
    sequence % claimsPerWorker,
    before,
    sequence,
  )
  return rows.length > 0
}

/** Returns the error that names who sends from a ledger. */
export async function inUse(session: Session, ledger: LedgerRef | undefined): Promise<LedgerError> {
  const { path } = session
  if (ledger === undefined) return new LedgerError({ type: 'in-use', path, workers: [] })
  const rows = await session.query(
    'SELECT host, pid, (extract(epoch FROM started_at) * 1000)::bigint AS since FROM worker ' +
      'WHERE ledger = $1 AND ended_at IS NULL ORDER BY worker',
    ledger.ledger,
  )
  const workers = rows.map(({ host, pid, since }): LockHolder => ({
    host: String(host),
    pid: Number(pid),
    since: Number(since),
  }))
  return new LedgerError({ type: 'in-use', path, workers })
}

/** A ledger as it is found in a schema, in use or not. */
export interface FoundLedger extends LedgerRef {
  readonly reason?: string
  /** Where it was moved, or `isArriving`. */
  readonly movedTo?: string
}

/** Returns a ledger that is to be moved; the session has the lock of all of it. */
export async function leaveDatabase(session: Session, found: FoundLedger): Promise<LeavingLedger> {
  const { ledger, lineage, target, secret, reason, movedTo, path } = found
  const count =
    'SELECT count(*) AS sends FROM send WHERE message IN (SELECT message FROM message JOIN release USING (release) ' +
    'WHERE ledger = $1)'
  await keepsFromProving(session, ledger)
  const [row] = await session.query(count, ledger)
  return {
    path,
    identity: {
      lineage,
      target,
      secret,
      sequence: await sequenceOf(session, found),
      ...(reason !== undefined && { reason }),
    },
    sends: Number(row?.['sends']),
    ...(movedTo !== undefined && { movedTo }),
    records: () => recordsOf(sourceOf(session, found)),
    results: () => movedResults(session, found),
    markMoved: async (to) => {
      await session.query('UPDATE ledger SET moved_to = $2 WHERE ledger = $1', ledger, to)
    },
    erase: () => dropPersonal(session, ledger),
    close: () => session.close(),
  }
}

async function dropPersonal(session: Session, ledger: number): Promise<void> {
  const releases = await session.query('SELECT release FROM release WHERE ledger = $1', ledger)
  // One after the other: the server locks each, and has room for so many locks of a transaction.
  for (const { release } of releases) await session.query(`DROP TABLE IF EXISTS ${personalTable(Number(release))}`)
}

export interface ArrivalOptions {
  readonly schema: string
  readonly target: string
  readonly place: string
  /** What is there. */
  readonly found: FoundLedger | undefined
  /** Absolute path of the folder that says how far this machine knows ledgers to be. */
  readonly marksIn: string | undefined
  readonly now: () => number
}

/** Returns the place for a ledger that is moved into a schema; the session has the lock of what is there. */
export function receiveInto(session: Session, options: ArrivalOptions): ArrivingLedger {
  const { schema, target, place, found, marksIn, now } = options
  let copy = found
  return {
    path: session.path,
    place,
    found: foundAs(found),
    occupied: new LedgerError({ type: 'target-taken', path: place, target }),
    take: async (leaving, records) => {
      if (leaving.refused) throw leaving.refused
      await allowed(session, schema, async () => {
        await makeTables(session, schema)
        if (found) await dropPersonal(session, found.ledger)
        const { sends } = leaving
        const [counter] = await session.query('UPDATE counter SET next = next + $1 RETURNING next', sends)
        const firstRow = Number(counter?.['next']) - sends
        const server = await serverOf(session)
        copy = await session.transaction(async (run) => {
          if (found) await remove(run, found.ledger)
          const ref = await addLedger(run, leaving.identity, { ...server, path: session.path })
          await writeRecords(records, sinkOf({ session, run, ledger: ref, firstRow }))
          return ref
        })
        await session.query('ANALYZE send')
      })
    },
    records: () => {
      if (copy === undefined) throw new Error('Nothing was copied yet.')
      return recordsOf(sourceOf(session, copy))
    },
    addResults: async (results) => {
      if (copy === undefined) throw new Error('Nothing was copied yet.')
      return addMovedResults(session, copy, results)
    },
    resultsOf: async (sends) => {
      if (copy === undefined) throw new Error('Nothing was copied yet.')
      return movedResultsOf(session, copy, sends)
    },
    activate: async () => {
      if (copy === undefined) throw new Error('Nothing was copied yet.')
      const ref = copy
      await session.transaction(async (run) => {
        await proveAll(run, ref, now())
        await run('UPDATE ledger SET moved_to = NULL WHERE ledger = $1', ref.ledger)
      })
      if (marksIn === undefined) return
      const marks = new HighWaterMarks(marksIn)
      marks.move(copy.lineage, copy.path)
      marks.close()
    },
    close: () => session.close(),
  }
}

function foundAs(found: FoundLedger | undefined): FoundAtPlace {
  if (found === undefined) return { type: 'nothing' }
  const { lineage, movedTo } = found
  const type = movedTo === undefined ? 'ledger' : movedTo === isArriving ? 'unfinished' : 'moved-away'
  return { type, lineage }
}

/** Removes a copy that was not finished, or what a ledger left that comes back. Within a transaction. */
async function remove(run: Run, ledger: number): Promise<void> {
  const releases = 'SELECT release FROM release WHERE ledger = $1'
  const messages = `SELECT message FROM message WHERE release IN (${releases})`
  for (const table of ['decision', 'result'])
    await run(`DELETE FROM ${table} WHERE row IN (SELECT row FROM send WHERE message IN (${messages}))`, ledger)
  await run(`DELETE FROM send WHERE message IN (${messages})`, ledger)
  for (const table of ['message', 'preparation'])
    await run(`DELETE FROM ${table} WHERE release IN (${releases})`, ledger)
  for (const table of [
    'release',
    'image',
    'plan',
    'pause',
    'slowing',
    'lost_release',
    'recovery',
    'worker',
    'ledger',
  ]) {
    await run(`DELETE FROM ${table} WHERE ledger = $1`, ledger)
  }
}

async function addLedger(
  run: Run,
  { lineage, target, secret, reason, sequence }: MovedIdentity,
  { system, timeline, path }: Awaited<ReturnType<typeof serverOf>> & { readonly path: string },
): Promise<LedgerRef> {
  const identity: LedgerIdentity = { version: schemaVersion, lineage, target, secret }
  const [row] = await run(
    'INSERT INTO ledger (target, lineage, secret, seal, reason, system, timeline, moved_to) ' +
      'VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ledger',
    target,
    lineage,
    secret,
    sealOfIdentity(identity),
    reason ?? null,
    system,
    timeline,
    isArriving,
  )
  const ledger = Number(row?.['ledger'])
  const numbers = "pg_get_serial_sequence('worker', 'worker')"
  // Claims of workers here come after everything that a machine knows of the ledger.
  const first = Math.floor(sequence / claimsPerWorker) + 1
  await run(`SELECT setval(${numbers}, greatest(nextval(${numbers}), $1))`, first)
  await run(
    'INSERT INTO worker (ledger, host, pid, backend, claims, ended_at) VALUES ($1, $2, 0, 0, $3, clock_timestamp())',
    ledger,
    before,
    sequence,
  )
  return { ...identity, ledger, path }
}
