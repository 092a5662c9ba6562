/** Who holds the lock of a ledger. */
export interface LockHolder {
  /** Process id. */
  readonly pid: number
  /** Name of its machine. */
  readonly host: string
  /** In milliseconds since 1970. */
  readonly since: number
}

/** Why a ledger cannot be used, or not so. */
export type LedgerProblem =
  | { readonly type: 'missing' | 'exists' | 'not-a-ledger' | 'read-only' | 'disk-full'; readonly path: string }
  /** `detail` is the engine's word for it, or the row that is damaged. */
  | { readonly type: 'corrupt'; readonly path: string; readonly detail: string }
  /** It is not as far as this machine knows it was: an older copy, or a write-ahead log that is lost or damaged. */
  | { readonly type: 'older'; readonly path: string }
  /** It is at another place than where it was used last: a copy, or a ledger that was moved. */
  | { readonly type: 'copied'; readonly path: string }
  /** What `ledger backup` wrote: what was sent since is not known. */
  | { readonly type: 'backup'; readonly path: string }
  /** A write-ahead log without a ledger. */
  | { readonly type: 'main-lost'; readonly path: string; readonly log: string }
  /** A new one is wanted, and this machine knows one for the account and the target. */
  | { readonly type: 'known'; readonly path: string; readonly target: string; readonly known: string }
  /** It was moved elsewhere, and nothing is sent from it any more. */
  | { readonly type: 'moved-away'; readonly path: string; readonly to: string }
  /** A ledger was being moved here, and that did not come to its end: it may be in use where it was. */
  | { readonly type: 'move-unfinished'; readonly path: string }
  /** Workers send from a ledger that is to be moved; none where another process moves it. */
  | { readonly type: 'in-use'; readonly path: string; readonly workers: readonly LockHolder[] }
  | { readonly type: 'newer-version'; readonly path: string; readonly version: number; readonly known: number }
  | {
      readonly type: 'other-lineage' | 'other-target'
      readonly path: string
      readonly expected: string
      readonly actual: string
    }
  /** Another deploy is running. */
  | { readonly type: 'locked'; readonly path: string; readonly holder?: LockHolder }
  /** Another program keeps the file from being written. */
  | { readonly type: 'busy'; readonly path: string }
  | { readonly type: 'network-file-system'; readonly path: string; readonly fileSystem: string }
  /** The system refuses or fails; `code` is its word, such as `EACCES` or `SQLITE_IOERR`. */
  | { readonly type: 'failed'; readonly path: string; readonly code: string }
  /** The database cannot be reached, or the connection to it was lost; `code` is the system's word. */
  | { readonly type: 'unreachable' | 'connection-lost'; readonly path: string; readonly code: string }
  /** A lock or a statement of the database took too long; `code` is the server's word. */
  | { readonly type: 'database-busy'; readonly path: string; readonly code: string }
  | { readonly type: 'login-refused' | 'no-database' | 'no-connections' | 'standby'; readonly path: string }
  /** `grants` are the statements that give what is missing. */
  | { readonly type: 'not-granted'; readonly path: string; readonly grants: readonly string[] }
  | { readonly type: 'server-too-old'; readonly path: string; readonly version: string; readonly needed: number }
  /** The database was restored, or another server took over: what was sent since may be missing. */
  | { readonly type: 'restored'; readonly path: string }
  /** What `ledger recover --complete` says is not so: the last change that this machine knows is missing. */
  | { readonly type: 'not-complete'; readonly path: string }
  /** Another worker stopped all of them; `note` is what it left for the others. */
  | { readonly type: 'paused'; readonly path: string; readonly by: string; readonly note: string }
  | { readonly type: 'unknown-release'; readonly release: string }
  /** A person called the release off; the time is in milliseconds since 1970. */
  | { readonly type: 'cancelled'; readonly release: string; readonly at: number }
  /** The release was sent from a ledger of which only an older copy is left. */
  | { readonly type: 'lost-release'; readonly release: string }
  /** The release holds another template under this id. */
  | { readonly type: 'other-template'; readonly release: string; readonly id: string }

/** What is wrong, and what to do. */
export type Sentences = readonly [wrong: string, toDo: string]

type ProblemOf<T, P = LedgerProblem> = P extends { readonly type: infer U } ? (T extends U ? P : never) : never

/** What every problem is called in a language. */
export type LedgerErrorWords = { readonly [T in LedgerProblem['type']]: (problem: ProblemOf<T>) => Sentences }
/** A ledger cannot be used, or not so. It is worded where it is reported. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
  readonly problem: LedgerProblem

  constructor(problem: LedgerProblem, options?: ErrorOptions) {
    super(`ledger: ${problem.type}`, options)
    this.problem = problem
  }
}

/** A warning about a ledger that can be used all the same. */
export interface LedgerNotice {
  /** Where this machine keeps how far ledgers are cannot be written, so an older copy would not be noticed. */
  readonly type: 'unmarked'
  readonly folder: string
  readonly code: string
}
