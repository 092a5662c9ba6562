import type { CompiledTemplate } from '../../template.ts'
import { hashOf, keyOf, type LedgerIdentity, normalName, personHash } from '../identity.ts'
import type { AdsQuery } from '../hold.ts'
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
import { keyOfSend, recordOf, sendReader } from '../send.ts'
import {
  countsOf,
  failuresIn,
  progressNames,
  releaseStatuses,
  type SendGroup,
  type SendProgress,
  type StoredRelease,
} from '../states.ts'
import type { Connection } from './connection.ts'
import { copyTo } from './ledger-file.ts'
import { findRelease, isPrepared, messagesOf, releaseNumber } from './releases.ts'
import { sealedRows, sendColumns } from './rows.ts'
import { verify } from './standing.ts'

/** How far sends are that the table `send` does not know yet; `version` is another one when they changed. */
export type Ahead = () => { readonly version: string; readonly read: () => ReadonlyMap<number, SendProgress> }

/** Returns what reading takes, on any connection. */
export function readerOf(connection: Connection, identity: LedgerIdentity, ahead: Ahead): Omit<LedgerReader, 'close'> {
  const { version, lineage, target } = identity
  const sends = new CurrentSends(connection, ahead)
  return {
    version,
    lineage,
    target,
    releases: async () => sends.read(() => statuses(connection)),
    counts: async (release) => sends.read(() => countsOfRelease(connection, release)),
    failures: async (release) => sends.read(() => failuresOf(connection, release)),
    sends: (filter) => sendsOf(connection, sends, filter),
    hasPending: async (message) => hasPending(connection, sends, message),
    knownSends: async (message, numbers) => knownSends(connection, { sends, message, numbers }),
    recentAds: async (query, numbers) => recentAds(connection, sends, query, numbers),
    decisions: async (release) => decisionsOf(connection, release),
    templates: async (release) =>
      sealedRows(connection, 'message', 'WHERE release = ? ORDER BY message', releaseNumber(connection, release)).map(
        ({ template }) => JSON.parse(String(template)) as CompiledTemplate,
      ),
    image: async ({ sha256, operation, account }) => {
      const where = 'WHERE sha256 = ? AND operation = ? AND account = ?'
      const [row] = sealedRows(connection, 'image', where, sha256, operation, account)
      return row && { url: String(row['url']), uploadedAt: Number(row['uploaded_at']) }
    },
    planOf: async (release) => {
      const name = normalName(release)
      const row = sealedRows(connection, 'plan', 'ORDER BY plan DESC').find(
        (each) => normalName(String(each['release'])) === name,
      )
      return row && { digest: String(row['digest']), text: String(row['text']) }
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
  #version: string | undefined
  #ahead: ReadonlyMap<number, SendProgress> = new Map()

  /** @param ahead is asked within a snapshot */
  constructor(connection: Connection, ahead: Ahead) {
    this.#connection = connection
    this.#aheadOf = ahead
  }

  /** Reads in a snapshot in which `current` is up to date. */
  read<T>(work: (ahead: ReadonlyMap<number, SendProgress>) => T): T {
    try {
      return this.#connection.snapshot(() => {
        this.#follow()
        return work(this.#ahead)
      })
    } catch (error) {
      // What was made of the log is taken back with the rest.
      this.#version = undefined
      throw error
    }
  }

  #follow(): void {
    const { version, read } = this.#aheadOf()
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
    this.#version = version
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
  if (known === undefined) return hashes.map((hash) => ({ key: keyOf(hash) }))
  const sql = 'SELECT row, state FROM send WHERE message = ? AND recipient = ? AND held IS NULL'
  return sends.read((ahead) =>
    hashes.map((hash) => {
      const send = connection.get(sql, known, hash)
      const state = send && (ahead.get(Number(send['row']))?.state ?? (send['state'] as SendState))
      return { key: keyOf(hash), ...(state !== undefined && { state }) }
    }),
  )
}

function recentAds(
  connection: Connection,
  sends: CurrentSends,
  { release, sinceMs }: AdsQuery,
  numbers: readonly string[],
): readonly number[] {
  const own = findRelease(connection, release)
  const messages = new Set(own && messagesOf(connection, own.release).map(({ message }) => message))
  const sql =
    'SELECT row, message, state, claimed_at, settled_at FROM send INDEXED BY send_person WHERE person IS NOT NULL AND person = ?'
  return sends.read((ahead) =>
    numbers.map((number) => {
      const all = connection.all(sql, personHash(connection.secret, number))
      return all.filter(({ row, message, ...stored }) => {
        const { state, claimed_at, settled_at } = ahead.get(Number(row)) ?? (stored as unknown as SendProgress)
        const at = claimed_at ?? settled_at ?? 0
        return mayHaveLeft.has(state) && at >= sinceMs && !messages.has(Number(message))
      }).length
    }),
  )
}

const mayHaveLeft: ReadonlySet<SendState> = new Set(['accepted', 'unknown', 'inflight'])

function messageNumber(connection: Connection, { release, id }: SendOf): number | undefined {
  const known = findRelease(connection, release)
  return known && messagesOf(connection, known.release).find((message) => message.id === id)?.message
}

function statuses(connection: Connection): ReturnType<typeof releaseStatuses> {
  // One walk through the table; by an index each row would be looked up by itself.
  const sql = 'SELECT message, state, code, held, count(*) AS sends FROM current GROUP BY message, state, code, held'
  const groups = connection.all(sql) as unknown as readonly SendGroup[]
  const releases = connection.all('SELECT release, name, normal_name, created_at FROM release ORDER BY release')
  return releaseStatuses(
    releases.map(({ release, ...stored }) => ({
      ...(stored as unknown as Pick<StoredRelease, 'name' | 'normal_name' | 'created_at'>),
      isPrepared: isPrepared(connection, Number(release)),
      messages: messagesOf(connection, Number(release)),
    })),
    groups,
  )
}

const inRelease = 'message IN (SELECT message FROM message WHERE release = ?)'

function countsOfRelease(connection: Connection, name: string): SendCounts {
  // Sums in one walk; grouping would sort the rows first.
  const sums = sendStates.map((state) => `total(state = '${state}' AND held IS NULL) AS ${state}`).join(', ')
  const row = connection.get(`SELECT ${sums} FROM current WHERE ${inRelease}`, releaseNumber(connection, name))
  return countsOf(sendStates.map((state) => ({ state, held: null, sends: Number(row?.[state]) })))
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
  sends: CurrentSends,
  { release: name, id, state }: SendFilter,
): AsyncGenerator<readonly SendRecord[]> {
  const release = releaseNumber(connection, name)
  const ids = new Map(messagesOf(connection, release).map((message) => [message.message, message.id]))
  const sql =
    `SELECT ${sendColumns} FROM send NOT INDEXED LEFT JOIN temp.ahead USING (row) WHERE send.row > ? AND send.held IS NULL AND ${inRelease} ` +
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
    yield rows
      .map((row) => recordOf(row, ids.get(row.message) ?? ''))
      .filter((record) => id === undefined || record.id === id)
    last = end.row
  }
}

function decisionsOf(connection: Connection, name: string): readonly DecisionRecord[] {
  const sql =
    `SELECT ${sendColumns}, decision.verdict, decision.who, decision.reason, decision.at FROM decision ` +
    'JOIN send USING (row) JOIN message USING (message) WHERE message.release = ? ORDER BY decision.decision'
  const read = sendReader(connection.path)
  return connection.all(sql, releaseNumber(connection, name)).map((data) => ({
    key: keyOfSend(read(data)),
    verdict: data['verdict'] as DecisionRecord['verdict'],
    who: String(data['who']),
    reason: String(data['reason']),
    at: Number(data['at']),
  }))
}
