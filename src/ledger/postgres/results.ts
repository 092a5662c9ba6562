import { hashInKey } from '../identity.ts'
import { LedgerError } from '../ledger-error.ts'
import type { SendState } from '../ledger.ts'
import { resultColumns } from '../result-columns.ts'
import { type ResultOutcome, ResultQueue } from '../result-queue.ts'
import {
  deliveriesBySend,
  type DeliveryResult,
  mostLikely,
  type MovedResult,
  type ResultColumns,
  type ResultInbox,
  type SendDelivery,
  type StoredDeliveries,
} from '../results.ts'
import { personalIn, type SendRow } from '../send.ts'
import type { Personal } from '../states.ts'
import {
  clockOffsetMs,
  deliveryPeriod,
  periodLength,
  type ReleaseTimeline,
  type StoredResultPeriod,
  timelineOf,
} from '../timeline.ts'
import { isUndefinedTable } from './claims.ts'
import type { PgValue, Run, Session } from './connection.ts'
import { mayProve } from './locks.ts'
import { insertSealed, type LedgerRef, sendColumns, sendIn } from './rows.ts'
import { hasPersonalTable, personalTable } from './schema.ts'

/** A session, and the ledger that was found in it. */
interface Connected {
  readonly session: Session
  readonly ledger: LedgerRef
}

/** Returns where results of a ledger in a database go: to its table of results. Several receivers may be at it. */
export function postgresInbox(connect: () => Promise<Connected>, now: () => number): ResultInbox {
  let connected: Connected | undefined
  const once = async <T>(work: (connection: Connected) => Promise<T>): Promise<T> => {
    if (connected?.session.isLost !== false) connected = await connect()
    return work(connected)
  }
  const withSession = async <T>(work: (connection: Connected) => Promise<T>): Promise<T> => {
    try {
      return await once(work)
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      // The ledger may be here again that was moved away, and the server may have ended the session long ago.
      const isElsewhere = error.problem.type === 'moved-away' || error.problem.type === 'moved'
      if (isElsewhere) await connected?.session.close()
      if (connected?.session.isLost !== true) throw error
      return once(work)
    }
  }
  return new ResultQueue({
    write: (results) => withSession(({ session, ledger }) => recordResults(session, ledger, results, now())),
    probe: () => withSession(({ session, ledger }) => probe(session, ledger, now())),
    end: async () => connected?.session.close(),
  })
}

/** Adds a result of no send, and takes it back. */
async function probe(session: Session, ledger: LedgerRef, now: number): Promise<void> {
  await session.transaction(async (run) => {
    await refuseMoved(run, ledger)
    await run('SAVEPOINT probe')
    const columns = 'row, code, done_at, fallback_code, fallback_done_at, received_at'
    await run(`INSERT INTO result (${columns}) VALUES (-1, '', 0, '', 0, $1)`, now)
    await run('ROLLBACK TO SAVEPOINT probe')
  })
}

/** A send that a result is about. */
interface FoundSend {
  readonly row: number
  readonly release: number
  readonly state: SendState
  readonly claimedAt: number
}

/** Records results, and settles the sends that they prove first: what is recorded needs nothing more. */
async function recordResults(
  session: Session,
  ledger: LedgerRef,
  results: readonly DeliveryResult[],
  now: number,
): Promise<readonly ResultOutcome[]> {
  const run: Run = (sql, ...values) => session.quick(sql, ...values)
  await refuseMoved(run, ledger)
  const sends = await sendsOf(run, ledger, results)
  const known = results.flatMap((result, index) => {
    const send = sends[index]
    return send ? [{ result, send }] : []
  })
  const rows: ResultRow[] = []
  for (const { result, send } of known) rows.push(await rowOf(run, ledger, { result, send, now }))
  const open = new Map(known.filter(({ send }) => send.state !== 'accepted').map(({ send }) => [send.row, send]))
  let left = open.size
  // What the last commit is waited for holds everything before it too.
  for (const send of open.values()) await prove(session, ledger, { send, now, commit: --left > 0 ? 'off' : 'on' })
  const isNew = await insertResults(run, rows)
  // Once more: the ledger may have been moved while they were being added.
  await refuseMoved(run, ledger)
  return sends.map((send) => (send === undefined ? 'foreign' : isNew.shift() === true ? 'recorded' : 'repeated'))
}

/**
 * @throws LedgerError `moved-away`, or `moved` when what was left here was removed: results that were added would not be
 *   found where the ledger is now
 */
async function refuseMoved(run: Run, { ledger, path }: LedgerRef): Promise<void> {
  const [row] = await run('SELECT moved_to FROM ledger WHERE ledger = $1', ledger)
  if (row === undefined) throw new LedgerError({ type: 'moved', path })
  const to = row['moved_to']
  if (typeof to === 'string') throw new LedgerError({ type: 'moved-away', path, to })
}

