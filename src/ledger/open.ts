import { type DatabaseLocation, databaseStore } from './database-store.ts'
import { type FileLocation, fileStore } from './file-store.ts'
import type { LedgerStore } from './ledger.ts'
import { knownLedgers } from './marks.ts'

export type { DatabaseLocation, FileLocation }

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
