import { LedgerError } from '../ledger-error.ts'
import type { Batch, ClaimedSend, Settlement } from '../ledger.ts'
import { scrubbed } from '../scrub.ts'
import { applyChanges, type Change } from './changes.ts'
import type { Connection } from './connection.ts'
import { appendToJournal, claimedProgress, type JournalRecord, settledProgress } from './journal.ts'
import { PendingSends, type PendingSend } from './pending-sends.ts'
import { isSame, type SendProgress } from './progress.ts'
import { isPrepared, releaseNumber } from './releases.ts'
import { keyOfRow } from './send-row.ts'

interface Claimed extends PendingSend {
  readonly progress: SendProgress
}

/** Settled sends, and the time after which the table follows the journal: whom they went to is erased then. */
const settledAtOnce = 5_000
export const settledForMs = 1_000

/**
 * Sends between their claim and their outcome, and those whose outcome stands in the journal alone. All of it is in
 * memory as well: only this process changes the ledger, and reading it again would take longer than writing it. What
 * is claimed and settled counts once `write` and the commit after it succeeded; when they do not, nothing of this may
 * be used again.
 */
export class Claims {
  readonly #connection: Connection
  readonly #inflight = new Map<number, Claimed>()
  readonly #settled = new Map<number, Change>()
  #settledSince = 0
  /** By the name of the release; only of those whose recipients are all there. */
  readonly #pending = new Map<string, PendingSends>()
  #records: JournalRecord[] = []
  /** What the last record says. */
  #recorded: SendProgress | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Whether the table `send` is behind. */
  get isBehind(): boolean {
    return this.#settled.size > 0
  }

  /** Sends became pending: what is known of releases holds no longer. */
  forget(): void {
    this.#pending.clear()
  }

  /** Makes sends of the first message that has pending ones `inflight`. Within a transaction. */
  claim({ release, maxSends, now }: { release: string; maxSends: number; now: number }): Batch | undefined {
    const taken = this.#pendingOf(release).take(maxSends)
    if (taken === undefined) return undefined
    let before: SendProgress | undefined
    const sends = taken.sends.map(({ row, personal, attempts }): ClaimedSend => {
      const attempt = attempts + 1
      const progress: SendProgress = before?.attempt === attempt ? before : claimedProgress(attempt, now)
      before = progress
      this.#inflight.set(row.row, { row, personal, attempts, progress })
      this.#settled.delete(row.row)
      this.#record('claimed', { row: row.row, progress, at: now })
      return { row: row.row, attempt, key: keyOfRow(row), masked: row.masked, ...personal }
    })
    const [first, ...rest] = sends
    return first && { id: taken.id, sends: [first, ...rest] }
  }

  /** Takes what became of claimed sends: of all of them, or throws and takes nothing. */
  settle(settlements: readonly Settlement[], now: number): void {
    const claimed = settlements.map(({ row, attempt }) => this.#claimedAt(row, attempt))
    if (this.#settled.size === 0) this.#settledSince = now
    let before: SendProgress | undefined
    for (const [index, { outcome, code = null, description: said }] of settlements.entries()) {
      const { row, personal, progress: inflight } = claimed[index] as Claimed
      const state = outcome === 'not-written' ? 'pending' : outcome
      // What the service says to a success is the same for all.
      const description = outcome === 'accepted' || said === undefined ? null : scrubbed(said, personal)
      const made = settledProgress(inflight, { state, code, description }, now)
      const progress: SendProgress = before && isSame(before, made) ? before : made
      before = progress
      this.#inflight.delete(row.row)
      this.#settled.set(row.row, { row, progress })
      this.#record('settled', { row: row.row, progress, at: now })
      if (state === 'pending') this.forget()
    }
  }

  /**
   * Writes what was claimed and settled since the last time; the end of a transaction.
   *
   * @returns whether the table was brought up to date, and people erased
   */
  write(now: number): boolean {
    if (this.#settled.size >= settledAtOnce || (this.isBehind && now - this.#settledSince >= settledForMs)) {
      this.bringUpToDate()
      return true
    }
    this.#append()
    return false
  }

  /** Takes what is settled over into the table `send`; in the journal stays what is in flight. Within a transaction. */
  bringUpToDate(): void {
    applyChanges(this.#connection, this.#settled.values())
    // Rows that were read ahead say how they stood in the table.
    if ([...this.#settled.values()].some(({ progress }) => progress.state === 'pending')) this.forget()
    this.#settled.clear()
    this.#takeRecords()
    for (const { row, progress } of this.#inflight.values()) {
      this.#record('claimed', { row: row.row, progress, at: progress.claimed_at ?? 0 })
    }
    this.#connection.run('DELETE FROM journal')
    this.#append()
  }

  #append(): void {
    const records = this.#takeRecords()
    if (records.length > 0) appendToJournal(this.#connection, records)
  }

  #takeRecords(): readonly JournalRecord[] {
    const records = this.#records
    this.#records = []
    this.#recorded = undefined
    return records
  }

  /** Adds a record of one send, or makes the last one longer. */
  #record(type: JournalRecord[0], { row, progress, at }: { row: number; progress: SendProgress; at: number }): void {
    const last = this.#records.at(-1)
    if (last?.[0] === type && this.#recorded === progress && last[2] + last[3] === row) last[3]++
    else {
      const { state, attempt, code, description } = progress
      this.#records.push(
        type === 'claimed' ? [type, at, row, 1, attempt] : [type, at, row, 1, state, code, description],
      )
    }
    this.#recorded = progress
  }

  #pendingOf(release: string): PendingSends {
    const known = this.#pending.get(release)
    if (known) return known
    const number = releaseNumber(this.#connection, release)
    if (!isPrepared(this.#connection, number)) throw new LedgerError({ type: 'not-prepared', release })
    const progressOf = (row: number): SendProgress | undefined =>
      (this.#inflight.get(row) ?? this.#settled.get(row))?.progress
    const pending = new PendingSends(this.#connection, number, progressOf)
    this.#pending.set(release, pending)
    return pending
  }

  #claimedAt(row: number, attempt: number): Claimed {
    const claimed = this.#inflight.get(row)
    if (claimed?.progress.attempt === attempt) return claimed
    throw new Error(`Send ${row} is not in flight: attempt ${attempt} was settled or never claimed.`)
  }
}
