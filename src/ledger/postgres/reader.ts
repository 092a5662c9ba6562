import type { CompiledTemplate } from '../../template.ts'
import { hashInKey, hashOf, keyOf, normalName } from '../identity.ts'
import { corrupt, LedgerError } from '../ledger-error.ts'
import {
  type DecisionRecord,
  type KnownSend,
  type LedgerReader,
  type SendFilter,
  type SendOf,
  type SendRecord,
  type SendState,
  sendStates,
} from '../ledger.ts'
import { messageDeliveries, type MessageDeliveries } from '../results.ts'
import { decisionRecord, keyOfSend, personalIn, recordOf, type SendRow } from '../send.ts'
import {
  countsOf,
  failuresIn,
  mayBeRetried,
  mayHaveLeftSql,
  type MessageRef,
  releaseStatuses,
  type SendGroup,
  type StoredRelease,
} from '../states.ts'
import type { PgRow, Run, Session } from './connection.ts'
import {
  findRelease,
  knownRelease,
  lastAcceptance,
  type LedgerRef,
  messagesOf,
  sealedRows,
  sendColumns,
  sendIn,
} from './rows.ts'
import { clockOffsetMs, periodLength, type ReleaseTimeline, type StoredPeriod, timelineOf } from '../timeline.ts'
import { deliveryCounts, deliveryTimeline, sendDeliveries } from './results.ts'
import { personalTable } from './schema.ts'

/** Returns what reading takes, on a session. */
export function readerOf(session: () => Session | Promise<Session>, ledger: LedgerRef): Omit<LedgerReader, 'close'> {
  const run: Run = async (sql, ...values) => (await session()).query(sql, ...values)
  const { version, lineage, target } = ledger
  return {
    version,
    lineage,
    target,
    releases: async () => snapshot(await session(), (read) => statuses(read, ledger)),
    counts: async (release) => {
      const { release: number } = await knownRelease(run, ledger, release)
      const sums = sendStates.map((state) => `count(*) FILTER (WHERE state = '${state}') AS ${state}`).join(', ')
      const [row] = await run(`SELECT ${sums} FROM send WHERE ${isSent} AND ${inRelease}`, number)
      return countsOf(sendStates.map((state) => ({ state, held: null, sends: Number(row?.[state]) })))
    },
    failures: async (release) => {
      const { release: number } = await knownRelease(run, ledger, release)
      const groups = await run(
        'SELECT message, state, code, count(*) AS sends, max(description) AS description FROM send ' +
          `WHERE state IN ('rejected', 'deferred', 'unknown') AND held IS NULL AND ${inRelease} GROUP BY message, state, code ` +
          'ORDER BY message, state, code',
        number,
      )
      return failuresIn(groups as unknown as Parameters<typeof failuresIn>[0], await messagesOf(run, number))
    },
    sends: (filter) => sendsOf(run, ledger, filter),
    hasPending: async (message) => {
      const known = await messageNumber(run, ledger, message)
      if (known === undefined) return false
      const rows = await run(
        "SELECT 1 AS one FROM send WHERE message = $1 AND state = 'pending' AND held IS NULL LIMIT 1",
        known,
      )
      return rows.length > 0
    },
    knownSends: (message, numbers) => knownSends(run, ledger, { message, numbers }),
    sentKeys: (release, keys) => sentKeys(run, ledger, release, keys),
    decisions: (release) => decisionsOf(run, ledger, release),
    deliveries: (release) => deliveriesOf(run, ledger, release),
    timeline: async (release, parts) =>
      snapshot(await session(), (read) => releaseTimeline(read, ledger, { release, parts })),
    templates: async (release) => {
      const { release: number } = await knownRelease(run, ledger, release)
      const rows = await sealedRows(run, ledger, 'message', 'WHERE release = $1 ORDER BY message', number)
      return rows.map(({ template }) => JSON.parse(String(template)) as CompiledTemplate)
    },
    image: async ({ sha256, operation, account }) => {
      const where = 'WHERE ledger = $1 AND sha256 = $2 AND operation = $3 AND account = $4'
      const [row] = await sealedRows(run, ledger, 'image', where, ledger.ledger, sha256, operation, account)
      return row && { url: String(row['url']), uploadedAt: Number(row['uploaded_at']) }
    },
    plan: async (digest) => {
      const [row] = await sealedRows(run, ledger, 'plan', 'WHERE ledger = $1 AND digest = $2', ledger.ledger, digest)
      return row && { release: String(row['release']), usedAt: Number(row['used_at']) }
    },
    plansOf: async (release) => {
      const name = normalName(release)
      const rows = await sealedRows(run, ledger, 'plan', 'WHERE ledger = $1 ORDER BY plan DESC', ledger.ledger)
      return rows
        .filter((row) => normalName(String(row['release'])) === name)
        .map((row) => ({ digest: String(row['digest']), text: String(row['text']) }))
    },
    verify: () => verify(run, ledger),
    // pg_dump and the server's own backups are what a database is backed up with.
    copyTo: async () => {
      throw new LedgerError({ type: 'failed', path: ledger.path, code: 'pg_dump' })
    },
  }
}

