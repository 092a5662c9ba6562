import type { Diagnostic } from '../diagnostic.ts'
import type { DeployNotice } from '../deploy/deploy-notice.ts'
import type { Plan } from '../deploy/plan-values.ts'
import type { ReleaseValues, StatusOutput } from '../deploy/status-values.ts'
import type { LedgerErrorCode, LockHolder } from '../ledger/ledger-error.ts'
import type { RecipientRow } from '../recipients/recipient.ts'
import type { LintOutput } from '../session/lint-output.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Language } from '../words/language.ts'

/** Options of `openProject`. Paths are relative to the process's working directory. */
export interface OpenProjectOptions {
  /** The language of all texts; the configuration's `lang` when absent, else English. */
  readonly lang?: Language | undefined
  /** Path of the configuration file; found upwards from the given path when absent. */
  readonly config?: string | undefined
  /** The folder that the project's paths are relative to; the configuration's own when absent. */
  readonly root?: string | undefined
}

/** The messages of a call. */
export interface MessageChoice {
  /** Files, folders and patterns, relative to the root; the configuration's `messages` when absent. */
  readonly paths?: readonly string[] | undefined
}

/** The messages and recipients that `lint` looks at. */
export interface LintChoice extends MessageChoice {
  /**
   * A list for every message: the path of a file, relative to the root, or its rows as values, which findings call
   * `recipients.ndjson`. Each message's own when absent.
   */
  readonly recipients?: string | readonly RecipientRow[] | undefined
}

/** Every message that has no error, compiled, and everything that was found. */
export interface CompileOutput {
  /** The templates, sorted by the path of their files: what `compile` writes, one file each. */
  readonly templates: readonly CompiledTemplate[]
  /** Errors and warnings, sorted by path, position, rule. A message with an error has no template. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The messages, recipients and target of a plan. */
export interface PlanChoice extends LintChoice {
  /** Name of a target; the built-in emulator when absent. */
  readonly target?: string | undefined
  /**
   * Name of the release: 1 to 64 letters, digits, `.`, `_` and `-`. A release sends each message to each recipient once. Made
   * up when absent, for the built-in emulator alone.
   */
  readonly release?: string | undefined
  /** Lists of numbers that are not sent to, beside those of the target; relative to the root. */
  readonly exclude?: readonly string[] | undefined
  /** A release: recipients who have, or may have, something of it are left out. */
  readonly notIn?: string | undefined
  /**
   * Path of a CSV file, relative to the root: rows of the lists that are wrong are left out and written to it with the
   * reason. A wrong row stops everything when absent.
   */
  readonly skipInvalid?: string | undefined
}

/** A plan to send, and its approval. */
export interface DeployChoice extends PlanChoice {
  /**
   * The digest of the plan that may be sent, or its first characters (`sha256:` and twelve more). No one is ever asked:
   * without it nothing is sent.
   */
  readonly confirm: string | undefined
  /** The most messages that this call sends; all when absent. */
  readonly limit?: number | undefined
  /** When sending begins: a moment, `HH:MM` in Korean time, or ISO 8601 with an offset; at once when absent. */
  readonly at?: Date | string | undefined
  /** Waits for restricted hours to end; the deploy stops in them when absent. */
  readonly wait?: boolean | undefined
  /** Sends again the messages that the service rejected before; they are not when absent. */
  readonly retryRejected?: boolean | undefined
  /** Makes a ledger if there is none yet; `reason` is why, although this machine knows of one. */
  readonly newLedger?: boolean | { readonly reason: string } | undefined
}

/** An `AbortSignal`, to end a deploy early. */
export interface StopSignal {
  /** It was aborted. */
  readonly aborted: boolean
  /** Calls a listener when it is aborted. */
  readonly addEventListener: (type: 'abort', listener: () => void) => void
  /** Calls the listener no more. */
  readonly removeEventListener: (type: 'abort', listener: () => void) => void
}

/** Ways to follow and to end a deploy. */
export interface DeployControl {
  /**
   * Is told what happens, in its order. What it throws ends the deploy as `signal` does, and is thrown once all that was
   * under way is in the ledger.
   */
  readonly onEvent?: ((notice: DeployNotice) => void) | undefined
  /** Ends the deploy once it is aborted: no new request starts, and those under way are waited for. */
  readonly signal?: StopSignal | undefined
}

/** Why a call could not be done although it was right: the message content, the ledger, or the caller's signal. */
export interface Refusal {
  /** The call did not begin, or its ledger failed. To call again with the same release is always safe. */
  readonly state: 'refused'
  /**
   * `diagnostics` where a message or its recipients have an error, `aborted` where the signal came before the first
   * request, else why the ledger cannot be used, such as `locked`, `disk-full` or `unreachable`.
   */
  readonly reason: 'diagnostics' | 'aborted' | LedgerErrorCode
  /** The problem and the remedy, in the project's language. */
  readonly description: string
  /** The errors and warnings, if the reason is `diagnostics`; else none. */
  readonly diagnostics: readonly Diagnostic[]
  /** The process that has the ledger, if it is known. */
  readonly holder?: LockHolder
  /** Never there: the plan of a refusal has none. */
  readonly digest?: undefined
  /** Never there: the status of a refusal has none. */
  readonly releases?: undefined
}

/** A plan, the value of `plan.json`; or why there is none. `state` tells them apart. */
export type PlanOutput = (Plan & { readonly state?: undefined }) | Refusal

/** The status of releases, the value of `status --json`; or why it cannot be read. `state` tells them apart. */
export type StatusAnswer = (StatusOutput & { readonly state?: undefined }) | Refusal

/** Why a deploy ended. */
export type DeployReason =
  | 'done'
  | 'limit'
  | 'interrupted'
  | 'window'
  | 'pause'
  | 'clock'
  | 'unknown-outcomes'
  | 'cancelled'
  | 'not-reachable'
  | 'images'
  | 'ledger'

/** A deploy that is over, and where its release stands, as `status` tells of it. */
export interface DeployEnd extends ReleaseValues {
  /**
   * Why it ended: `done` where nothing is left, `limit` after as many as the limit allows, `interrupted` by the signal,
   * `window` at the restricted hours, `pause` where a person has to look first, `unknown-outcomes`, `clock`,
   * `cancelled` where the release was called off, `not-reachable`, `images` that could not be uploaded, `ledger` that failed. All but `done` can be
   * taken up again by the same call.
   */
  readonly reason: DeployReason
  /** The reason and what to do, in the project's language; absent where it is done. */
  readonly description?: string
}

/** The result of a deploy: its end, or why it did not begin. `state` is `refused` for the latter. */
export type DeployOutput = DeployEnd | Refusal

/**
 * A project that is open. Nothing that it does prints, asks, ends the process or reads its arguments. Every call rejects with
 * `UsageError` for wrong usage, which includes every call after `close`.
 */
export interface ProjectSession {
  /** Absolute path without symbolic links; all paths that a call takes and gives are relative to it. */
  readonly root: string
  /** Absolute path of the configuration file; absent where there is none. */
  readonly configFile?: string
  /** The language of all texts. */
  readonly lang: Language

