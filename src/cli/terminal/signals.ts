import type { ExitCode } from '../exit-codes.ts'

/** Requests of a person or a supervisor to a process that must end in order. */
export interface Signals {
  /** Aborted by the first signal, and when the output is closed. */
  readonly stop: AbortSignal
  readonly end: () => void
}

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Asks to stop at the first signal, and leaves at once at the second.
 *
 * @param exitCodeNow returns the exit code of leaving at that moment
 */
export function onSignals(exitCodeNow: () => ExitCode): Signals {
  const stopping = new AbortController()
  const streams = [process.stdout, process.stderr]
  let isOutputLost = false
  let isHungUp = false
  const onSignal = (name: NodeJS.Signals): void => {
    isHungUp ||= name === 'SIGHUP'
    if (stopping.signal.aborted) process.exit(exitCodeNow())
    stopping.abort()
  }
  // The reader or the terminal is gone: requests under way still have to be recorded.
  const onOutputLost = (): void => {
    isOutputLost = true
    stopping.abort()
  }
  for (const name of names) process.on(name, onSignal)
  for (const stream of streams) stream.on('error', onOutputLost)
  return {
    stop: stopping.signal,
    end: () => {
      for (const name of names) process.off(name, onSignal)
      for (const stream of streams) stream.off('error', onOutputLost)
      // Node crashes when it restores a terminal that is gone, so the signal ends the process.
      if (isOutputLost && isHungUp) process.kill(process.pid, 'SIGHUP')
    },
  }
}

/** The exit codes that shells give a process that a signal ended. */
const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Holds signals back while files are written, so that each is written whole; between files the process ends. */
export function leaveBetweenFiles(): Pick<Signals, 'end'> {
  const onSignal = (name: NodeJS.Signals): void => process.exit(signalExitCodes[name as (typeof names)[number]])
  for (const name of names) process.on(name, onSignal)
  return {
    end: () => {
      for (const name of names) process.off(name, onSignal)
    },
  }
}
