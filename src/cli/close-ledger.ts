import { LedgerError, type LedgerProblem } from '../ledger/ledger-error.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** Closes a ledger; everything in it is on the disk already. Returns what went wrong. */
export function closed(ledger: Ledger | undefined): LedgerProblem | undefined {
  try {
    ledger?.close()
    return undefined
  } catch (error) {
    if (error instanceof LedgerError) return error.problem
    throw error
  }
}