/** Returns the send of each result; undefined for a key that the ledger does not have. */
async function sendsOf(
  run: Run,
  { ledger }: LedgerRef,
  results: readonly DeliveryResult[],
): Promise<readonly (FoundSend | undefined)[]> {
  const columns = 'SELECT at::int, row, release.release, state, claimed_at FROM asked'
  const ofLedger = 'JOIN message USING (message) JOIN release USING (release) WHERE ledger = $3'
  const found = await run(
    'WITH asked AS (SELECT * FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (key, hash, at)) ' +
      `${columns} JOIN send ON own_key = key ${ofLedger} UNION ALL ` +
      `${columns} JOIN send ON recipient = hash ${ofLedger} AND own_key IS NULL`,
    results.map(({ key }) => key),
    results.map(({ key }) => hashInKey(key) ?? null),
    ledger,
  )
  const byResult = new Map<number, FoundSend[]>()
  for (const { at, row, release, state, claimed_at: claimedAt } of found) {
    const send: FoundSend = {
      row: Number(row),
      release: Number(release),
      state: state as SendState,
      claimedAt: Number(claimedAt ?? Number.POSITIVE_INFINITY),
    }
    byResult.set(Number(at), [...(byResult.get(Number(at)) ?? []), send])
  }
  return results.map(({ doneAt }, index) => mostLikely(byResult.get(index + 1) ?? [], doneAt))
}

/** A result as it is stored: its send is named by its row. */
interface ResultRow extends ResultColumns {
  readonly row: number
}

interface Received {
  readonly result: DeliveryResult
  readonly send: FoundSend
  readonly now: number
}

async function rowOf(run: Run, ledger: LedgerRef, { result, send, now }: Received): Promise<ResultRow> {
  const isScrubbed = result.description !== undefined || result.fallback?.description !== undefined
  const personal = isScrubbed ? await personalOf(run, ledger, send) : undefined
  return { row: send.row, ...resultColumns(result, personal, now) }
}

/** Returns the number and the values of a recipient while they are not erased. */
async function personalOf(
  run: Run,
  { path }: LedgerRef,
  { row, release, state }: FoundSend,
): Promise<Personal | undefined> {
  if (state === 'accepted') return undefined
  try {
    const [found] = await run(
      `SELECT ${sendColumns}, data FROM send JOIN ${personalTable(release)} USING (personal) WHERE row = $1`,
      row,
    )
    return found && personalIn(sendIn(found, path), String(found['data']), path)
  } catch (error) {
    if (isUndefinedTable(error)) return undefined
    throw error
  }
}

/** Adds results that are not there yet. Returns of each whether it is new. */
async function insertResults(run: Run, rows: readonly ResultRow[]): Promise<boolean[]> {
  if (rows.length === 0) return []
  // In one order, so that receivers that bring the same do not wait for each other in a circle.
  const inOrder = rows.toSorted((a, b) => a.row - b.row)
  const names = 'row, code, done_at, description, fallback_code, fallback_done_at, fallback_description, received_at'
  const added = await run(
    `INSERT INTO result (${names}) SELECT ${names} FROM json_populate_recordset(NULL::result, $1) ` +
      'ON CONFLICT DO NOTHING RETURNING row, code, done_at, fallback_code, fallback_done_at',
    JSON.stringify(inOrder),
  )
  const nameOf = (row: Readonly<Record<string, unknown>>): string =>
    JSON.stringify([row['row'], row['code'], row['done_at'], row['fallback_code'], row['fallback_done_at']])
  const left = new Set(added.map(nameOf))
  // Of those that came twice at once the first one is the new one.
  return rows.map((row) => left.delete(nameOf({ ...row })))
}

/**
 * Makes a send accepted that a result proves. One send at a time: whoever records outcomes of several locks them in an
 * order of its own.
 *
 * @throws LedgerError `locked` while the ledger is being moved, and what `refuseMoved` throws: what was copied stays as it is
 */
async function prove(
  session: Session,
  ledger: LedgerRef,
  { send, now, commit }: { readonly send: FoundSend; readonly now: number; readonly commit: 'on' | 'off' },
): Promise<void> {
  await session.transaction(async (run) => {
    await run(`SET LOCAL synchronous_commit TO '${commit}'`)
    if (!(await mayProve(run, ledger.ledger))) throw new LedgerError({ type: 'locked', path: ledger.path })
    await refuseMoved(run, ledger)
    await proveIn(run, ledger, { ...send, now })
  })
}

