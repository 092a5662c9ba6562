import { HighWaterMarks } from '../high-water.ts'
import { type LedgerIdentity, type SealedTable, sealOfIdentity } from '../identity.ts'
import { corrupt, LedgerError, type LockHolder } from '../ledger-error.ts'
import {
  type ArrivingLedger,
  type FoundAtPlace,
  type LeavingLedger,
  type MovedIdentity,
  type NamedRow,
  type NewStoredSend,
  recordsOf,
  type RecordSink,
  type RecordSource,
  writeRecords,
} from '../records.ts'
import type { MovedResult } from '../results.ts'
import { fixedChecksum, type StoredSend } from '../send.ts'
import { copyText, type PgValue, type Run, type Session } from './connection.ts'
import { keepsFromProving } from './locks.ts'
import { makePersonalTable } from './prepare.ts'
import { insertResults, proveAll, type ResultRow } from './results.ts'
import { insertAllSealed, type LedgerRef, sealedRows, sendColumns, sendIn } from './rows.ts'
import { allowed, makeTables, personalTable, schemaVersion, serverOf } from './schema.ts'

/** What a ledger that is arriving says of where it was moved: it cannot be used before its move is over. */
export const isArriving = ''

/** The number of a worker's last claim, as a number that only grows from worker to worker. */
export const claimsPerWorker = 1_000_000_000

/** The host of the worker that stands for all that happened to a ledger before it was moved here. */
const before = ''

