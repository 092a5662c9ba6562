/** What the process's exit code says; scripts rely on it. */
export const exitCodes = {
  done: 0,
  findings: 1,
  usage: 2,
  defect: 70,
  /** Ctrl-C at a question: what a shell says of a command that an interrupt ended. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Rules of files that could not be read: with one of them a run ends with `usage`, whatever else was found. */
export const unreadableRules: ReadonlySet<string> = new Set(['file-unreadable', 'file-outside-root'])
