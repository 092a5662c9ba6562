import type { CompiledTemplate } from '../template.ts'
import type { LedgerError } from './ledger-error.ts'
import type { ClaimedSend, SendOf, SendState } from './ledger.ts'
import { keyOfSend, personalText, type SendRow } from './send.ts'
import type { RateSlot } from './shared-work.ts'
import type { Personal, SendProgress } from './states.ts'

/** What makes a single send one. */
export interface SingleOf extends SendOf {
  /** Digits alone. */
  readonly number: string
}

/**
 * A message to one person that a program asks for by itself. Number and values are not kept: whoever asks again gives them
 * again.
 */
export interface SingleSend extends SingleOf {
  readonly template: CompiledTemplate
  readonly values: Readonly<Record<string, string>>
  /** The caller's own word for this person. */
  readonly ref?: string | undefined
}

export interface SinglesWanted {
  /** Each once. */
  readonly sends: readonly SingleSend[]
  /** The part of the rate that the claim is for; one that holds no longer is reserved again, and waited for. */
  readonly slot?: RateSlot
  /** Ends waiting for it; nothing is claimed then. */
  readonly stop?: AbortSignal
}

/** What is known of a send that was asked for before. */
export interface KnownSingle {
  /** Its `msg_key`, also of one that was never asked for. */
  readonly key: string
  /** Absent for one that was never asked for. */
  readonly state?: SendState
  readonly code?: string
  readonly description?: string
}

export type SingleClaim =
  | { readonly type: 'claimed'; readonly send: ClaimedSend }
  /** It has an outcome, or another process is sending it. */
  | { readonly type: 'known'; readonly known: KnownSingle }
  /** It cannot be sent under this release. */
  | { readonly type: 'refused'; readonly error: LedgerError }
  /** Nothing was claimed: it was to stop. */
  | { readonly type: 'stopped' }

/**
 * The preparation of single sends, which is none: they come one by one. A release without a preparation is one of single
 * sends.
 */
export const noPreparation = 0

/** What a table that wants personal data has of a send of which none are kept. */
export function noPersonalText(recipient: string): string {
  return personalText({ number: '', values: {} }, recipient)
}

/** Whether a program that asks again has it sent; anything else is its outcome. */
export function isSentAgain(state: SendState): boolean {
  return state === 'pending' || state === 'deferred'
}

export function knownSingle(row: SendRow, { state, code, description }: SendProgress): KnownSingle {
  return {
    key: keyOfSend(row),
    state,
    ...(code !== null && { code }),
    ...(description !== null && { description }),
  }
}

export function claimedSingle(row: SendRow, attempt: number, { number, values }: Personal): SingleClaim {
  return { type: 'claimed', send: { row: row.row, attempt, key: keyOfSend(row), masked: row.masked, number, values } }
}

/** Whether a release cannot take a send; anything else concerns the ledger. */
export function isAboutRelease({ problem }: LedgerError): boolean {
  return ['other-template', 'batch-release', 'lost-release', 'ambiguous-release'].includes(problem.type)
}
