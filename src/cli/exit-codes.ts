/** What the process's exit code says; scripts rely on it. */
export const exitCodes = {
  done: 0,
  findings: 1,
  usage: 2,
  defect: 70,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
