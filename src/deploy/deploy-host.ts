import type { Ledger } from '../ledger/ledger.ts'
import type { Host } from '../session/host.ts'
import type { Language, Text } from '../words/language.ts'
import type { FileDiagnostics, Planning } from './compute-plan.ts'
import type { DeployNotice } from './deploy-notice.ts'
import type { PlanFile, PlanRequest } from './plan.ts'
import type { NewLedger } from './target.ts'

export interface DeployOptions extends PlanRequest {
  /** A plan that was reviewed: exactly what it says is sent. */
  readonly planFile?: PlanFile | undefined
  /** The digest, or its first characters, of the plan that may be sent. */
  readonly confirm?: string | undefined
  /** Sends without asking; with `confirm` and a plan no one is asked either. */
  readonly isApproved: boolean
  /** Permits making a missing ledger; `reason` says why, if there was one before. */
  readonly newLedger: NewLedger
  /** How many messages this run sends at most; all when absent. */
  readonly limit?: number | undefined
  /** When sending begins, in milliseconds since 1970; at once when absent. */
  readonly startAtMs?: number | undefined
  /** Says what to do while sending is restricted. */
  readonly outsideWindow: 'stop' | 'wait'
}

/** A release that is deployed: it is handed on from its plan to its last message. */
export interface Deploying extends Planning {
  readonly asked: DeployOptions
  readonly host: DeployHost
  readonly ledger: Ledger | undefined
}

/** A release whose ledger is open. */
export type Recorded = Deploying & { readonly ledger: Ledger }

/** A question to a person before anything is sent. */
export type DeployQuestion =
  /** The digest is absent where a release goes on from its ledger. */
  | { readonly type: 'send'; readonly messages: number; readonly target: string; readonly digest?: string | undefined }
  /** The release has these messages under another id too. */
  | { readonly type: 'repeated'; readonly messages: readonly Text[] }

/** An event of a deploy. */
export type DeployEvent =
  | Exclude<DeployNotice, { readonly type: 'found' }>
  | { readonly type: 'found'; readonly found: readonly FileDiagnostics[] }

export interface DeployHost extends Host {
  /** The language of the inbox of an emulator that is started; what each browser prefers when absent. */
  readonly inboxLang?: Language | undefined
  readonly onEvent: (event: DeployEvent) => void
  /** Asks a person; `no-terminal` where there is none to ask on. */
  readonly ask: (question: DeployQuestion) => Promise<'yes' | 'no' | 'no-terminal'>
  /** Ends new requests once it is aborted; those under way are waited for. */
  readonly stop: AbortSignal
}
