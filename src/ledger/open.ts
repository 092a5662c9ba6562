import { join } from 'node:path'
import type { LedgerStore } from './ledger.ts'
import { sqliteStore } from './sqlite/store.ts'

/** Which ledger is meant, and what this machine knows of it. */
export interface LedgerLocation {
  readonly target: string
  /** Absolute path of its file. */
  readonly path: string
  /** User ID whose messages are sent; absent for the emulator that a deploy starts, and where nothing is sent. */
  readonly account?: string
  /** Absolute path of the user's folder of state; without one, older copies of a ledger are not noticed. */
  readonly stateFolder?: string | undefined
}

/** Selects the store that keeps the ledger of a target. Nothing is opened yet. */
export function ledgerStore({ stateFolder, ...location }: LedgerLocation): LedgerStore {
  return sqliteStore({ ...location, ...(stateFolder !== undefined && { marksIn: join(stateFolder, 'ledgers') }) })
}
