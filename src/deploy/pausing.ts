import type { LedgerError } from '../ledger/ledger-error.ts'
import type { PauseReason } from '../contract/contract.ts'
import type { RunEnd } from './run-end.ts'

/** An end that concerns everybody who sends to the target: each worker stops with it. */
export type PausingEnd = Extract<RunEnd, { readonly type: 'pause' | 'clock' }>

const reasons: { readonly [R in PauseReason]: true } = {
  authentication: true,
  account: true,
  credit: true,
  session: true,
  'too-many-requests': true,
  'foreign-key': true,
}

/** Returns how a deploy ends that the ledger does not serve: as the worker did who stopped all of them, where one did. */
export function ledgerEnd({ code, text, note }: LedgerError, unrecorded = 0): RunEnd {
  if (code === 'cancelled') return { type: 'cancelled' }
  const end = note === undefined ? undefined : endIn(note)
  return end ?? { type: 'ledger', code, text, unrecorded }
}

/** Reads what another worker left. It may be of another version, so it is undefined for what is not known here. */
function endIn(note: string): PausingEnd | undefined {
  let data: unknown
  try {
    data = JSON.parse(note)
  } catch {
    return undefined
  }
  if (typeof data !== 'object' || data === null) return undefined
  const { type, reasons: given, foreignKeys, aheadMs } = data as { readonly [key: string]: unknown }
  if (type === 'clock' && typeof aheadMs === 'number' && Number.isFinite(aheadMs)) return { type, aheadMs }
  if (type !== 'pause' || !Array.isArray(given) || given.length === 0 || !given.every(isReason)) return undefined
  const keys = Array.isArray(foreignKeys) ? foreignKeys.filter((key) => typeof key === 'string') : []
  return { type, reasons: given, foreignKeys: keys }
}

function isReason(reason: unknown): reason is PauseReason {
  return typeof reason === 'string' && Object.hasOwn(reasons, reason)
}
