import { type ExitCode, exitCodes } from '../exit-codes.ts'

/** What a person or a supervisor asks of a process that must not be broken off anywhere. */
export interface Signals {
  /** Aborted by the first signal, and when the output is closed. */
  readonly stop: AbortSignal
  readonly end: () => void
}

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Stops what is under way as a signal does; absent where a signal would end the process. */
let stop: (() => ExitCode) | undefined

/**
 * Has what is under way stopped as by a signal.
 *
 * @returns what breaking it off means; undefined where nothing has to end in order
 */
export function stopInOrder(): ExitCode | undefined {
  return stop?.()
}

let isOutcomeKnown = false

/** Whether the exit code is the outcome of a command that had to end in order, also when its output is closed. */
export function saysOutcome(): boolean {
  return isOutcomeKnown
}

let isLeft = false

export function leave(code: number): never {
  isLeft = true
  process.exit(code)
}

/** From now on whatever ends the process does so in order: a protocol that says when, for instance. */
export function mayLeave(): void {
  isLeft = true
}

export function hasLeft(): boolean {
  return isLeft
}

/**
 * Asks to stop at the first signal, and leaves at once at the second. What a configuration breaks off ends with the same exit code.
 *
 * @param exitCodeNow what leaving at once means at that moment
 */
export function onSignals(exitCodeNow: () => ExitCode): Signals {
  const stopping = new AbortController()
  const streams = [process.stdout, process.stderr]
  const before = streams.map((stream) => stream.listeners('error'))
  let isOutputLost = false
  let isHungUp = false
  const onSignal = (name: NodeJS.Signals): void => {
    isHungUp ||= name === 'SIGHUP'
    if (stopping.signal.aborted) leave(exitCodeNow())
    stopping.abort()
  }
  // A reader that left, a terminal that is gone: what is under way still has to be recorded.
  const onOutputLost = (): void => {
    isOutputLost = true
    stopping.abort()
  }
  const onExit = (): void => {
    const broken = exitCodeNow()
    if (!isLeft && broken !== exitCodes.done) process.exitCode = broken
  }
  stop = () => {
    const broken = exitCodeNow()
    stopping.abort()
    return broken
  }
  process.on('exit', onExit)
  for (const name of names) process.on(name, onSignal)
  for (const stream of streams) stream.removeAllListeners('error').on('error', onOutputLost)
  return {
    stop: stopping.signal,
    end: () => {
      stop = undefined
      isOutcomeKnown = true
      process.off('exit', onExit)
      for (const name of names) process.off(name, onSignal)
      // Node breaks down in putting a terminal in order that is gone; the signal ends the process as it would have.
      if (isOutputLost && isHungUp) process.kill(process.pid, 'SIGHUP')
      // A listener from before ends the process with an exit code of its own.
      if (isOutputLost) return
      for (const [index, stream] of streams.entries()) {
        stream.off('error', onOutputLost)
        for (const listener of before[index] ?? []) stream.on('error', listener as (error: Error) => void)
      }
    },
  }
}

/** What a shell says of a process that a signal ended. */
const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Holds signals back while files are written, so that each is written whole; in between the process ends as it would. */
export function leaveBetweenFiles(): Pick<Signals, 'end'> {
  const onSignal = (name: NodeJS.Signals): void => leave(signalExitCodes[name as (typeof names)[number]])
  for (const name of names) process.on(name, onSignal)
  return {
    end: () => {
      for (const name of names) process.off(name, onSignal)
    },
  }
}