  /**
   * Finds everything that is wrong with messages. Nothing is written.
   *
   * @returns the value of `lint --format json`
   * @throws UsageError for paths that match nothing, and for a recipients file that cannot be read
   */
  readonly lint: (choice?: LintChoice) => Promise<LintOutput>

  /**
   * Compiles messages. Nothing is written.
   *
   * @throws UsageError for paths that match nothing
   */
  readonly compile: (choice?: MessageChoice) => Promise<CompileOutput>

  /**
   * Computes what a deploy would do. Nothing is written or sent, and no connection is opened except to a ledger in a
   * database.
   *
   * @throws UsageError for a target, file or environment variable that there is not, and for messages without recipients
   */
  readonly plan: (choice?: PlanChoice) => Promise<PlanOutput>

  /**
   * Uploads images and sends what was planned; a release that was begun goes on from its ledger. Each message leaves at
   * most once, whatever fails.
   *
   * @throws UsageError as `plan`, for another digest than the plan's now, and where there is no ledger and none is asked for
   */
  readonly deploy: (choice: DeployChoice, control?: DeployControl) => Promise<DeployOutput>

  /**
   * Reads what the ledgers say, also while a deploy is running. Nothing is changed.
   *
   * @param choice the only target or release that is read; all when absent
   * @throws UsageError for a target or release that there is not
   */
  readonly status: (choice?: StatusChoice) => Promise<StatusAnswer>

  /** Ends what is running as an aborted signal does, waits for it, and refuses every later call. */
  readonly close: () => Promise<void>
}

/** The releases that `status` tells of. */
export interface StatusChoice {
  /** Name of a target; all when absent. */
  readonly target?: string | undefined
  /** Name of a release; all when absent. */
  readonly release?: string | undefined
}
