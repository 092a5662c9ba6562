import { databaseStore } from './database-store.ts'
import { fileStore } from './file-store.ts'
import type { LedgerStore } from './ledger.ts'
import { knownLedgers } from './marks.ts'

/** A ledger in a file: one process at a time sends from it. */
export interface FileLocation {
  /** Absolute path of its file. */
  readonly path: string
}

/** A ledger in PostgreSQL: several machines send from it. */
export interface DatabaseLocation {
  /** The connection string, which is a secret. */
  readonly url: string
  /** Prefix of schema names: that of each ledger ends with its target. */
  readonly schema: string
}

export type LedgerLocation = (FileLocation | DatabaseLocation) & {
  readonly target: string
  /** User ID whose messages are sent; absent for the emulator that a deploy starts, and where nothing is sent. */
  readonly account?: string | undefined
  /** Absolute path of the user's folder of state; without one, older copies of a ledger are not noticed. */
  readonly stateFolder?: string | undefined
}

/** Selects the store that keeps the ledger of a target. Nothing is opened yet. */
export function ledgerStore({ stateFolder, ...location }: LedgerLocation): LedgerStore {
  const known = stateFolder === undefined ? {} : { known: knownLedgers(stateFolder) }
  return 'url' in location ? databaseStore({ ...location, ...known }) : fileStore({ ...location, ...known })
}
