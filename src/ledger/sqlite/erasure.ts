import { LedgerError } from '../ledger-error.ts'
import type { Claims } from './claims.ts'
import type { GroupCommit } from './group-commit.ts'
import type { MainFile } from './main-file.ts'

const settledForMs = 1_000

/**
 * Erases people soon after their sends are settled: the table follows the claim log. What fails here is no failure of
 * the outcomes, which are on the disk: it is tried again, and what keeps it from succeeding is told to whoever writes
 * next.
 */
export class Erasure {
  readonly #main: MainFile
  readonly #claims: Claims
  readonly #group: GroupCommit
  readonly #settledAtOnce: number
  #later: NodeJS.Timeout | undefined
  #isStopped = false

  /** @param settledAtOnce settled sends that do not wait for their second to be over */
  constructor({ main, claims, group, settledAtOnce }: ErasureOptions) {
    this.#main = main
    this.#claims = claims
    this.#group = group
    this.#settledAtOnce = settledAtOnce
  }

  /** To be told after outcomes were written. */
  settled(): void {
    if (this.#isStopped) return
    if (this.#claims.behind >= this.#settledAtOnce) this.#erase()
    this.#eraseLater()
  }

  /** Nothing is tried again. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#later)
  }

  #erase(): void {
    try {
      this.#main.connection.withoutWaiting(() => this.#claims.bringUpToDate(this.#group.place))
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
    }
  }

  #eraseLater(): void {
    const isOver = this.#claims.behind === 0 || this.#main.connection.broken !== undefined
    if (isOver || this.#isStopped || this.#later !== undefined) return
    this.#later = setTimeout(() => {
      this.#later = undefined
      this.#erase()
      this.#eraseLater()
    }, settledForMs).unref()
  }
}

export interface ErasureOptions {
  readonly main: MainFile
  readonly claims: Claims
  readonly group: GroupCommit
  readonly settledAtOnce: number
}
