import type { SendState } from '../ledger.ts'
import { deliveriesBySend, type SendDelivery, type StoredDeliveries } from '../results.ts'
import {
  clockOffsetMs,
  deliveryPeriod,
  periodLength,
  type ReleaseTimeline,
  type StoredResultPeriod,
  timelineOf,
} from '../timeline.ts'
import { isProvenBy, provenProgress, type SendProgress } from '../states.ts'
import type { Claims, LogPlace } from './claims.ts'
import { Connection, type SqlRow } from './connection.ts'
import { type MainFile, readResultsMark, writeResultsMark } from './main-file.ts'
import { type ArrivedResult, ResultsFile } from './results-file.ts'
import { applyChanges, insertSealed, sendsWhere } from './rows.ts'

const resultsAtOnce = 1_000

/** A result and the send that it is about. */
interface ResultOfSend {
  readonly result: ArrivedResult
  readonly row: number
  readonly message: number
  readonly state: SendState
}

/** Finds the sends of results; what a ledger does not have is left out. */
export function sendsOf(connection: Connection, results: readonly ArrivedResult[]): readonly ResultOfSend[] {
  const sql = 'SELECT row, message, recipient, state FROM send WHERE row IN (SELECT value FROM json_each(?))'
  const rows = connection.all(sql, JSON.stringify(results.map(({ row }) => row)))
  const byRow = new Map(rows.map((row) => [Number(row['row']), row]))
  return results.flatMap((result) => {
    const there = byRow.get(result.row)
    const send = there?.['recipient'] === result.send ? there : elsewhere(connection, result.send)
    if (send === undefined) return []
    const { row, message, state } = send
    return [{ result, row: Number(row), message: Number(message), state: state as SendState }]
  })
}

/** Returns a send by its hash. In a ledger that is a copy of another moment it may stand in another row. */
function elsewhere(connection: Connection, send: string): ReturnType<Connection['get']> {
  const sql =
    'SELECT row, message, recipient, state FROM message CROSS JOIN send USING (message) WHERE recipient = ? LIMIT 1'
  return connection.get(sql, send)
}

/** How many sends results have settled: `unknown` ones, and those that the ledger held to be unsent or rejected. */
export interface ProvenSends {
  readonly unknown: number
  readonly behind: number
}

/** A run that is sending; `log` is where its claim log is, undefined before it has one. */
interface Running {
  readonly claims: Claims
  readonly log: LogPlace | undefined
}

/** Takes over what delivery results prove, for the one process that changes a ledger. */
export class ResultFollower {
  readonly #main: MainFile
  readonly #path: string
  #file: ResultsFile | undefined
  #seen = 0
  #found = 0
  /** Of sends whose response is awaited. */
  #early: readonly ArrivedResult[] = []

  constructor(main: MainFile, path: string) {
    this.#main = main
    this.#path = path
  }

  /**
   * Settles the sends of results that arrived since the last time: a send that the service took is not sent again.
   *
   * @param running what a run knows that the table does not
   */
  follow(now: number, running?: Running): ProvenSends {
    const file = this.#open()
    if (file === undefined) return { unknown: 0, behind: 0 }
    let proven = { unknown: 0, behind: 0 }
    const early = this.#early
    this.#early = []
    const take = (results: readonly ArrivedResult[]): void => {
      const { unknown, behind } = this.#take(results, now, running)
      proven = { unknown: proven.unknown + unknown, behind: proven.behind + behind }
    }
    if (early.length > 0) take(early)
    for (;;) {
      const results = file.after(this.#seen, resultsAtOnce)
      const last = results.at(-1)
      if (last === undefined) return proven
      take(results)
      this.#seen = last.result
    }
  }

  #take(results: readonly ArrivedResult[], now: number, running: Running | undefined): ProvenSends {
    const { connection } = this.#main
    const sends = sendsOf(connection, results).map((send) => {
      return { ...send, state: running?.claims.progressOf(send.row)?.state ?? send.state }
    })
    this.#early = [...this.#early, ...sends.flatMap(({ state, result }) => (state === 'inflight' ? [result] : []))]
    const rows = new Set(sends.filter(({ state }) => isProvenBy(state)).map(({ row }) => row))
    if (rows.size === 0) return { unknown: 0, behind: 0 }
    // The table is to say what is known before it is changed, and nothing that was read ahead holds any longer.
    running?.claims.bringUpToDate(running.log)
    running?.claims.forget()
    return this.#main.change(() => prove(connection, rows, now))
  }

