import type { Baseline } from '../project/baseline.ts'
import type { GitScope } from '../project/files/git.ts'
import type { ReportedFile } from '../project/reported-file.ts'
import type { GivenRecipients } from '../recipients/recipient.ts'
import type { MessageSession, ProjectChoice } from './session.ts'

export interface LintRunOptions extends ProjectChoice {
  /** Files, folders and patterns; those of the configuration when there are none. */
  readonly paths: readonly string[]
  /** Only what git says has changed. */
  readonly scope?: GitScope | undefined
  /** A message whose text comes from elsewhere than its file, and which may not be saved yet: its path. */
  readonly textOf?: string | undefined
  /** A file for every message; each one's own when absent. */
  readonly recipients?: GivenRecipients | undefined
  /** A file of accepted diagnostics, and whether it is compared with or about to be written. */
  readonly baseline?: { readonly file?: string | undefined; readonly use: 'compare' | 'write' } | undefined
}

export interface LintSession extends MessageSession {
  readonly options: LintRunOptions
  /** The file of accepted diagnostics by its absolute path; without its content where it is about to be written. */
  readonly baseline?: { readonly file: string; readonly shown: string; readonly content?: Baseline }
  /** The path of `textOf`, relative to the root. */
  readonly textPath?: string
  /** True if the whole project is linted, so that unused images can be told. */
  readonly isWhole: boolean
}

export interface LintOutcome {
  readonly messages: readonly ReportedFile[]
  /** Other files that something was found about. */
  readonly others: readonly ReportedFile[]
  /** Sentences about how lists were read. */
  readonly notes: readonly string[]
}