/** Reads in a transaction in which nothing changes. */
function snapshot<T>(session: Session, work: (run: Run) => Promise<T>): Promise<T> {
  return session.transaction(async (run) => {
    await run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    return work(run)
  })
}

/** What is under way is sent, whoever holds it: it left before. */
const isSent = "(held IS NULL OR state = 'inflight')"

const inRelease = 'message IN (SELECT message FROM message WHERE release = $1)'

function byRelease(rows: readonly PgRow[]): ReadonlyMap<unknown, readonly PgRow[]> {
  const groups = new Map<unknown, PgRow[]>()
  for (const row of rows) {
    const group = groups.get(row['release'])
    if (group) group.push(row)
    else groups.set(row['release'], [row])
  }
  return groups
}

async function statuses(run: Run, ledger: LedgerRef): Promise<ReturnType<typeof releaseStatuses>> {
  const groups = (await run(
    `SELECT message, state, code, CASE WHEN ${isSent} THEN NULL ELSE held END AS held, count(*) AS sends, ` +
      'min(claimed_at) AS claimed_at, max(settled_at) AS settled_at FROM send ' +
      'WHERE message IN (SELECT message FROM message JOIN release USING (release) WHERE ledger = $1) ' +
      'GROUP BY message, state, code, 4',
    ledger.ledger,
  )) as unknown as readonly SendGroup[]
  const rows = await sealedRows(run, ledger, 'release', 'WHERE ledger = $1 ORDER BY release', ledger.ledger)
  const ofLedger = 'WHERE release IN (SELECT release FROM release WHERE ledger = $1)'
  const preparations = await sealedRows(run, ledger, 'preparation', ofLedger, ledger.ledger)
  const preparationsOf = byRelease(preparations)
  const messagesIn = byRelease(
    await run(`SELECT release, message, id FROM message ${ofLedger} ORDER BY message`, ledger.ledger),
  )
  const releases = rows.map(({ release, name, normal_name, created_at }): StoredRelease => {
    const own = preparationsOf.get(release) ?? []
    return {
      name: String(name),
      normal_name: String(normal_name),
      created_at: Number(created_at),
      isPrepared: own.every((each) => each['finished_at'] !== null),
      messages: (messagesIn.get(release) ?? []).map(({ message, id }) => ({
        message: Number(message),
        id: String(id),
      })),
    }
  })
  return releaseStatuses(releases, groups, await lastAcceptance(run, ledger))
}

async function messageNumber(run: Run, ledger: LedgerRef, { release, id }: SendOf): Promise<number | undefined> {
  const known = await findRelease(run, ledger, release)
  return known && (await messagesOf(run, known.release)).find((message) => message.id === id)?.message
}

