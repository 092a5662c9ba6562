import { exitCodes } from './exit-codes.ts'

/** What a person or a supervisor asks of a process that must not be broken off anywhere. */
export interface Signals {
  /** Aborted by the first signal. */
  readonly stop: AbortSignal
  /** Gives the signals back their usual meaning. */
  readonly end: () => void
}

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Asks to stop at the first signal and leaves at once at the second. Requests under way are then unknown, which the
 * exit code says.
 */
export function onSignals(onFirst: () => void): Signals {
  const stopping = new AbortController()
  const listener = (): void => {
    if (stopping.signal.aborted) process.exit(exitCodes.unknown)
    onFirst()
    stopping.abort()
  }
  for (const name of names) process.on(name, listener)
  return {
    stop: stopping.signal,
    end: () => {
      for (const name of names) process.off(name, listener)
    },
  }
}
