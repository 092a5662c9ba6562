// Programs get these types: they must lead to nothing of Node.js.
import type { Upload } from '../contract/contracts.ts'
import type { Diagnostic } from '../diagnostic.ts'
import type { LedgerNotice } from '../ledger/ledger-error.ts'
import type { Plan } from './plan-values.ts'

/** Events of a deploy, in this order; those of sending come between `sending` and `sent`. */
export type DeployNotice =
  /** The ledger is open. So many sends that a crash left became unknown. */
  | { readonly type: 'opened'; readonly recovered: number; readonly notices: readonly LedgerNotice[] }
  /** The release was begun: so many of its sends wait, and so many were accepted. */
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
  /** So many other workers send from the same ledger. */
  | { readonly type: 'joining'; readonly others: number }
  /** Sending begins, of so many messages at most. */
  | { readonly type: 'sending'; readonly total: number }
  /** So many are left of the release, for all workers that send it. */
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
  /** A request is over: how many of its messages had each outcome. */
  | { readonly type: 'request'; readonly id: string; readonly outcomes: { readonly [outcome: string]: number } }
  /** It waits until a moment: ISO 8601, in Korean time. */
  | { readonly type: 'waiting'; readonly until: string }
  /** No connection came about; it is tried again in so many milliseconds. */
  | { readonly type: 'retrying'; readonly inMs: number; readonly reason: string }
  /** The service says that there are too many requests; `rate`, in messages a second, holds for this worker from now on. */
  | { readonly type: 'slowed'; readonly inMs: number; readonly rate: number }