/** Makes a send accepted, and keeps why. What is in flight is accepted without a word; its response follows. */
async function proveIn(
  run: Run,
  ledger: LedgerRef,
  { row, release, now }: { readonly row: number; readonly release: number; readonly now: number },
): Promise<void> {
  const [found] = await run('SELECT state FROM send WHERE row = $1 FOR UPDATE', row)
  const state = found?.['state'] as SendState | undefined
  if (state === undefined || state === 'accepted') return
  await run(
    "UPDATE send SET state = 'accepted', attempt = attempt + $2, code = NULL, description = NULL, settled_at = $3, " +
      'personal = NULL, held = NULL WHERE row = $1',
    row,
    state === 'unknown' || state === 'inflight' ? 0 : 1,
    now,
  )
  if (state !== 'inflight') {
    await insertSealed(run, ledger, 'decision', { row, verdict: 'sent', who: '', reason: state, at: now })
  }
  if (await hasPersonalTable(run, release)) {
    await run(`DELETE FROM ${personalTable(release)} WHERE personal = $1`, row)
  }
}

/** Makes all sends of a ledger accepted that results prove which were added without. Within a transaction. */
export async function proveAll(run: Run, ledger: LedgerRef, now: number): Promise<void> {
  const open = await run(
    'SELECT row, release FROM send JOIN message USING (message) JOIN release USING (release) ' +
      "WHERE ledger = $1 AND state <> 'accepted' AND EXISTS (SELECT 1 FROM result WHERE result.row = send.row)",
    ledger.ledger,
  )
  for (const { row, release } of open) await proveIn(run, ledger, { row: Number(row), release: Number(release), now })
}

const resultsAtOnce = 5_000

/** Reads the results of a ledger's sends that are there by now, in the order in which they were added. */
export async function* movedResults(session: Session, ledger: LedgerRef): AsyncGenerator<readonly MovedResult[]> {
  // Receivers that are busy would never let it come to an end.
  const [newest] = await session.query('SELECT coalesce(max(result), 0) AS result FROM result')
  for (let last = 0; last < Number(newest?.['result']);) {
    const results = await movedResultsWhere(session, ledger, `result > $2 ORDER BY result LIMIT ${resultsAtOnce}`, last)
    const end = results.at(-1)
    if (end === undefined) return
    yield results
    last = end.result
  }
}

async function movedResultsWhere(
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

/** Returns all results of sends of a ledger, by the keyed hashes of the sends. */
export function movedResultsOf(
  session: Session,
  ledger: LedgerRef,
  sends: readonly string[],
): Promise<readonly MovedResult[]> {
  return movedResultsWhere(session, ledger, 'recipient = ANY ($2)', sends)
}

/** Adds results without what they prove. Returns of each whether it is new. */
export async function addMovedResults(
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

/** The result that counts for each send of a release. */
const latest =
  'WITH latest AS (SELECT DISTINCT ON (result.row) message, result.row, result.code, fallback_code, ' +
  'greatest(done_at, fallback_done_at) AS at FROM result JOIN send USING (row) ' +
  'WHERE message IN (SELECT message FROM message WHERE release = $1) ' +
  'ORDER BY result.row, done_at DESC, fallback_done_at DESC, result.code DESC, fallback_code DESC) '

/** Counts the deliveries of the messages of a release. */
export async function deliveryCounts(run: Run, release: number): Promise<readonly StoredDeliveries[]> {
  const rows = await run(
    `${latest}SELECT message, code, fallback_code, count(*) AS sends, count(*) FILTER (WHERE EXISTS (` +
      'SELECT 1 FROM result AS other WHERE other.row = latest.row AND (other.code <> latest.code OR ' +
      "(other.fallback_code <> latest.fallback_code AND other.fallback_code <> '' AND latest.fallback_code <> '')))) " +
      'AS conflicts FROM latest GROUP BY message, code, fallback_code',
    release,
  )
  return rows as unknown as readonly StoredDeliveries[]
}

/** Counts the deliveries of a release by when they were done; undefined where no result says when. */
export async function deliveryTimeline(run: Run, release: number): Promise<ReleaseTimeline['deliveries']> {
  const [span] = await run(`${latest}SELECT min(at) AS first, max(at) AS last FROM latest WHERE at > 0`, release)
  if (typeof span?.['first'] !== 'number') return undefined
  const [firstAt, lastAt] = [span['first'], Number(span['last'])]
  const periodMs = periodLength(firstAt, lastAt)
  const periods = await run(
    `${latest}SELECT (at + ${clockOffsetMs}) / ${periodMs} AS period, code, fallback_code, count(*) AS sends FROM latest ` +
      'WHERE at > 0 GROUP BY period, code, fallback_code',
    release,
  )
  return timelineOf({ firstAt, lastAt, periodMs }, (periods as unknown as StoredResultPeriod[]).map(deliveryPeriod))
}

/** Returns what is known of the delivery of sends, by their rows. */
export async function sendDeliveries(
  run: Run,
  sends: readonly Pick<SendRow, 'row'>[],
): Promise<ReadonlyMap<number, SendDelivery>> {
  const rows = (await run(
    'SELECT * FROM result WHERE row = ANY ($1) ORDER BY row, done_at, fallback_done_at, code, fallback_code',
    sends.map(({ row }) => row),
  )) as unknown as readonly ResultRow[]
  return deliveriesBySend(rows, ({ row }) => row)
}
