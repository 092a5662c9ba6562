import type { HeldCounts } from '../ledger/ledger.ts'
import type { LedgerNotice } from '../ledger/ledger-error.ts'
import type { Host } from '../session/host.ts'
import type { Language } from '../words/language.ts'
import type { FileDiagnostics } from './compute-plan.ts'
import type { Plan } from './plan.ts'
import type { PlanDifference, RepeatedMessage } from './difference.ts'
import type { RunEvent } from './run-end.ts'

/** What a person decides before anything is sent. */
export type DeployQuestion =
  /** The digest is absent where a release goes on from its ledger. */
  | { readonly type: 'send'; readonly messages: number; readonly target: string; readonly digest?: string }
  /** The release has these messages under another id too. */
  | { readonly type: 'repeated'; readonly messages: readonly RepeatedMessage[] }

/** What happens in a deploy, in this order; those of sending come between `sending` and `sent`. */
export type DeployEvent =
  | { readonly type: 'opened'; readonly recovered: number; readonly notices: readonly LedgerNotice[] }
  | { readonly type: 'resume'; readonly release: string; readonly waiting: number; readonly accepted: number }
  /** Nothing of the release left, and it goes to another account, address or number than it was begun with. */
  | { readonly type: 'planned-again'; readonly release: string; readonly differences: readonly PlanDifference[] }
  | { readonly type: 'found'; readonly found: readonly FileDiagnostics[] }
  | { readonly type: 'plan'; readonly plan: Plan }
  /** Recipients of the release that are in the ledger and not in the file any more: what waits of theirs is sent too. */
  | { readonly type: 'not-given'; readonly recipients: number }
  /** The address of the inbox of an emulator that was started. */
  | { readonly type: 'inbox'; readonly url: string }
  /** Recipients whom this start excludes, and who waited before: they are not sent to. */
  | ({ readonly type: 'held' } & HeldCounts)
  /** Other workers that send from the same ledger. */
  | { readonly type: 'joining'; readonly others: number }
  | { readonly type: 'sending'; readonly total: number }
  /** How many of the release are left for all workers that send it. */
  | { readonly type: 'left'; readonly messages: number }
  | { readonly type: 'sent' }
  /** Outcomes that came after a person had decided about their sends; they were not applied. */
  | { readonly type: 'too-late'; readonly outcomes: number }
  | RunEvent

export interface DeployHost extends Host {
  /** The language of the inbox of an emulator that is started; what each browser prefers when absent. */
  readonly inboxLang?: Language | undefined
  readonly onEvent: (event: DeployEvent) => void
  /** Asks a person; `no-terminal` where there is none to ask on. */
  readonly ask: (question: DeployQuestion) => Promise<'yes' | 'no' | 'no-terminal'>
  /** Ends new requests once it is aborted; those under way are waited for. */
  readonly stop: AbortSignal
}