async function knownSends(
  run: Run,
  ledger: LedgerRef,
  { message, numbers }: { readonly message: SendOf; readonly numbers: readonly string[] },
): Promise<readonly KnownSend[]> {
  const found = await findRelease(run, ledger, message.release)
  const messages = found ? await messagesOf(run, found.release) : []
  const known = messages.find(({ id }) => id === message.id)?.message
  const release = found?.name ?? normalName(message.release)
  const hashes = numbers.map((number) => hashOf(ledger.secret, { id: message.id, release, number }))
  if (known === undefined) return hashes.map((hash) => ({ key: keyOf(hash) }))
  const acceptedAt = await lastAcceptance(run, ledger)
  const sql =
    `SELECT recipient, state, settled_at FROM send WHERE message = $1 AND recipient = ANY ($2) AND ${isSent} ` +
    'AND NOT EXISTS (SELECT 1 FROM message JOIN preparation USING (preparation) WHERE message = $1 AND finished_at IS NULL)'
  const rows = await run(sql, known, hashes)
  const sends = new Map(
    rows.map(({ recipient, state, settled_at: at }) => {
      const progress = { state: state as SendState, settled_at: at === null ? null : Number(at) }
      return [String(recipient), { state: progress.state, mayBeRetried: mayBeRetried(progress, acceptedAt) }]
    }),
  )
  return hashes.map((hash) => ({ key: keyOf(hash), ...sends.get(hash) }))
}

async function sentKeys(
  run: Run,
  ledger: LedgerRef,
  release: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const own = await findRelease(run, ledger, release)
  const rows = await run(
    'SELECT own_key, name FROM send JOIN message USING (message) JOIN release USING (release) ' +
      `WHERE ledger = $1 AND own_key = ANY ($2) AND release.release <> $3 AND state IN (${mayHaveLeftSql})`,
    ledger.ledger,
    keys,
    own?.release ?? 0,
  )
  return new Map(rows.map(({ own_key, name }) => [String(own_key), String(name)]))
}

const rowsAtOnce = 1_000

/** Sends one after the other in the order in which they were copied in; the ledger may change in between. */
async function* sendsOf(
  run: Run,
  ledger: LedgerRef,
  { release: name, id, state }: SendFilter,
): AsyncGenerator<readonly SendRecord[]> {
  const { release } = await knownRelease(run, ledger, name)
  const messages = (await messagesOf(run, release)).filter((message) => id === undefined || message.id === id)
  const ids = new Map(messages.map((message) => [message.message, message.id]))
  for await (const rows of sendRows(run, ledger, messages, state)) {
    const sent = rows.filter(({ progress }) => progress.held === null || progress.state === 'inflight')
    const known = await sendDeliveries(run, sent)
    yield sent.map((row) => recordOf(row, ids.get(row.message) ?? '', known.get(row.row)))
  }
}

/** Reads the sends of messages in the order of their rows, in parts. */
export async function* sendRows(
  run: Run,
  { path }: LedgerRef,
  messages: readonly MessageRef[],
  state?: SendState,
): AsyncGenerator<readonly SendRow[]> {
  const numbers = messages.map(({ message }) => message)
  const sql =
    `SELECT ${sendColumns} FROM send WHERE message = ANY ($1) AND row > $2 AND ($3::text IS NULL OR state = $3) ` +
    `ORDER BY row LIMIT ${rowsAtOnce}`
  for (let last = 0; ;) {
    const rows = (await run(sql, numbers, last, state ?? null)).map((data) => sendIn(data, path))
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    last = end.row
  }
}

async function deliveriesOf(run: Run, ledger: LedgerRef, name: string): Promise<readonly MessageDeliveries[]> {
  const { release } = await knownRelease(run, ledger, name)
  const sql = `SELECT message, count(*) AS sends FROM send WHERE state = 'accepted' AND ${inRelease} GROUP BY message`
  const accepted = new Map((await run(sql, release)).map(({ message, sends }) => [Number(message), Number(sends)]))
  const messages = (await messagesOf(run, release)).map((message) => {
    return { ...message, accepted: accepted.get(message.message) ?? 0 }
  })
  return messageDeliveries(messages, await deliveryCounts(run, release))
}

