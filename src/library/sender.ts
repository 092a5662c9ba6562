import type { LockHolder } from '../ledger/ledger-error.ts'
import type { DeployReason, ProjectSession, Refusal } from './project-session.ts'

/** Where single messages are sent. */
export interface SenderChoice {
  /** Name of the target; the built-in emulator, which is started, when absent. */
  readonly target?: string | undefined
  /**
   * Whether a ledger is begun where there is none: once, as `--new-ledger` on the command line. `reason` says why a new one is
   * right although this machine knows one.
   */
  readonly newLedger?: boolean | { readonly reason: string } | undefined
}

/** A message to one person. Release, id and number together are sent once, whoever asks and how often. */
export interface MessageToSend {
  /** Name of the release, such as the number of an order: 1 to 64 letters, digits, `.`, `_` and `-`. */
  readonly release: string
  /** Id of a message of the project. */
  readonly id: string
  /** A Korean mobile number, as a recipients file may have it: `01012345678`, `010-1234-5678` or `+82 10-1234-5678`. */
  readonly to: string
  /** The value of each variable; one with a fallback may be left out. */
  readonly values?: { readonly [variable: string]: string | undefined } | undefined
  /** Your own word for this person, at most 128 characters; it stays in the ledger, which keeps neither number nor values. */
  readonly ref?: string | undefined
}

/** What came of a message. */
export interface SingleOutcome {
  /**
   * `accepted`: the service took it, which is not "delivered". `rejected`: it did not, and to ask again changes nothing.
   * `deferred`: nothing was taken; the same call sends it when the cause is gone. `unknown`: it may have been sent, and it is
   * not sent again before somebody decided with `friendtalk reconcile`, or a delivery result came.
   */
  readonly state: 'accepted' | 'rejected' | 'deferred' | 'unknown'
  /** The `msg_key` of the message, by which delivery results name it; empty where the ledger could not be read. */
  readonly key: string
  /** The service's code, such as `C100`; absent where it gave none. */
  readonly code?: string
  /** What the service said, or why nothing left, in the project's language. */
  readonly description?: string
  /**
   * Why nothing left, where friendtalk kept it: as in the end of a deploy, where `interrupted` means that the sender was
   * closed; `excluded` by a list of numbers; `frequency-cap`. Absent where the service answered.
   */
  readonly reason?: DeployReason | 'excluded' | 'frequency-cap'
}

/**
 * Sends single messages with the ledger's guarantees. Calls may come at the same time, and from several senders and, with a
 * ledger in PostgreSQL, several processes: they keep the target's rate together.
 */
export interface SenderSession {
  readonly state: 'open'
  /**
   * Sends a message once. A repeated call is told what the first one was told, and sends nothing; only what was `deferred` is
   * tried again. It resolves when the outcome is on the disk.
   *
   * @throws UsageError for a message that there is not or that has errors, a number or values that cannot be sent, a release
   *   that `friendtalk deploy` began or that has another version of the message, an exclusion list that cannot be read any
   *   more, and after `close`; nothing is recorded then, and the call may be made again
   */
  readonly send: (message: MessageToSend) => Promise<SingleOutcome>
  /** Goes on after a pause. */
  readonly resume: () => Promise<void>
  /** Sends nothing more; what is under way is waited for, what waits for its turn is `deferred`. */
  readonly close: () => Promise<void>
}

/** The ledger is a file, and another process has it. */
export interface BusySender {
  readonly state: 'busy'
  /** Who has it, where that is known. `since` is in milliseconds since 1970. */
  readonly holder?: LockHolder
}

/** A sender; or why there is none. `state` tells them apart. */
export type SenderAnswer = SenderSession | BusySender | Refusal

/**
 * Opens a target to send single messages. The project's messages are compiled now: a file that changes later is sent by the
 * next sender. Senders of one process share the ledger.
 *
 * @returns a sender; `busy` where the ledger is a file that another process has; a refusal where it cannot be used
 * @throws UsageError for a target that there is not, for what the configuration lacks, and where there is no ledger and
 *   `newLedger` does not say to begin one
 */
export async function createSender(project: ProjectSession, choice: SenderChoice = {}): Promise<SenderAnswer> {
  // Who only compiles does without all that sending is.
  const { openSender } = await import('./open-sender.ts')
  return openSender(project, choice)
}
