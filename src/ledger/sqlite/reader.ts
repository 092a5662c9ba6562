import type { CompiledTemplate } from '../../template.ts'
import { hashOf, keyOf, type LedgerIdentity, normalName } from '../identity.ts'
import {
  type DecisionRecord,
  type Failure,
  type KnownSend,
  type LedgerReader,
  type SendCounts,
  type SendFilter,
  type SendOf,
  type SendRecord,
  type SendState,
  sendStates,
} from '../ledger.ts'
import { messageDeliveries } from '../results.ts'
import { decisionRecord, keyOfSend, recordOf, sendReader } from '../send.ts'
import {
  countsOf,
  failuresIn,
  mayBeRetried,
  progressNames,
  provenProgress,
  releaseStatuses,
  type SendGroup,
  type SendProgress,
  type StoredRelease,
} from '../states.ts'
import { clockOffsetMs, periodLength, type ReleaseTimeline, type StoredPeriod, timelineOf } from '../timeline.ts'
import type { Connection } from './connection.ts'
import { copyTo } from './ledger-file.ts'
import { findRelease, messagesOf, releaseNumber, sentKeys } from './releases.ts'
import type { ProvenRow, ReadResults } from './results.ts'
import { lastAcceptance, sealedRows, sendColumns, sendsWhere } from './rows.ts'
import { verify } from './standing.ts'

/** How far sends are that the table `send` does not know yet; `version` is another one when they changed. */
export type Ahead = () => { readonly version: string; readonly read: () => ReadonlyMap<number, SendProgress> }

/** What reading takes beside a connection. */
interface ReaderOptions {
  readonly ahead: Ahead
  readonly results: ReadResults
  /** Whether sends that a result proves are read as accepted; who changes the ledger makes them so. */
  readonly joins: 'results' | 'nothing'
}

/** Returns what reading takes, on any connection. */
export function readerOf(
  connection: Connection,
  identity: LedgerIdentity,
  { ahead, results, joins }: ReaderOptions,
): Omit<LedgerReader, 'close'> {
  const { version, lineage, target } = identity
  const sends = new CurrentSends(connection, ahead, joins === 'results' ? results : undefined)
  return {
    version,
    lineage,
    target,
    releases: async () => sends.read(() => statuses(connection)),
    counts: async (release) => sends.read(() => countsOfRelease(connection, release)),
    failures: async (release) => sends.read(() => failuresOf(connection, release)),
    sends: (filter) => sendsOf(connection, { sends, results }, filter),
    hasPending: async (message) => hasPending(connection, sends, message),
    knownSends: async (message, numbers) => knownSends(connection, { sends, message, numbers }),
    sentKeys: async (release, keys) => sends.read((known) => sentKeys(connection, { release, keys, ahead: known })),
    decisions: async (release) => sends.read((_, proven) => decisionsOf(connection, release, proven)),
    deliveries: async (release) => {
      return messageDeliveries(
        sends.read(() => acceptedIn(connection, release)),
        results.counts(),
      )
    },
    timeline: async (release, parts) => {
      const known = sends.read(() => sendTimeline(connection, release))
      const messages = messagesOf(connection, releaseNumber(connection, release)).map(({ message }) => message)
      const deliveries = parts === 'all' ? results.timeline(messages) : undefined
      return { ...(known && { sends: known }), ...(deliveries && { deliveries }) }
    },
    templates: async (release) =>
      sealedRows(connection, 'message', 'WHERE release = ? ORDER BY message', releaseNumber(connection, release)).map(
        ({ template }) => JSON.parse(String(template)) as CompiledTemplate,
      ),
    image: async ({ sha256, operation, account }) => {
      const where = 'WHERE sha256 = ? AND operation = ? AND account = ?'
      const [row] = sealedRows(connection, 'image', where, sha256, operation, account)
      return row && { url: String(row['url']), uploadedAt: Number(row['uploaded_at']) }
    },
    plansOf: async (release) => {
      const name = normalName(release)
      return sealedRows(connection, 'plan', 'ORDER BY plan DESC')
        .filter((row) => normalName(String(row['release'])) === name)
        .map((row) => ({ digest: String(row['digest']), text: String(row['text']) }))
    },
    plan: async (digest) => {
      const [row] = sealedRows(connection, 'plan', 'WHERE digest = ?', digest)
      return row && { release: String(row['release']), usedAt: Number(row['used_at']) }
    },
    verify: async () => verify(connection),
    copyTo: async (path) => copyTo(connection, identity, path),
  }
}