const rowsAtOnce = 5_000

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
    results: () => resultsIn(session, found),
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
      return addResults(session, copy, results)
    },
    resultsOf: async (sends) => {
      if (copy === undefined) throw new Error('Nothing was copied yet.')
      return resultsWhere(session, copy, 'recipient = ANY ($2)', sends)
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

function sourceOf(session: Session, ledger: LedgerRef): RecordSource {
  const run: Run = (sql, ...values) => session.query(sql, ...values)
  return {
    path: ledger.path,
    sealed: async (table, after) => {
      const where = `${ownRows[table]} AND ${table}.${table} > $2 ORDER BY ${table}.${table} LIMIT ${rowsAtOnce}`
      return (await sealedRows(run, ledger, table, `WHERE ${where}`, ledger.ledger, after)) as readonly NamedRow[]
    },
    others: async (table) => {
      if (table === 'sample') {
        const sql = 'SELECT release, seed FROM sample JOIN release USING (release) WHERE ledger = $1 ORDER BY release'
        return (await run(sql, ledger.ledger)) as readonly NamedRow[]
      }
      const order =
        table === 'recovery'
          ? 'at, who COLLATE "C", reason COLLATE "C", problem COLLATE "C", sends'
          : 'name COLLATE "C"'
      const rows = await run(`SELECT * FROM ${table} WHERE ledger = $1 ORDER BY ${order}`, ledger.ledger)
      return rows as readonly NamedRow[]
    },
    sends: (after) => sendsAfter(run, ledger, after),
    sendsAt: async (rows) => {
      const sends = await run('SELECT row, message, recipient FROM send WHERE row = ANY ($1)', rows)
      return new Map(
        sends.map(({ row, message, recipient }) => [Number(row), [Number(message), String(recipient)] as const]),
      )
    },
  }
}

/** Reads the results of a ledger's sends that are there by now, in the order in which they were added. */
async function* resultsIn(session: Session, ledger: LedgerRef): AsyncGenerator<readonly MovedResult[]> {
  // Receivers that are busy would never let it come to an end.
  const [newest] = await session.query('SELECT coalesce(max(result), 0) AS result FROM result')
  for (let last = 0; last < Number(newest?.['result']);) {
    const results = await resultsWhere(session, ledger, `result > $2 ORDER BY result LIMIT ${rowsAtOnce}`, last)
    const end = results.at(-1)
    if (end === undefined) return
    yield results
    last = end.result
  }
}

async function resultsWhere(
  session: Session,
  { ledger }: LedgerRef,
  where: string,
  value: PgValue,
): Promise<readonly (MovedResult & { readonly result: number })[]> {
  const rows = await session.query(
    'SELECT result.result, recipient AS send, result.code, done_at, result.description, fallback_code, fallback_done_at, ' +
      'fallback_description, received_at FROM result JOIN send USING (row) JOIN message USING (message) ' +
      `JOIN release USING (release) WHERE ledger = $1 AND ${where}`,
    ledger,
    value,
  )
  return rows as unknown as readonly (MovedResult & { readonly result: number })[]
}

/** Adds results without what they prove. Returns of each whether it is new. */
async function addResults(
  session: Session,
  { ledger }: LedgerRef,
  results: readonly MovedResult[],
): Promise<readonly boolean[]> {
  const found = await session.query(
    'SELECT row, recipient FROM send JOIN message USING (message) JOIN release USING (release) ' +
      'WHERE ledger = $1 AND recipient = ANY ($2)',
    ledger,
    results.map(({ send }) => send),
  )
  const rows = new Map(found.map(({ row, recipient }) => [recipient, Number(row)]))
  const all = results.map(({ send, ...result }): ResultRow => ({ ...result, row: rows.get(send) ?? 0 }))
  return insertResults((sql, ...values) => session.query(sql, ...values), all)
}

/** Which rows of a table are a ledger's, which is `$1`. */
const ownRows: { readonly [T in SealedTable]: string } = {
  release: 'ledger = $1',
  image: 'ledger = $1',
  plan: 'ledger = $1',
  preparation: 'release IN (SELECT release FROM release WHERE ledger = $1)',
  message: 'release IN (SELECT release FROM release WHERE ledger = $1)',
  decision:
    'EXISTS (SELECT 1 FROM send JOIN message USING (message) JOIN release USING (release) ' +
    'WHERE send.row = decision.row AND ledger = $1)',
}

/** Rows of other ledgers are in between, and numbers that nobody has. */
async function sendsAfter(run: Run, ledger: LedgerRef, after: number): Promise<readonly StoredSend[]> {
  const sql =
    `SELECT ${sendColumns}, message.release FROM send JOIN message USING (message) JOIN release USING (release) ` +
    'WHERE ledger = $1 AND row >= $2 AND row < $3 ORDER BY row'
  for (let from = after + 1; ;) {
    const [next] = await run('SELECT row FROM send WHERE row >= $1 ORDER BY row LIMIT 1', from)
    if (next === undefined) return []
    const first = Number(next['row'])
    const rows = await run(sql, ledger.ledger, first, first + rowsAtOnce)
    const sends = rows.map((row) => ({ send: sendIn(row, ledger.path), release: Number(row['release']) }))
    if (sends.length > 0) return withPersonal(run, ledger, sends)
    from = first + rowsAtOnce
  }
}

async function withPersonal(
  run: Run,
  { path }: LedgerRef,
  sends: readonly { readonly send: StoredSend['send']; readonly release: number }[],
): Promise<readonly StoredSend[]> {
  const texts = new Map<number, string>()
  const open = sends.filter(({ send }) => send.personal !== null)
  for (const release of new Set(open.map((each) => each.release))) {
    const own = open.filter((each) => each.release === release).map(({ send }) => send.personal)
    const rows = await run(`SELECT personal, data FROM ${personalTable(release)} WHERE personal = ANY ($1)`, own)
    for (const { personal, data } of rows) texts.set(Number(personal), String(data))
  }
  return sends.map(({ send }) => {
    if (send.personal === null) return { send, data: null }
    const data = texts.get(send.personal)
    if (data === undefined) throw corrupt(path, `personal data of send ${send.row}`)
    return { send, data }
  })
}

const copiedColumns =
  'send (row, message, preparation, recipient, own_key, masked, ref, person, personal, state, attempt, code, ' +
  'description, prepared_at, claimed_at, settled_at, held, checksum)'

interface Writing {
  readonly session: Session
  readonly run: Run
  readonly ledger: LedgerRef
  /** The first of the row numbers that are reserved. */
  readonly firstRow: number
}

function sinkOf({ session, run, ledger, firstRow }: Writing): RecordSink {
  let next = firstRow
  const withTable = new Set<number>()
  return {
    addSealed: (table, rows) => {
      const own = rows.map((row) => (table === 'preparation' ? { ...row, first_row: firstRow } : row))
      return insertAllSealed(run, ledger, table, own)
    },
    addOthers: async (table, rows) => {
      for (const row of rows) {
        const all = table === 'sample' ? row : { ledger: ledger.ledger, ...row }
        const names = Object.keys(all)
        const values = names.map((_, at) => `$${at + 1}`).join(', ')
        await run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values})`, ...Object.values(all))
      }
    },
    addSends: async (sends) => {
      const [lines, personal]: [string[], Map<number, string[]>] = [[], new Map()]
      for (const send of sends) {
        const row = next++
        lines.push(lineOf(row, send))
        if (send.data === null) continue
        const own = personal.get(send.release) ?? []
        personal.set(send.release, own)
        own.push(`${row}\t${copyText(send.data)}\n`)
      }
      await session.copyIn(copiedColumns, lines.join(''))
      for (const [release, own] of personal) {
        if (!withTable.has(release)) await makePersonalTable(run, release)
        withTable.add(release)
        await session.copyIn(`${personalTable(release)} (personal, data)`, own.join(''))
      }
    },
    rowsOf: async (sends) => {
      const rows = await run(
        'SELECT send.row FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS wanted (message, recipient, at) ' +
          'JOIN send USING (message, recipient) ORDER BY at',
        sends.map(([message]) => message),
        sends.map(([, recipient]) => recipient),
      )
      return rows.map(({ row }) => Number(row))
    },
  }
}

function lineOf(row: number, send: NewStoredSend): string {
  const { message, preparation, recipient, own_key, masked, ref, person, prepared_at, data, progress } = send
  const { state, attempt, code, description, claimed_at, settled_at, held } = progress
  const values = [row, message, preparation, recipient, own_key, masked, ref, person, data === null ? null : row]
  const far = [state, attempt, code, description, prepared_at, claimed_at, settled_at, held, fixedChecksum(send)]
  return `${[...values, ...far].map(copyText).join('\t')}\n`
}
