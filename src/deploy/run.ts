import type { LedgerError } from '../ledger/ledger-error.ts'
import type { PauseReason } from '../contract/contract.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Service } from '../service/service.ts'
import type { UploadOutcome } from '../service/upload.ts'
import type { TemplateImage } from '../template.ts'
import type { RunEvent } from './deploy-notice.ts'
import type { DeployTarget } from './plan-values.ts'

/** A local image of a release, once, and the messages that refer to it. */
export interface ReleaseImage extends Pick<TemplateImage, 'path' | 'upload' | 'sha256' | 'format' | 'bytes'> {
  readonly usedBy: readonly { readonly id: string; readonly source: string; readonly pointer: string }[]
}

/** Why an image is not on the service. */
export interface ImageProblem {
  readonly image: ReleaseImage
  readonly problem:
    | Exclude<UploadOutcome, { readonly type: 'uploaded' }>
    /** The file is gone, or holds another picture than was planned. */
    | { readonly type: 'file-missing' }
    | { readonly type: 'file-changed' }
}

/** Why a deploy ended. All but `done` and `limit` can be taken up again by the same command. */
export type RunEnd =
  | { readonly type: 'done' }
  /** As many as `--limit` allows. */
  | { readonly type: 'limit' }
  | { readonly type: 'interrupted' }
  | { readonly type: 'window'; readonly opensAtMs: number }
  | { readonly type: 'pause'; readonly reasons: readonly PauseReason[]; readonly foreignKeys: readonly string[] }
  /** The service's clock is this far ahead of the local one, in milliseconds; behind when negative. */
  | { readonly type: 'clock'; readonly aheadMs: number }
  | { readonly type: 'unknown-outcomes'; readonly requests: number }
  /** A person called the release off meanwhile. */
  | { readonly type: 'cancelled' }
  /** No connection came about. */
  | { readonly type: 'not-reachable'; readonly reason: string; readonly errorCode?: string | undefined }
  | { readonly type: 'images'; readonly problems: readonly ImageProblem[] }
  /** The outcomes of these requests could not be recorded: their messages will be unknown. */
  | ({ readonly type: 'ledger'; readonly unrecorded: number } & Pick<LedgerError, 'code' | 'text'>)

/** The clocks of a run. */
export interface RunClock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds since some moment. It is never set. */
  readonly monotonic: () => number
  /** Resolves after that time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, stop: AbortSignal) => Promise<void>
}

/** A message's sender. */
export interface SenderIdentity {
  readonly sender_key: string
  /** Undefined where the sender has none. */
  readonly sender_number: string | undefined
}

/** Everything that sends a prepared release. */
export interface Run {
  readonly service: Service
  readonly ledger: Ledger
  readonly release: string
  /** Its rate is that of all workers together. */
  readonly target: DeployTarget
  /** The owner of uploaded images: an account, or the one emulator that has them. */
  readonly imageAccount: string
  /** By the name that messages use. */
  readonly senders: ReadonlyMap<string, SenderIdentity>
  /** Secret key of the fallback service; messages that fall back need it. */
  readonly failbackSecretKey?: string | undefined
  /** The messages that may still leave, counted down here alone. */
  readonly limit: { left: number }
  /** Says what to do while sending is restricted. */
  readonly outsideWindow: 'stop' | 'wait'
  /** The content of an image; `other` when it is not what was planned. */
  readonly readImage: (image: ReleaseImage) => Uint8Array | 'missing' | 'other'
  readonly clock: RunClock
  /** Ends new requests; those in flight are waited for. */
  readonly stop: AbortSignal
  readonly onEvent: (event: RunEvent) => void
  /** Waits before further tries when no connection came about; as many tries as there are waits. */
  readonly retryDelaysMs: readonly number[]
}

/** An end that concerns everybody who sends to the target: each worker stops with it. */
export type PausingEnd = Extract<RunEnd, { readonly type: 'pause' | 'clock' }>

/** Returns how a deploy ends that the ledger does not serve: as the worker did who stopped all of them, where one did. */
export function ledgerEnd({ code, text, note }: LedgerError, unrecorded = 0): RunEnd {
  if (code === 'cancelled') return { type: 'cancelled' }
  return note === undefined ? { type: 'ledger', code, text, unrecorded } : (JSON.parse(note) as PausingEnd)
}
