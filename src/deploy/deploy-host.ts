import type { Host } from '../session/host.ts'
import type { Language, Text } from '../words/language.ts'
import type { FileDiagnostics } from './compute-plan.ts'
import type { DeployNotice } from './deploy-notice.ts'

/** A question to a person before anything is sent. */
export type DeployQuestion =
  /** The digest is absent where a release goes on from its ledger. */
  | { readonly type: 'send'; readonly messages: number; readonly target: string; readonly digest?: string }
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
