/** Wrong usage or configuration: its message is for the person at the command line, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
