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
  /** The file of the delivery results, which is beside the ledger. */
  | { readonly type: 'results-damaged'; readonly path: string; readonly detail: string }
  | { readonly type: 'not-results'; readonly path: string }
  /** The last run did not come to its end, and what its claim log says is lost or damaged in both of its files. */
  | { readonly type: 'claims-lost'; readonly path: string; readonly isMissing: boolean }
  /** It is not as far as its claim log, or this machine, knows it was: a copy or a backup from before. */
  | { readonly type: 'older'; readonly path: string; readonly known: 'claim-log' | 'machine' }
  /** A copy that was taken while a deploy was running. */
  | { readonly type: 'taken-while-sending'; readonly path: string }
  /** A copy that was taken while no deploy was running, on a machine that does not know whether anything was sent since. */
  | { readonly type: 'backup'; readonly path: string }
  /** The main file is of one ledger and its claim log of another; or this machine knows another ledger at the path. */
  | { readonly type: 'mixed' | 'replaced'; readonly path: string; readonly expected: string; readonly actual: string }
  /** A claim log without a ledger. */
  | { readonly type: 'main-lost'; readonly path: string; readonly log: string }
  /** A new one is wanted, and this machine knows one for the account and the target. */
  | { readonly type: 'known'; readonly path: string; readonly target: string; readonly known: string }
  /** It was moved elsewhere, and nobody sends from it any more. */
  | { readonly type: 'moved-away'; readonly path: string; readonly to: string }
  /** A ledger was being moved here, and that did not come to its end: it may be in use where it was. */
  | { readonly type: 'move-unfinished'; readonly path: string }
  /** A ledger is to be moved to where there is one of its target. */
  | { readonly type: 'target-taken'; readonly path: string; readonly target: string }
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
  /** The file has several names (hard links), and a lock on one is none on the others. */
  | { readonly type: 'several-names'; readonly path: string }
  /** The file was moved, deleted or replaced while it was open. */
  | { readonly type: 'moved'; readonly path: string }
  /** A lock file was removed while the lock was held, or with it its folders: the path is the highest one. */
  | { readonly type: 'gone'; readonly path: string }
  /** Another process wrote into the file although this one has its lock. */
  | { readonly type: 'changed'; readonly path: string }
  /** The system refuses or fails; `code` is its word, such as `EACCES` or `SQLITE_IOERR`. */
  | { readonly type: 'failed'; readonly path: string; readonly code: string }
  /** An earlier write failed: what is in memory may not be what is on the disk. */
  | { readonly type: 'broken'; readonly path: string }
  /** The database cannot be reached, or the connection to it was lost; `code` is the system's word. */
  | { readonly type: 'unreachable' | 'connection-lost'; readonly path: string; readonly code: string }
  /** A lock or a statement of the database took too long; `code` is the server's word. */
  | { readonly type: 'database-busy'; readonly path: string; readonly code: string }
  /** The tables are of an older version, and `workers` of it are at work: host and process of each, such as `ci-1:4711`. */
  | {
      readonly type: 'older-at-work'
      readonly path: string
      readonly version: number
      readonly workers: readonly string[]
    }
  | { readonly type: 'login-refused' | 'no-database' | 'no-connections' | 'standby' | 'pooled'; readonly path: string }
  /** `grants` are the statements that give what is missing. */
  | { readonly type: 'not-granted'; readonly path: string; readonly grants: readonly string[] }
  | { readonly type: 'server-too-old'; readonly path: string; readonly version: string; readonly needed: number }
  /** The database was restored, or another server took over: what was sent since may be missing. */
  | { readonly type: 'restored'; readonly path: string }
  /** What `ledger recover --complete` says is not so: the last claim that this machine knows is missing. */
  | { readonly type: 'not-complete'; readonly path: string }
  /** Another worker stopped all of them; `note` is what it left for the others. */
  | { readonly type: 'paused'; readonly path: string; readonly by: string; readonly note: string }
  | { readonly type: 'unknown-release' | 'ambiguous-release' | 'lost-release'; readonly release: string }
  /** The recipients of the release are not all copied in, so nothing of it may be sent. */
  | { readonly type: 'not-prepared'; readonly release: string }
  /** The release holds another template under this id. */
  | { readonly type: 'other-template'; readonly release: string; readonly id: string }
  /** Another send has the `msg_key` of a recipient: one of the release, or one of the release `sentIn` that was sent. */
  | {
      readonly type: 'key-taken'
      readonly release: string
      readonly id: string
      readonly masked: string
      readonly sentIn?: string
      /** Whether the send is in the ledger already. */
      readonly isWaiting?: true
    }

/** A ledger cannot be used, or not so. The problem is for whoever words it. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
  readonly problem: LedgerProblem

  constructor(problem: LedgerProblem, options?: ErrorOptions) {
    super(`ledger: ${problem.type}`, options)
    this.problem = problem
  }
}

/** Returns the error for something that is not what was written; `detail` names it. */
export function corrupt(path: string, detail: string): LedgerError {
  return new LedgerError({ type: 'corrupt', path, detail })
}

/** Returns the error for a recipient whose `msg_key` a send of the release `by` has. */
export function keyTaken(
  { name: release }: { readonly name: string },
  recipient: { readonly id: string; readonly masked: string },
  by: string,
): LedgerError {
  const { id, masked } = recipient
  return new LedgerError({ type: 'key-taken', release, id, masked, ...(by !== release && { sentIn: by }) })
}

/** What there is to tell of a ledger that was opened, and that keeps nobody from using it. */
export type LedgerNotice =
  /** A file of the claim log was lost or damaged; the other one had all of it, so nothing was lost. */
  | { readonly type: 'repaired' }
  /** Delivery results settled `unknown` sends, and others that had left although the ledger did not say so. */
  | { readonly type: 'proven'; readonly unknown: number; readonly behind: number }
  /** Where this machine keeps how far ledgers are cannot be written, so an older copy would not be noticed. */
  | { readonly type: 'unmarked'; readonly folder: string; readonly code: string }
