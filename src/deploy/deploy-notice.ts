// Must not import modules of Node.js: programs get these types.
import type { Upload } from '../contract/contracts.ts'
import type { Diagnostic } from '../diagnostic.ts'
import type { LedgerNotice } from '../ledger/ledger-error.ts'
import type { Plan } from './plan-values.ts'

/** Events of a deploy, in this order; those of sending come between `sending` and `sent`. */
export type DeployNotice =
  /** The ledger is open; `recovered` sends, which a crash had left, became unknown. */
  | { readonly type: 'opened'; readonly recovered: number; readonly notices: readonly LedgerNotice[] }
  /** The release was begun before; it goes on from the ledger. */
  | { readonly type: 'resume'; readonly release: string; readonly waiting: number; readonly accepted: number }
  /** Diagnostics of the messages and their recipients. */
  | { readonly type: 'found'; readonly diagnostics: readonly Diagnostic[] }
  /** The plan that is sent. */
  | { readonly type: 'plan'; readonly plan: Plan }
  /** Recipients of the release that are in the ledger and not in the file any more: what waits of theirs is sent too. */
  | { readonly type: 'not-given'; readonly recipients: number }
  /** The address of the inbox of an emulator that was started; it ends with the deploy. */
  | { readonly type: 'inbox'; readonly url: string }
  /** Recipients who waited before and are excluded by a list now. */
  | { readonly type: 'held'; readonly excluded: number; readonly exclusions: { readonly [path: string]: number } }
  /** Other workers send from the same ledger. */
  | { readonly type: 'joining'; readonly others: number }
  /** Sending begins, of `total` messages at most. */
  | { readonly type: 'sending'; readonly total: number }
  /** Messages of the release that are left for all of its workers. */
  | { readonly type: 'left'; readonly messages: number }
  /** Sending is over. */
  | { readonly type: 'sent' }
  /** Outcomes that came after a person had decided about their sends; they were not applied. */
  | { readonly type: 'too-late'; readonly outcomes: number }
  | RunEvent

/** Events while a release is sent. */
export type RunEvent =
  /** An image was uploaded. */
  | {
      readonly type: 'image'
      readonly path: string
      readonly upload: Upload
      readonly sha256: string
      readonly url: string
    }
  /** A request is over; counts of its messages by outcome. */
  | { readonly type: 'request'; readonly id: string; readonly outcomes: { readonly [outcome: string]: number } }
  /** It waits until a moment: ISO 8601, in Korean time. */
  | { readonly type: 'waiting'; readonly until: string }
  /** No connection was made; the next try begins in `inMs`. */
  | { readonly type: 'retrying'; readonly inMs: number; readonly reason: string }
  /** The service says that there are too many requests; `rate`, in messages a second, holds for this worker from now on. */
  | { readonly type: 'slowed'; readonly inMs: number; readonly rate: number }
