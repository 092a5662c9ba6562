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

/** What a shell says of a process that a signal ended. */
const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Holds signals back while files are written, so that each is written whole; in between the process ends as it would. */
export function leaveBetweenFiles(): Pick<Signals, 'end'> {
  const leave = (name: NodeJS.Signals): void => process.exit(signalExitCodes[name as (typeof names)[number]])
  for (const name of names) process.on(name, leave)
  return {
    end: () => {
      for (const name of names) process.off(name, leave)
    },
  }
}
