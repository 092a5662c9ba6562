import type { Ledger, LedgerStore } from '../../../src/ledger/ledger.ts'

/** A way to keep ledgers, and what a test takes to try it. */
export interface StoreUnderTest {
  readonly name: string
  /** Who may change a ledger at the same time. */
  readonly changedBy: 'one-process' | 'many-processes'
  /** How many sequences of steps a model of it is compared in. */
  readonly modelRuns: number
  /** Makes a place where no ledger is yet; its target is `production`. */
  readonly fresh: () => LedgerPlace | Promise<LedgerPlace>
  /**
   * Absolute path of a module for a child process, which exports `open(name, random)`: it opens the ledger of the place
   * with that name and makes it when it is missing. `random(bound)` gives whole numbers below a bound.
   */
  readonly childModule: string
}

/** A place for one ledger. */
export interface LedgerPlace {
  /** As `childModule` takes it. */
  readonly name: string
  readonly store: LedgerStore
  /** Opens the ledger, which is closed when the test is over; it is made when it is missing. */
  readonly open: (options?: OpenOptions) => Promise<Ledger>
  /** Ends whoever has the ledger open as a crash would. Returns where the next one finds it. */
  readonly crash: () => Promise<LedgerPlace>
  /** Runs a statement as another program would that changes the tables. */
  readonly change: (statement: string) => Promise<void>
  /** Returns everything that is kept of the ledger, as text in which a number or a name can be searched for. */
  readonly contents: () => Promise<string>
}

export interface OpenOptions {
  /** In milliseconds since 1970. */
  readonly now?: () => number
}