/**
 * How far sends are at this moment: the table `send` with what only the claim log knows yet. Statements read it as
 * `current`, which has the columns of `send` that say so; what is ahead of the table is of bounded size.
 */
class CurrentSends {
  readonly #connection: Connection
  readonly #aheadOf: Ahead
  readonly #results: ReadResults | undefined
  #version: string | undefined
  #ahead: ReadonlyMap<number, SendProgress> = new Map()
  #proven: ReadonlyMap<number, ProvenRow> = new Map()

  /**
   * @param ahead is asked within a snapshot
   * @param results of which the sends are read as accepted; undefined where the ledger follows them
   */
  constructor(connection: Connection, ahead: Ahead, results: ReadResults | undefined) {
    this.#connection = connection
    this.#aheadOf = ahead
    this.#results = results
  }

  /** Reads in a snapshot in which `current` is up to date. */
  read<T>(work: (ahead: ReadonlyMap<number, SendProgress>, proven: ReadonlyMap<number, ProvenRow>) => T): T {
    try {
      return this.#connection.snapshot(() => {
        this.#follow()
        return work(this.#ahead, this.#proven)
      })
    } catch (error) {
      // What was made of the log is taken back with the rest.
      this.#version = undefined
      throw error
    }
  }

  #follow(): void {
    const { version: aheadVersion, read } = this.#aheadOf()
    const version = `${aheadVersion} ${this.#results?.version ?? ''}`
    if (version === this.#version) return
    if (this.#version === undefined) this.#connection.exec(overlay)
    this.#connection.run('DELETE FROM temp.ahead')
    const insert = `INSERT INTO temp.ahead VALUES (?${', ?'.repeat(progressNames.length)})`
    const sends = read()
    for (const [row, progress] of sends) {
      this.#connection.run(insert, row, ...progressNames.map((name) => progress[name]))
    }
    // A claim counts its attempt up, so of two the later one is known by it; the table has what is settled for good.
    this.#connection.run(
      'DELETE FROM temp.ahead WHERE attempt <= (SELECT attempt FROM send WHERE send.row = ahead.row)',
    )
    const left = new Set(this.#connection.all('SELECT row FROM temp.ahead').map(({ row }) => Number(row)))
    this.#ahead = new Map([...sends].filter(([row]) => left.has(row)))
    this.#join()
    this.#version = version
  }

  /** Takes the sends of which results came for accepted. */
  #join(): void {
    if (this.#results === undefined) return
    this.#proven = this.#results.proven(this.#ahead)
    const joined = new Map(this.#ahead)
    for (const [row, { at }] of this.#proven) {
      const known = this.#ahead.get(row) ?? sendsWhere(this.#connection, 'WHERE row = ?', row)[0]?.progress
      if (known === undefined) continue
      const progress = provenProgress(known, at)
      joined.set(row, progress)
      const insert = `INSERT OR REPLACE INTO temp.ahead VALUES (?${', ?'.repeat(progressNames.length)})`
      this.#connection.run(insert, row, ...progressNames.map((name) => progress[name]))
    }
    this.#ahead = joined
  }
}

const currentColumns = progressNames.map((name) => `iif(ahead.row IS NULL, send.${name}, ahead.${name}) AS ${name}`)

/** Of the connection alone: it is gone with it, and needs no file. */
const overlay = `
CREATE TEMP TABLE IF NOT EXISTS ahead (row INTEGER PRIMARY KEY, ${progressNames.join(', ')});
CREATE TEMP VIEW IF NOT EXISTS current AS
SELECT send.row, send.message, send.recipient, ${currentColumns.join(', ')} FROM send NOT INDEXED LEFT JOIN temp.ahead USING (row);
`

function hasPending(connection: Connection, sends: CurrentSends, message: SendOf): boolean {
  const sql =
    "SELECT 1 AS one FROM send INDEXED BY send_open WHERE personal IS NOT NULL AND message = ? AND state = 'pending' " +
    "AND row NOT IN (SELECT row FROM temp.ahead WHERE state <> 'pending') LIMIT 1"
  return sends.read(() => {
    const known = messageNumber(connection, message)
    return known !== undefined && connection.get(sql, known) !== undefined
  })
}

interface Asked {
  readonly sends: CurrentSends
  readonly message: SendOf
  /** Digits alone. */
  readonly numbers: readonly string[]
}

function knownSends(connection: Connection, { sends, message, numbers }: Asked): readonly KnownSend[] {
  const known = messageNumber(connection, message)
  const { id } = message
  const release = findRelease(connection, message.release)?.name ?? normalName(message.release)
  const hashes = numbers.map((number) => hashOf(connection.secret, { id, release, number }))
  if (known === undefined || isBeingPrepared(connection, known)) return hashes.map((hash) => ({ key: keyOf(hash) }))
  const acceptedAt = lastAcceptance(connection)
  const sql = 'SELECT row, state, settled_at, held FROM send WHERE message = ? AND recipient = ?'
  return sends.read((ahead) =>
    hashes.map((hash) => {
      const stored = connection.get(sql, known, hash)
      const send = stored && (ahead.get(Number(stored['row'])) ?? (stored as unknown as SendProgress))
      if (send?.held !== null) return { key: keyOf(hash) }
      return { key: keyOf(hash), state: send.state, mayBeRetried: mayBeRetried(send, acceptedAt) }
    }),
  )
}

/** Returns whether a message's first preparation has no end: nothing of it counts, and it may have no indexes yet. */
function isBeingPrepared(connection: Connection, message: number): boolean {
  return connection.get(`SELECT 1 AS one FROM message WHERE message = ? AND ${ofUnfinished}`, message) !== undefined
}

const ofUnfinished = 'preparation IN (SELECT preparation FROM preparation WHERE finished_at IS NULL)'

function messageNumber(connection: Connection, { release, id }: SendOf): number | undefined {
  const known = findRelease(connection, release)
  return known && messagesOf(connection, known.release).find((message) => message.id === id)?.message
}

function statuses(connection: Connection): ReturnType<typeof releaseStatuses> {
  // One walk through the table; by an index each row would be looked up by itself.
  const sql =
    'SELECT message, state, code, held, count(*) AS sends, min(claimed_at) AS claimed_at, max(settled_at) AS settled_at ' +
    'FROM current GROUP BY message, state, code, held'
  const groups = connection.all(sql) as unknown as readonly SendGroup[]
  const releases = connection.all('SELECT release, name, normal_name, created_at FROM release ORDER BY release')
  const preparations = new Map<number, boolean>()
  for (const { release, finished_at } of sealedRows(connection, 'preparation', '')) {
    preparations.set(Number(release), finished_at !== null && preparations.get(Number(release)) !== false)
  }
  return releaseStatuses(
    releases.map(({ release, ...stored }) => ({
      ...(stored as unknown as Pick<StoredRelease, 'name' | 'normal_name' | 'created_at'>),
      isPrepared: preparations.get(Number(release)) !== false,
      messages: messagesOf(connection, Number(release)),
    })),
    groups,
    lastAcceptance(connection),
  )
}

const inRelease = 'message IN (SELECT message FROM message WHERE release = ?)'

function countsOfRelease(connection: Connection, name: string): SendCounts {
  // Sums in one walk; grouping would sort the rows first.
  const sums = sendStates.map((state) => `total(state = '${state}' AND held IS NULL) AS ${state}`).join(', ')
  const row = connection.get(`SELECT ${sums} FROM current WHERE ${inRelease}`, releaseNumber(connection, name))
  return countsOf(sendStates.map((state) => ({ state, held: null, sends: Number(row?.[state]) })))
}

/** The messages of a release with their accepted sends. */
function acceptedIn(connection: Connection, name: string): Parameters<typeof messageDeliveries>[0] {
  const release = releaseNumber(connection, name)
  const sql = `SELECT message, count(*) AS sends FROM current WHERE state = 'accepted' AND ${inRelease} GROUP BY message`
  const accepted = new Map(connection.all(sql, release).map(({ message, sends }) => [message, Number(sends)]))
  return messagesOf(connection, release).map((message) => {
    return { ...message, accepted: accepted.get(message.message) ?? 0 }
  })
}

const rowsGrouped = 50_000

function sendTimeline(connection: Connection, name: string): ReleaseTimeline['sends'] {
  const release = releaseNumber(connection, name)
  const times = 'SELECT min(claimed_at) AS first, max(claimed_at) AS last FROM current WHERE '
  const span = connection.get(times + inRelease, release)
  if (typeof span?.['first'] !== 'number') return undefined
  const [firstAt, lastAt] = [span['first'], Number(span['last'])]
  const periodMs = periodLength(firstAt, lastAt)
  // The columns of the overlay have no type: a moment may stand there as a floating-point number.
  const sql =
    `SELECT (CAST(claimed_at AS INTEGER) + ${clockOffsetMs}) / ${periodMs} AS period, state AS name, count(*) AS sends ` +
    `FROM current WHERE claimed_at IS NOT NULL AND ${inRelease} AND row > ? AND row <= ? GROUP BY period, name`
  const end = Number(connection.get('SELECT max(row) AS last FROM send')?.['last'] ?? 0)
  const periods: StoredPeriod<SendState>[] = []
  // Grouping sorts its rows in memory: some at a time.
  for (let from = 0; from < end; from += rowsGrouped) {
    periods.push(...(connection.all(sql, release, from, from + rowsGrouped) as unknown as StoredPeriod<SendState>[]))
  }
  return timelineOf({ firstAt, lastAt, periodMs }, periods)
}

function failuresOf(connection: Connection, name: string): readonly Failure[] {
  const release = releaseNumber(connection, name)
  const sql =
    'SELECT message, state, code, count(*) AS sends, max(description) AS description FROM current ' +
    `WHERE state IN ('rejected', 'deferred', 'unknown') AND held IS NULL AND ${inRelease} GROUP BY message, state, code`
  const groups = connection.all(sql, release) as unknown as Parameters<typeof failuresIn>[0]
  return failuresIn(groups, messagesOf(connection, release))
}

const rowsAtOnce = 1_000

/** Sends one after the other in the order in which they were copied in; the ledger may change in between. */
async function* sendsOf(
  connection: Connection,
  { sends, results }: { readonly sends: CurrentSends; readonly results: ReadResults },
  { release: name, id, state }: SendFilter,
): AsyncGenerator<readonly SendRecord[]> {
  const release = releaseNumber(connection, name)
  const ids = new Map(messagesOf(connection, release).map((message) => [message.message, message.id]))
  const sql =
    `SELECT ${sendColumns} FROM send NOT INDEXED LEFT JOIN temp.ahead USING (row) WHERE send.row > ? AND ${inRelease} ` +
    'AND iif(ahead.row IS NULL, send.held, ahead.held) IS NULL ' +
    `AND (? IS NULL OR coalesce(ahead.state, send.state) = ?) ORDER BY send.row LIMIT ${rowsAtOnce}`
  for (let last = 0; ;) {
    const rows = sends.read((ahead) =>
      connection
        .all(sql, last, release, state ?? null, state ?? null)
        .map(sendReader(connection.path))
        .map((row) => ({ ...row, progress: ahead.get(row.row) ?? row.progress })),
    )
    const end = rows.at(-1)
    if (end === undefined) return
    const known = results.deliveriesOf(rows.map(({ row }) => row))
    yield rows
      .map((row) => recordOf(row, ids.get(row.message) ?? '', known.get(row.recipient)))
      .filter((record) => id === undefined || record.id === id)
    last = end.row
  }
}

function decisionsOf(
  connection: Connection,
  name: string,
  proven: ReadonlyMap<number, ProvenRow>,
): readonly DecisionRecord[] {
  const release = releaseNumber(connection, name)
  const sql =
    `SELECT ${sendColumns}, decision.verdict, decision.who, decision.reason, decision.at FROM decision ` +
    'JOIN send USING (row) JOIN message USING (message) WHERE message.release = ? ORDER BY decision.decision'
  const read = sendReader(connection.path)
  const made = connection.all(sql, release).map((data) => decisionRecord(keyOfSend(read(data)), data))
  const messages = new Set(messagesOf(connection, release).map(({ message }) => message))
  // The ledger will hold these once somebody opens it who may change it.
  const coming = [...proven].flatMap(([row, { before, at }]): DecisionRecord[] => {
    const [send] = before === 'inflight' ? [] : sendsWhere(connection, 'WHERE row = ?', row)
    const isOf = send !== undefined && messages.has(send.message)
    return isOf ? [{ key: keyOfSend(send), verdict: 'result', who: '', reason: before, at }] : []
  })
  return [...made, ...coming]
}
