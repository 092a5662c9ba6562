import type { LedgerError } from '../ledger/ledger-error.ts'
import type { Settlement } from '../ledger/ledger.ts'
import type { PauseReason } from '../contract/contract.ts'
import type { UploadOutcome } from '../service/upload.ts'
import type { TemplateImage } from '../template.ts'

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
  | { readonly type: 'not-reachable'; readonly reason: string; readonly errorCode?: string }
  | { readonly type: 'images'; readonly problems: readonly ImageProblem[] }
  /** The outcomes of these requests could not be recorded: their messages will be unknown. */
  | ({ readonly type: 'ledger'; readonly unrecorded: number } & Pick<LedgerError, 'code' | 'text'>)

export type RunEvent =
  | { readonly type: 'image'; readonly image: ReleaseImage; readonly url: string }
  | {
      readonly type: 'request'
      readonly id: string
      readonly outcomes: readonly Pick<Settlement, 'outcome' | 'code'>[]
    }
  | { readonly type: 'waiting'; readonly untilMs: number }
  | { readonly type: 'retrying'; readonly inMs: number; readonly reason: string }
  /** The service says that there are too many requests; the rate, in messages a second, is that of this worker. */
  | { readonly type: 'slowed'; readonly inMs: number; readonly rate: number }
  | { readonly type: 'start-later'; readonly atMs: number }

/** The world of a deploy. */
export interface RunClock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds since some moment. It is never set. */
  readonly monotonic: () => number
  /** Resolves after that time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, stop: AbortSignal) => Promise<void>
}
