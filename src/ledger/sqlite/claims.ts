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

interface Claimed extends Omit<PendingSend, 'attempts'> {
  readonly progress: SendProgress
}

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
  /** By the name of the release; only of those whose recipients are all there. */
  readonly #pending = new Map<string, PendingSends>()
  #records: JournalRecord[] = []
  /** What the last record says. */
  #recorded: SendProgress | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** How many sends are settled in the journal alone: the table `send` is behind it. */
  get behind(): number {
    return this.#settled.size
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
      this.#inflight.set(row.row, { row, personal, progress })
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
    let before: SendProgress | undefined
    const changes = claimed.map(({ row, progress: inflight }, index): Change => {
      const { outcome = 'unknown', code = null, description: said } = settlements[index] ?? {}
      const state = outcome === 'not-written' ? 'pending' : outcome
      // What the service says to a success is the same for all; what it says to a request may quote any of them.
      const description =
        outcome === 'accepted' || said === undefined
          ? null
          : claimed.reduce((text, { personal }) => scrubbed(text, personal), said)
      const made = settledProgress(inflight, { state, code, description }, now)
      const progress: SendProgress = before && isSame(before, made) ? before : made
      before = progress
      return { row, progress }
    })
    for (const { row, progress } of changes) {
      this.#inflight.delete(row.row)
      this.#settled.set(row.row, { row, progress })
      this.#record('settled', { row: row.row, progress, at: now })
      if (progress.state === 'pending') this.forget()
    }
  }

  /** Writes what was claimed and settled since the last time; the end of a transaction. */
  write(): void {
    const records = this.#takeRecords()
    if (records.length > 0) appendToJournal(this.#connection, records)
  }

  /**
   * Takes what is settled over into the table `send`, in a transaction of its own; in the journal stays what is in
   * flight. When it throws before the end everything is as it was.
   */
  bringUpToDate(): void {
    if (this.#settled.size === 0) return
    this.#connection.transaction(() => {
      applyChanges(this.#connection, this.#settled.values())
      this.#connection.run('DELETE FROM journal')
      const records = [...this.#inflight.values()].map(({ row, progress }): JournalRecord => {
        return ['claimed', progress.claimed_at ?? 0, row.row, 1, progress.attempt]
      })
      if (records.length > 0) appendToJournal(this.#connection, records)
    })
    // Rows that were read ahead say how they stood in the table.
    if ([...this.#settled.values()].some(({ progress }) => progress.state === 'pending')) this.forget()
    this.#settled.clear()
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