async function releaseTimeline(
  run: Run,
  ledger: LedgerRef,
  { release: name, parts }: { readonly release: string; readonly parts: 'all' | 'sends' },
): Promise<ReleaseTimeline> {
  const { release } = await knownRelease(run, ledger, name)
  const deliveries = parts === 'all' ? await deliveryTimeline(run, release) : undefined
  const times = 'SELECT min(claimed_at) AS first, max(claimed_at) AS last FROM send WHERE '
  const [span] = await run(times + inRelease, release)
  if (typeof span?.['first'] !== 'number') return deliveries ? { deliveries } : {}
  const [firstAt, lastAt] = [span['first'], Number(span['last'])]
  const periodMs = periodLength(firstAt, lastAt)
  const periods = await run(
    `SELECT (claimed_at + ${clockOffsetMs}) / ${periodMs} AS period, state AS name, count(*) AS sends FROM send ` +
      `WHERE claimed_at IS NOT NULL AND ${inRelease} GROUP BY period, name`,
    release,
  )
  const sends = timelineOf({ firstAt, lastAt, periodMs }, periods as unknown as StoredPeriod<SendState>[])
  return { sends, ...(deliveries && { deliveries }) }
}

async function decisionsOf(run: Run, ledger: LedgerRef, name: string): Promise<readonly DecisionRecord[]> {
  const { release } = await knownRelease(run, ledger, name)
  const rows = await run(
    `SELECT ${sendColumns}, decision.verdict, decision.who, decision.reason, decision.at FROM decision ` +
      'JOIN send USING (row) JOIN message USING (message) WHERE message.release = $1 ORDER BY decision.decision',
    release,
  )
  return rows.map((data) => decisionRecord(keyOfSend(sendIn(data, ledger.path)), data))
}

/** Returns the sends of messages that have a key. */
export async function sendsWithKey(
  run: Run,
  { path }: LedgerRef,
  messages: readonly MessageRef[],
  key: string,
): Promise<readonly SendRow[]> {
  const rows = await run(
    `SELECT ${sendColumns} FROM send WHERE message = ANY ($1) AND (own_key = $2 OR (recipient = $3 AND own_key IS NULL))`,
    messages.map(({ message }) => message),
    key,
    hashInKey(key) ?? null,
  )
  return rows.map((data) => sendIn(data, path))
}

/** Reads everything of a ledger. @throws LedgerError `corrupt` for what is not what was written */
async function verify(run: Run, ledger: LedgerRef): Promise<void> {
  const ofLedger = 'WHERE ledger = $1'
  const ofReleases = 'WHERE release IN (SELECT release FROM release WHERE ledger = $1)'
  const releases = await sealedRows(run, ledger, 'release', `${ofLedger} ORDER BY release`, ledger.ledger)
  for (const table of ['image', 'plan'] as const) await sealedRows(run, ledger, table, ofLedger, ledger.ledger)
  for (const table of ['preparation', 'message'] as const)
    await sealedRows(run, ledger, table, ofReleases, ledger.ledger)
  for (const { release } of releases) {
    const messages = await messagesOf(run, Number(release))
    for await (const rows of sendRows(run, ledger, messages)) await verifyPersonal(run, ledger, Number(release), rows)
  }
}

async function verifyPersonal(run: Run, { path }: LedgerRef, release: number, rows: readonly SendRow[]): Promise<void> {
  const open = rows.filter(({ personal }) => personal !== null)
  if (open.length === 0) return
  const found = await run(
    `SELECT personal, data FROM ${personalTable(release)} WHERE personal = ANY ($1)`,
    open.map(({ personal }) => personal),
  )
  const data = new Map(found.map((row) => [Number(row['personal']), String(row['data'])]))
  for (const row of open) {
    const text = data.get(row.personal ?? 0)
    if (text === undefined) throw corrupt(path, `personal data of send ${row.row}`)
    personalIn(row, text, path)
  }
}