  #open(): ResultsFile | undefined {
    if (this.#file) return this.#file
    this.#file = ResultsFile.read(this.#path)
    const mark = this.#file && readResultsMark(this.#main.connection)
    this.#seen = mark && mark.file === this.#file?.id ? mark.result : 0
    this.#found = this.#seen
    return this.#file
  }

  /** How many results were looked at that the ledger does not know of. */
  get unmarked(): number {
    return this.#early.length > 0 ? 0 : this.#seen - this.#found
  }

  /** Says in the ledger how far results were taken over, so that the next start does not look at them again. */
  mark(): void {
    const { connection } = this.#main
    if (this.#file === undefined || this.unmarked === 0) return
    const mark = { file: this.#file.id, result: this.#seen }
    this.#main.follow({}, () => writeResultsMark(connection, mark))
    this.#found = this.#seen
  }

  close(): void {
    this.#file?.close()
  }
}

/** Makes sends accepted, and keeps why. Within a transaction. */
function prove(connection: Connection, rows: ReadonlySet<number>, now: number): ProvenSends {
  let [unknown, behind] = [0, 0]
  for (const number of rows) {
    const [found] = sendsWhere(connection, 'WHERE row = ?', number)
    if (found === undefined || !isProvenBy(found.progress.state)) continue
    const { state } = found.progress
    let row = found
    if (state === 'rejected') {
      // No way leads from there but the one of a retry, for which a send has personal data: these are empty.
      const personal = found.personal ?? connection.run('INSERT INTO personal (data) VALUES (zeroblob(0))').row
      connection.run('UPDATE send SET personal = ? WHERE row = ?', personal, number)
      const deferred: SendProgress = { ...found.progress, state: 'deferred' }
      applyChanges(connection, [{ row: { ...found, personal }, progress: deferred }])
      row = { ...found, personal, progress: deferred }
    }
    applyChanges(connection, [{ row, progress: provenProgress(row.progress, now) }])
    insertSealed(connection, 'decision', { row: number, verdict: 'sent', who: '', reason: state, at: now })
    if (state === 'unknown') unknown++
    else behind++
  }
  return { unknown, behind }
}

/** A send that a result proves and the ledger does not say so yet. */
export interface ProvenRow {
  readonly before: SendState
  /** When the result arrived, in milliseconds since 1970. */
  readonly at: number
}

/** The results of a ledger, joined with its sends by whoever reads it. */
export class ReadResults {
  readonly #connection: Connection
  readonly #path: string
  #file: ResultsFile | undefined
  #counted: { readonly version: string; readonly counts: readonly StoredDeliveries[] } | undefined

  constructor(connection: Connection, path: string) {
    this.#connection = connection
    this.#path = path
  }

  get #results(): ResultsFile | undefined {
    return (this.#file ??= ResultsFile.read(this.#path))
  }

  /** Another one when results came. */
  get version(): string {
    return String(this.#results?.last() ?? 0)
  }

  /**
   * Returns the sends that results prove and the ledger does not know to be accepted, by their rows.
   *
   * @param ahead how far sends are that the table does not know yet
   */
  proven(ahead: ReadonlyMap<number, SendProgress>): ReadonlyMap<number, ProvenRow> {
    const file = this.#results
    const proven = new Map<number, ProvenRow>()
    if (file === undefined) return proven
    const mark = readResultsMark(this.#connection)
    let seen = mark?.file === file.id ? mark.result : 0
    for (;;) {
      const results = file.after(seen, resultsAtOnce)
      for (const { result, row, state } of sendsOf(this.#connection, results)) {
        const before = ahead.get(row)?.state ?? state
        if (before !== 'accepted') proven.set(row, { before, at: result.received_at })
      }
      const last = results.at(-1)
      if (last === undefined) return proven
      seen = last.result
    }
  }

  /** Returns what is known of the delivery of sends, by their rows; it is named by their keyed hashes. */
  deliveriesOf(rows: readonly number[]): ReadonlyMap<string, SendDelivery> {
    return deliveriesBySend(this.#results?.of(rows) ?? [], ({ send }) => send)
  }

  /** Counts the deliveries of all messages, once for as long as no result comes. */
  counts(): readonly StoredDeliveries[] {
    const { version } = this
    if (this.#counted?.version !== version) this.#counted = { version, counts: this.#count() }
    return this.#counted.counts
  }

  #count(): readonly StoredDeliveries[] {
    const sums = new Map<string, StoredDeliveries>()
    for (const group of this.#latest(countSql) as unknown as Iterable<StoredDeliveries>) {
      const name = JSON.stringify([group.message, group.code, group.fallback_code])
      const { sends = 0, conflicts = 0 } = sums.get(name) ?? {}
      sums.set(name, { ...group, sends: sends + group.sends, conflicts: conflicts + group.conflicts })
    }
    return [...sums.values()]
  }

  /** Counts the deliveries of messages by when they were done; undefined where no result says when. */
  timeline(messages: readonly number[]): ReleaseTimeline['deliveries'] {
    const numbers = JSON.stringify(messages)
    const [low, high] = spanOf(this.#latest(spanSql, numbers))
    if (low === undefined || high === undefined) return undefined
    const periodMs = periodLength(low, high)
    const groups = this.#latest(periodSql(periodMs), numbers) as unknown as readonly (StoredResultPeriod & SqlRow)[]
    const [firstAt = low, lastAt = high] = spanOf(groups)
    return timelineOf({ firstAt, lastAt, periodMs }, groups.map(deliveryPeriod))
  }

  /** Reads on a connection of its own, in parts: a receiver is not held up for long. */
  #latest(sql: string, ...values: readonly string[]): readonly SqlRow[] {
    if (this.#results === undefined) return []
    return Connection.using(this.#connection.path, 'read', (connection) => {
      connection.run('ATTACH ? AS results', this.#path)
      const last = Number(connection.get('SELECT max(row) AS last FROM results.result')?.['last'] ?? 0)
      const parts = Array.from({ length: Math.ceil((last + 1) / rowsAtOnce) }, (_, part) => part * rowsAtOnce)
      return parts.flatMap((from) => connection.all(sql, from, from + rowsAtOnce, ...values))
    })
  }

  close(): void {
    this.#file?.close()
  }
}

/** A part of the rows, which takes some tenths of a second. */
const rowsAtOnce = 100_000

const order = 'done_at, fallback_done_at, code, fallback_code'
const orderOf = (table: string): string => order.replace(/\w+/g, (name) => `${table}.${name}`)

const resultsOfSends =
  'FROM results.result AS latest CROSS JOIN send ON send.row = latest.row AND send.recipient = latest.send ' +
  'WHERE latest.row >= ? AND latest.row < ?'

/** The result that counts for each send. */
const latestSends =
  `${resultsOfSends} AND NOT EXISTS (SELECT 1 FROM results.result AS later WHERE later.row = latest.row AND later.send = latest.send AND ` +
  `(${orderOf('later')}) > (${orderOf('latest')}))`

const countSql =
  'SELECT send.message, latest.code, latest.fallback_code, count(*) AS sends, sum(EXISTS (' +
  'SELECT 1 FROM results.result AS other WHERE other.row = latest.row AND other.send = latest.send AND (other.code <> latest.code OR ' +
  "(other.fallback_code <> latest.fallback_code AND other.fallback_code <> '' AND latest.fallback_code <> '')))) AS conflicts " +
  `${latestSends} GROUP BY send.message, latest.code, latest.fallback_code`

/** When the service was done with a message, or with the one that it sent in its place; 0 where that is not known. */
const doneAt = 'max(latest.done_at, latest.fallback_done_at)'

const isDoneOfMessages = `AND ${doneAt} > 0 AND send.message IN (SELECT value FROM json_each(?))`
const span = `min(${doneAt}) AS first, max(${doneAt}) AS last`

/** Of all results: those that do not count hardly make it longer, and telling them apart takes most of the time. */
const spanSql = `SELECT ${span} ${resultsOfSends} ${isDoneOfMessages}`

/** Returns the first and the last moment of rows that have both, or nothing. */
function spanOf(rows: readonly SqlRow[]): readonly number[] {
  const there = rows.filter(({ first }) => first !== null)
  if (there.length === 0) return []
  return [Math.min(...there.map(({ first }) => Number(first))), Math.max(...there.map(({ last }) => Number(last)))]
}

function periodSql(periodMs: number): string {
  const period = `(${doneAt} + ${clockOffsetMs}) / ${periodMs}`
  return (
    `SELECT ${period} AS period, latest.code, latest.fallback_code, count(*) AS sends, ${span} ` +
    `${latestSends} ${isDoneOfMessages} ` +
    'GROUP BY period, latest.code, latest.fallback_code'
  )
}
