import { crc32 } from 'node:zlib'
import type { SendState } from '../ledger.ts'

/** What changes in the life of a send. Sends of one request mostly share one. */
export interface SendProgress {
  readonly state: SendState
  readonly attempt: number
  readonly code: string | null
  readonly description: string | null
  readonly claimed_at: number | null
  readonly settled_at: number | null
}

/** The columns of it. */
export const progressNames = [
  'state',
  'attempt',
  'code',
  'description',
  'claimed_at',
  'settled_at',
] as const satisfies readonly (keyof SendProgress)[]

/** Before anybody claimed it. */
export const unclaimed: SendProgress = {
  state: 'pending',
  attempt: 0,
  code: null,
  description: null,
  claimed_at: null,
  settled_at: null,
}

/**
 * The part of a row's checksum that changes with it. It joins the part that stays by exclusive or: so one statement can
 * take many rows from one progress to another, without reading them.
 */
export function progressChecksum(progress: SendProgress): number {
  return crc32(JSON.stringify(progressNames.map((name) => progress[name])))
}

export function isSame(a: SendProgress, b: SendProgress): boolean {
  return (
    a.state === b.state &&
    a.attempt === b.attempt &&
    a.code === b.code &&
    a.description === b.description &&
    a.claimed_at === b.claimed_at &&
    a.settled_at === b.settled_at
  )
}

/** Whether the ledger forgets who received it. */
export function isOver(state: SendState): boolean {
  return state === 'accepted' || state === 'rejected'
}
