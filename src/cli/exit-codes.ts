/** The exit codes of the process; scripts rely on them. */
export const exitCodes = {
  done: 0,
  findings: 1,
  usage: 2,
  /** A deploy ended, and the service rejected at least one message. */
  rejected: 3,
  /** It stopped early, at its question too, and the same command goes on with it. */
  stopped: 4,
  /** Messages are in state `unknown`; `reconcile` settles them. */
  unknown: 5,
  defect: 70,
  /** Ctrl-C at a question of `init`: what a shell says of a command that an interrupt ended. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Rules of files that could not be read: with one of them a run ends with `usage`, whatever else was found. */
export const unreadableRules: ReadonlySet<string> = new Set(['file-unreadable', 'file-outside-root'])
