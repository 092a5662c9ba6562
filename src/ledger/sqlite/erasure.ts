import { LedgerError } from '../ledger-error.ts'
import type { Claims } from './claims.ts'
import type { Connection } from './connection.ts'

const settledForMs = 1_000

/**
 * Erases people soon after their sends are settled: the table follows the journal, and the log, in which older versions
 * of pages stand, is emptied. What fails here is no failure of the outcomes, which are on the disk: it is tried again,
 * and what keeps it from succeeding is told to whoever writes next.
 */
export class Erasure {
  readonly #connection: Connection
  readonly #claims: Claims
  readonly #settledAtOnce: number
  #isLogFull = false
  #later: NodeJS.Timeout | undefined
  #isStopped = false

  /** @param settledAtOnce settled sends that do not wait for their second to be over */
  constructor(connection: Connection, claims: Claims, settledAtOnce: number) {
    this.#connection = connection
    this.#claims = claims
    this.#settledAtOnce = settledAtOnce
  }

  /** To be told after outcomes were written. */
  settled(): void {
    if (this.#isStopped) return
    if (this.#claims.behind >= this.#settledAtOnce) this.#erase()
    this.#eraseLater()
  }

  /** Empties the log now, or as soon as nobody reads it any more. */
  emptyLog(): void {
    this.#isLogFull = !this.#connection.withoutWaiting(() => this.#connection.emptyLog())
    this.#eraseLater()
  }

  /** Nothing is tried again. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#later)
  }

  #erase(): void {
    try {
      this.#connection.withoutWaiting(() => {
        if (this.#claims.behind > 0) {
          this.#claims.bringUpToDate()
          this.#isLogFull = true
        }
        if (this.#isLogFull) this.#isLogFull = !this.#connection.emptyLog()
      })
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
    }
  }

  #eraseLater(): void {
    const isLeft = this.#claims.behind > 0 || this.#isLogFull
    if (!isLeft || this.#isStopped || this.#connection.isBroken || this.#later !== undefined) return
    this.#later = setTimeout(() => {
      this.#later = undefined
      this.#erase()
      this.#eraseLater()
    }, settledForMs).unref()
  }
}
