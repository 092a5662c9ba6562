import { LedgerError } from '../ledger-error.ts'
import type { Batch, ClaimedSend, Settlement } from '../ledger.ts'
import { checkSend, type KnownProgress, keyOfSend, knownProgress, personalIn, type SendRow } from '../send.ts'
import {
  claimedProgress,
  type MessageRef,
  outcomesOf,
  type Personal,
  progressNames,
  type SendProgress,
  settledProgress,
} from '../states.ts'
import type { LogRecord } from './claim-log.ts'
import type { Connection } from './connection.ts'
import type { MainFile } from './main-file.ts'
import { isPrepared, messagesOf, releaseNumber } from './releases.ts'
import { applyChanges, type SendChange } from './rows.ts'

/** A send that may be claimed, and whom it goes to. */
interface PendingSend {
  readonly row: SendRow
  readonly personal: Personal
  /** How often it was claimed before. */
  readonly attempts: number
}

/** Sends that are read at once: of many, one costs a fraction. */
const readAtOnce = 200

interface PendingOptions {
  /** How far a send is by the journal, where the table is behind it. */
  readonly progressOf: (row: number) => SendProgress | undefined
  readonly only: ReadonlySet<number> | undefined
}

/** The pending sends of a release, message by message, read ahead of their claims. */
class PendingSends {
  readonly #connection: Connection
  readonly #messages: MessageRef[]
  /** Sends of the first message. */
  #sends: PendingSend[] = []
  #lastRow = 0
  readonly #options: PendingOptions

  constructor(connection: Connection, release: number, options: PendingOptions) {
    this.#connection = connection
    this.#messages = [...messagesOf(connection, release)]
    this.#options = options
  }

  /** The only rows that it gives; all when undefined. */
  get only(): ReadonlySet<number> | undefined {
    return this.#options.only
  }

