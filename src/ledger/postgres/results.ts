import { hashInKey } from '../identity.ts'
import { LedgerError } from '../ledger-error.ts'
import type { SendState } from '../ledger.ts'
import { type ResultOutcome, ResultQueue } from '../result-queue.ts'
import {
  type DeliveryResult,
  mostLikely,
  type ResultInbox,
  type SendDelivery,
  sendDelivery,
  type StoredDeliveries,
} from '../results.ts'
import { personalIn, type SendRow } from '../send.ts'
import { type Personal, scrubbed } from '../states.ts'
import {
  clockOffsetMs,
  deliveryPeriod,
  periodLength,
  type ReleaseTimeline,
  type StoredResultPeriod,
  timelineOf,
} from '../timeline.ts'
import { isUndefinedTable } from './claims.ts'
import type { Run, Session } from './connection.ts'
import { insertSealed, type LedgerRef, sendColumns, sendIn } from './rows.ts'
import { personalTable } from './schema.ts'

/** A session, and the ledger that was found in it. */
interface Connected {
  readonly session: Session
  readonly ledger: LedgerRef
}

/** Returns where results of a ledger in a database go: to its table of results. Several receivers may be at it. */
export function postgresInbox(connect: () => Promise<Connected>, now: () => number): ResultInbox {
  let connected: Connected | undefined
  const write = async (results: readonly DeliveryResult[]): Promise<readonly ResultOutcome[]> => {
    if (connected?.session.isLost !== false) connected = await connect()
    return recordResults(connected.session, connected.ledger, results, now())
  }
  return new ResultQueue(
    async (results) => {
      try {
        return await write(results)
      } catch (error) {
        // The server may have ended the session long ago.
        if (!(error instanceof LedgerError) || connected?.session.isLost !== true) throw error
        return write(results)
      }
    },
    async () => connected?.session.close(),
  )
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
  await refuseMoved(run, ledger)
  return sends.map((send) => (send === undefined ? 'foreign' : isNew.shift() === true ? 'recorded' : 'repeated'))
}

/** @throws LedgerError `moved-away`: results that were added here would not be found where the ledger is now */
async function refuseMoved(run: Run, { ledger, path }: LedgerRef): Promise<void> {
  const [row] = await run('SELECT moved_to FROM ledger WHERE ledger = $1', ledger)
  const to = row?.['moved_to']
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

/** A result as it is stored. */
interface ResultRow {
  readonly row: number
  readonly code: string
  readonly done_at: number
  readonly description: string | null
  readonly fallback_code: string
  readonly fallback_done_at: number
  readonly fallback_description: string | null
  readonly received_at: number
}

interface Received {
  readonly result: DeliveryResult
  readonly send: FoundSend
  readonly now: number
}

async function rowOf(run: Run, ledger: LedgerRef, { result, send, now }: Received): Promise<ResultRow> {
  const { code, doneAt = 0, description, fallback } = result
  const isScrubbed = description !== undefined || fallback?.description !== undefined
  const personal = (isScrubbed && (await personalOf(run, ledger, send))) || { number: '', values: {} }
  const plain = (text: string | undefined): string | null => (text === undefined ? null : scrubbed(text, personal))
  return {
    row: send.row,
    code,
    done_at: doneAt,
    description: plain(description),
    fallback_code: fallback?.code ?? '',
    fallback_done_at: fallback?.doneAt ?? 0,
    fallback_description: plain(fallback?.description),
    received_at: now,
  }
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
 * Makes a send accepted that a result proves, and keeps why. One send at a time: whoever records outcomes of several locks
 * them in an order of its own. What is in flight is accepted without a word; its response follows.
 */
async function prove(
  session: Session,
  ledger: LedgerRef,
  { send, now, commit }: { readonly send: FoundSend; readonly now: number; readonly commit: 'on' | 'off' },
): Promise<void> {
  const { row, release } = send
  const personal = personalTable(release)
  await session.transaction(async (run) => {
    await run(`SET LOCAL synchronous_commit TO '${commit}'`)
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
    const [there] = await run('SELECT to_regclass($1) IS NOT NULL AS there', personal)
    if (there?.['there'] === true) await run(`DELETE FROM ${personal} WHERE personal = $1`, row)
  })
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
  const bySend = new Map<number, ResultRow[]>()
  for (const row of rows) bySend.set(row.row, [...(bySend.get(row.row) ?? []), row])
  return new Map(
    [...bySend].flatMap(([row, results]) => {
      const delivery = sendDelivery(results)
      return delivery ? [[row, delivery] as const] : []
    }),
  )
}
