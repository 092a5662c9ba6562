import type { LedgerError, LockHolder } from './ledger-error.ts'
import type { Ledger, LedgerNotice, LedgerReader } from './ledger.ts'

/** How far the making of a ledger came: `left` where something is there from which nothing can be sent. */
export type StoreState = 'none' | 'left' | 'made'

/** What happens where no ledger is; `reason` is why a new one is right although there was one. */
export type IfMissing = 'refuse' | 'create' | { readonly reason: string }

export interface OpenOptions {
  /** It must never be made by accident: an empty ledger sends everything again. */
  readonly ifMissing: IfMissing
  /** The lineage that a plan names. */
  readonly lineage?: string
}

/** A person's decision to go on with a ledger that is refused. */
export interface Acceptance {
  readonly who: string
  readonly reason: string
}

export interface Accepted {
  /** How many sends are unknown now. */
  readonly unknown: number
  readonly notices: readonly LedgerNotice[]
}

/** The ledger of one target as a whole: where it is kept, and what can be done with it unopened. */
export interface LedgerStore {
  readonly target: string
  /** Absolute path. */
  readonly path: string
  readonly state: () => Promise<StoreState>
  /**
   * Opens the ledger for the one process that changes it, and makes what a crash left `inflight` unknown.
   *
   * Rejects with LedgerError for a ledger that cannot be used.
   */
  readonly open: (options: OpenOptions) => Promise<Ledger>
  /** Opens the ledger to read it, also while a deploy changes it. Rejects with LedgerError as `open` does. */
  readonly read: () => Promise<LedgerReader>
  /** Returns who changes the ledger at the moment; undefined when nobody does. */
  readonly holder: () => Promise<{ readonly holder?: LockHolder } | undefined>
  /** Reads all of the ledger and returns what is wrong with it; undefined for one that a deploy would use. */
  readonly check: () => Promise<LedgerError | undefined>
  /** Accepts a ledger that is refused: everything that is left to send becomes unknown. */
  readonly accept: (acceptance: Acceptance) => Promise<Accepted>
  /** Moves the ledger to another path and returns how many sends it has. Nobody sends from the old one any more. */
  readonly moveTo: (path: string) => Promise<number>
}