  /** Takes so many sends at most, of the first message that has some. */
  take(maxSends: number): { readonly id: string; readonly sends: readonly PendingSend[] } | undefined {
    for (let [message] = this.#messages; message; [message] = this.#messages) {
      while (this.#sends.length < maxSends && this.#readOn(message));
      if (this.#sends.length > 0) return { id: message.id, sends: this.#sends.splice(0, maxSends) }
      this.#messages.shift()
      this.#lastRow = 0
    }
    return undefined
  }

  /** Reads on where few sends are left of the first message. */
  readAhead(): void {
    const [message] = this.#messages
    if (message && this.#sends.length < readAtOnce) this.#readOn(message)
  }

  /** @returns whether there was anything */
  #readOn({ message }: MessageRef): boolean {
    const { path } = this.#connection
    const rows = pendingRows(this.#connection, message, this.#lastRow)
    let text = ''
    let known: KnownProgress | undefined
    for (const [fixed, row, personal, checksum, columns, data] of rows) {
      // Rows that follow each other are mostly as far as each other.
      if (known === undefined || text !== columns) known = knownProgress(progressIn(columns))
      text = columns
      const { progress, checksum: ofProgress } = known
      const send: SendRow = { row, message, ...fixedIn(fixed), personal, progress }
      checkSend(send, { checksum, ofProgress, path })
      const { state, attempt } = this.#options.progressOf(row) ?? progress
      const isPending = state === 'pending' && this.#options.only?.has(row) !== false
      if (isPending) this.#sends.push({ row: send, personal: personalIn(send, data ?? '', path), attempts: attempt })
      this.#lastRow = row
    }
    return rows.length > 0
  }
}

/** The columns of a row, its progress as a text, and its personal data. */
type PendingRow = readonly [
  fixed: FixedValues,
  row: number,
  personal: number,
  checksum: number,
  progress: string,
  data: string | null,
]

const fixedNames = ['preparation', 'recipient', 'own_key', 'masked', 'ref', 'person', 'prepared_at'] as const

type Fixed = Pick<SendRow, (typeof fixedNames)[number]>

type FixedValues = readonly [
  preparation: number,
  recipient: string,
  own_key: string | null,
  masked: string,
  ref: string | null,
  person: string | null,
  prepared_at: number,
]

function fixedIn([preparation, recipient, own_key, masked, ref, person, prepared_at]: FixedValues): Fixed {
  return { preparation, recipient, own_key, masked, ref, person, prepared_at }
}

const pendingColumns =
  `json_array(${fixedNames.join(', ')}), row, personal, checksum, ` +
  `json_array(${progressNames.join(', ')}) || '', CAST(data AS TEXT)`

function progressIn(text: string): SendProgress {
  const values = JSON.parse(text) as SendProgress[keyof SendProgress][]
  return Object.fromEntries(progressNames.map((name, at) => [name, values[at]])) as unknown as SendProgress
}

/** They come as one text: a value for each column costs more than the reading. */
function pendingRows(connection: Connection, message: number, after: number): readonly PendingRow[] {
  const sql =
    `SELECT json_group_array(json_array(${pendingColumns}) ORDER BY row) AS rows FROM ` +
    '(SELECT row AS wanted FROM send INDEXED BY send_open WHERE personal IS NOT NULL AND message = ? AND ' +
    `state = 'pending' AND row > ? ORDER BY row LIMIT ${readAtOnce}) ` +
    // What has no personal data is damaged, and must not be passed over.
    'JOIN send ON send.row = wanted LEFT JOIN personal USING (personal)'
  return JSON.parse(String(connection.get(sql, message, after)?.['rows'])) as readonly PendingRow[]
}

/** An entry of the claim log. */
export interface LogPlace {
  readonly number: number
  /** In bytes from the start of the log. */
  readonly offset: number
}

export interface ClaimOptions {
  readonly release: string
  readonly maxSends: number
  readonly only?: ReadonlySet<number>
  readonly now: number
  readonly place: LogPlace
}

interface Claimed extends Omit<PendingSend, 'attempts'> {
  readonly progress: SendProgress
  /** Where its claim stands. */
  readonly place: LogPlace
}

/**
 * Sends between their claim and their outcome, and those whose outcome stands in the claim log alone. All of it is in
 * memory as well: only this process changes the ledger, and reading it again would take longer than writing it.
 */
export class Claims {
  readonly #main: MainFile
  readonly #connection: Connection
  readonly #inflight = new Map<number, Claimed>()
  readonly #settled = new Map<number, SendChange>()
  /** By the name of the release; only of those whose recipients are all there. */
  readonly #pending = new Map<string, PendingSends>()
  #records: LogRecord[] = []
  /** What the last record says. */
  #recorded: SendProgress | undefined
  /** Where the claim log was when the table `send` last followed it. */
  #followed: LogPlace | undefined
  #version = 0

  constructor(main: MainFile) {
    this.#main = main
    this.#connection = main.connection
  }

  /** How many sends are settled in the claim log alone: the table `send` is behind it. */
  get behind(): number {
    return this.#settled.size
  }

  get inflight(): number {
    return this.#inflight.size
  }

  /** How far sends are that the table `send` does not know yet; `version` is another one when they changed. */
  get ahead(): { readonly version: string; readonly read: () => ReadonlyMap<number, SendProgress> } {
    return {
      version: String(this.#version),
      read: () => new Map([...this.#settled, ...this.#inflight].map(([row, { progress }]) => [row, progress])),
    }
  }

  /** Returns how far a send is that the table `send` may not know. */
  progressOf(row: number): SendProgress | undefined {
    return (this.#inflight.get(row) ?? this.#settled.get(row))?.progress
  }

  /** Sends became pending: what is known of releases holds no longer. */
  forget(): void {
    this.#pending.clear()
  }

  /** Reads what comes next, while whoever claims waits for the disk anyway. What fails here fails again once it is claimed. */
  readAhead(): void {
    try {
      for (const pending of this.#pending.values()) pending.readAhead()
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
    }
  }

  /** Makes sends of the first message that has pending ones `inflight`; `place` is the entry that will say so. */
  claim({ release, maxSends, only, now, place }: ClaimOptions): Batch | undefined {
    this.#version++
    const taken = this.#pendingOf(release, only).take(maxSends)
    if (taken === undefined) return undefined
    let before: SendProgress | undefined
    const sends = taken.sends.map(({ row, personal, attempts }): ClaimedSend => {
      const attempt = attempts + 1
      const progress: SendProgress = before?.attempt === attempt ? before : claimedProgress(attempt, now)
      before = progress
      this.#inflight.set(row.row, { row, personal, progress, place })
      this.#settled.delete(row.row)
      this.#record(row.row, progress, ['claimed', now, row.row, 1, attempt])
      return { row: row.row, attempt, key: keyOfSend(row), masked: row.masked, ...personal }
    })
    const [first, ...rest] = sends
    return first && { id: taken.id, sends: [first, ...rest] }
  }

  /** Another claim log has begun. */
  forgetLog(): void {
    this.#followed = undefined
  }

  /** Takes what became of claimed sends: of all of them, or throws and takes nothing. */
  settle(settlements: readonly Settlement[], now: number): void {
    const claimed = settlements.map(({ row, attempt }) => this.#claimedAt(row, attempt))
    const outcomes = outcomesOf(claimed, settlements, now)
    this.#version++
    for (const { send, progress } of outcomes) {
      const { row, progress: inflight } = send
      const { claimed_at: claimedAt } = inflight
      this.#inflight.delete(row.row)
      this.#settled.set(row.row, { row, progress })
      const { attempt, state, code, description } = progress
      this.#record(row.row, progress, ['settled', now, row.row, 1, attempt, claimedAt, state, code, description])
      if (progress.state === 'pending') this.forget()
    }
  }

  /** Takes claims back that were given to nobody, so that nothing of them was written. */
  takeBack({ sends }: Pick<Batch, 'sends'>): void {
    for (const { row: number, attempt } of sends) {
      const { row, progress } = this.#claimedAt(number, attempt)
      this.#inflight.delete(number)
      const settlement = { state: 'pending', code: null, description: null } as const
      this.#settled.set(number, { row, progress: settledProgress(progress, settlement, 0) })
    }
    this.#version++
    this.forget()
  }

  /** Takes the records of what was claimed and settled since the last time, as text; undefined when there are none. */
  takeRecords(): string | undefined {
    const records = this.#records
    this.#records = []
    this.#recorded = undefined
    return records.length > 0 ? JSON.stringify(records) : undefined
  }

  /**
   * Takes what is settled over into the table `send`. When it throws everything is as it was.
   *
   * The main file says from which entry on the claim log is to be read at the next start. That is where the table
   * followed the log the time before, or the oldest claim in flight: should a crash tear this change apart and its
   * journal be lost, the log has all of it again.
   *
   * @param log where the claim log is; undefined when there is none
   */
  bringUpToDate(log: LogPlace | undefined): void {
    if (this.#settled.size === 0) return
    let from = this.#followed
    for (const { place } of this.#inflight.values()) if (from && place.number < from.number) from = place
    const next = log?.number ?? this.#main.state.next
    const replay = from ? { replayFrom: from.number, replayOffset: from.offset } : {}
    this.#main.follow({ next, ...replay }, () => applyChanges(this.#connection, [...this.#settled.values()]))
    this.#followed = log
    this.#version++
    // Rows that were read ahead say how they stood in the table.
    if ([...this.#settled.values()].some(({ progress }) => progress.state === 'pending')) this.forget()
    this.#settled.clear()
  }

  /** Adds a record of one send, or makes the last one longer. */
  #record(row: number, progress: SendProgress, record: LogRecord): void {
    const last = this.#records.at(-1)
    const isLonger = last && last[0] === record[0] && this.#recorded === progress
    if (isLonger && last[2] + last[3] === row) last[3]++
    else this.#records.push(record)
    this.#recorded = progress
  }

  #pendingOf(release: string, only: ReadonlySet<number> | undefined): PendingSends {
    const known = this.#pending.get(release)
    if (known?.only === only && known) return known
    const number = releaseNumber(this.#connection, release)
    if (!isPrepared(this.#connection, number)) throw new LedgerError({ type: 'not-prepared', release })
    const progressOf = (row: number): SendProgress | undefined => this.progressOf(row)
    const pending = new PendingSends(this.#connection, number, { progressOf, only })
    this.#pending.set(release, pending)
    return pending
  }

  #claimedAt(row: number, attempt: number): Claimed {
    const claimed = this.#inflight.get(row)
    if (claimed?.progress.attempt === attempt) return claimed
    throw new Error(`Send ${row} is not in flight: attempt ${attempt} was settled or never claimed.`)
  }
}
