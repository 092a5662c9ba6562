import { setTimeout as delay } from 'node:timers/promises'
import { claimedSingle, type KnownSingle, type SingleClaim, type SingleOf, type SinglesWanted } from '../single.ts'
import { claimedProgress, type SendProgress } from '../states.ts'
import type { ClaimedRow } from './claims.ts'
import type { Run, Session } from './connection.ts'
import { NamedTurns } from './locks.ts'
import type { LedgerRef } from './rows.ts'
import { claimSinglesOnce, PostgresSingles } from './singles.ts'
import { isStale, reserveSlot } from './slots.ts'
import { refusePaused } from './workers.ts'

/** What claiming single sends takes of a worker. */
interface SinglesWorker {
  readonly now: () => number
  /** Its number at the moment. */
  readonly number: () => number
  readonly live: () => Promise<Session>
  /** A row below which it has nothing in flight. */
  readonly lowest: () => number
  readonly onClaimed: (claimed: ClaimedRow, progress: SendProgress) => void
  /** Told how many claims it made. */
  readonly onClaims: (claims: number) => void
  /** Connects again where an error says that the connection was lost; rejects with any other. */
  readonly reconnect: (error: unknown) => Promise<void>
}

/** Claims single sends for one worker, one call after the other: what one records another one may look for. */
export class SingleClaims {
  readonly #ledger: LedgerRef
  readonly #worker: SinglesWorker
  readonly #singles: PostgresSingles
  readonly #turns = new NamedTurns()

  constructor(ledger: LedgerRef, worker: SinglesWorker) {
    this.#ledger = ledger
    this.#worker = worker
    this.#singles = new PostgresSingles(ledger)
  }

  async known(sends: readonly SingleOf[]): Promise<readonly KnownSingle[]> {
    const session = await this.#worker.live()
    return this.#singles.known((sql, ...values) => session.query(sql, ...values), sends)
  }

  claim(wanted: SinglesWanted): Promise<readonly SingleClaim[]> {
    return this.#turns.take('singles', () => this.#claim(wanted))
  }

  async #claim({ sends, slot: given, stop }: SinglesWanted): Promise<readonly SingleClaim[]> {
    for (let slot = given; ;) {
      if (stop?.aborted === true) return sends.map(() => ({ type: 'stopped' }))
      let waitMs = 0
      try {
        const claimed = await this.#claimOnce(sends, slot)
        if (claimed !== 'stale') return claimed
        const session = await this.#worker.live()
        const run: Run = (sql, ...values) => session.quick(sql, ...values)
        slot = slot && (await reserveSlot(run, this.#ledger, { messages: sends.length, rate: slot.rate }))
        waitMs = slot?.waitMs ?? 0
      } catch (error) {
        // What was claimed without this worker knowing is given back then.
        await this.#worker.reconnect(error)
      }
      // Rejects when it is aborted, and then waiting is over.
      await delay(waitMs, undefined, stop && { signal: stop }).catch(() => {})
    }
  }

  async #claimOnce(
    sends: SinglesWanted['sends'],
    slot: SinglesWanted['slot'],
  ): Promise<readonly SingleClaim[] | 'stale'> {
    const { now, live, number: numberNow, lowest, onClaimed, onClaims } = this.#worker
    const [at, session] = [now(), await live()]
    const worker = numberNow()
    const claimed = await claimSinglesOnce(session, this.#singles, {
      sends,
      worker,
      now: at,
      lowest: lowest(),
      isAllowed: async (run) => {
        await refusePaused(run, this.#ledger, worker)
        return slot === undefined || !(await isStale(run, this.#ledger, slot))
      },
    })
    if (claimed === 'stale') return 'stale'
    if (claimed.claims > 0) onClaims(claimed.claims)
    return claimed.rows.map((each, index): SingleClaim => {
      if (each.type !== 'claimed') return each
      const { number = '', values = {} } = sends[index] ?? {}
      const personal = { number, values }
      onClaimed({ row: each.row, personal }, claimedProgress(each.row.progress.attempt, at))
      return claimedSingle(each.row, each.row.progress.attempt, personal)
    })
  }
}
