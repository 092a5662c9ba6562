#!/usr/bin/env node
import { type ExitCode, exitCodes } from './program/exit-codes.ts'
import { reportUncaught, runProgram } from './program/program.ts'
import { hasLeft, stopInOrder } from './terminal/signals.ts'

// A reader that has seen enough (`| head`) is no error: what is left is done, and the exit code says what came of it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`✗ The output cannot be written (${error.code ?? error.message}).\n`)
  process.exit(exitCodes.usage)
})

// The exit code says what happened, also where nobody reads the messages.
process.stderr.on('error', () => {})

// The bundle is a CommonJS module, which cannot wait at its top.
async function main(): Promise<void> {
  // The process also ends when nothing can happen any more, or when a configuration ends it, with a code that says that all is well.
  const onNothingLeft = (): void => {
    process.stderr.write(
      '✗ It ended before it was done: what it waits for, in the configuration perhaps, never comes.\n',
    )
    process.exitCode = exitCodes.usage
  }
  const onExit = (code: number): void => {
    if (code !== 0 || hasLeft()) return
    process.stderr.write('✗ Something ended it before it was done, the configuration perhaps.\n')
    process.exitCode = exitCodes.usage
  }
  process.once('beforeExit', onNothingLeft)
  process.prependListener('exit', onExit)
  ended = await runProgram(process.argv)
  process.exitCode = ended
  process.off('beforeExit', onNothingLeft)
  process.off('exit', onExit)
}

/** What the command came to, once it is over. */
let ended: ExitCode | undefined
let isReported = false

/**
 * A configuration may start something that fails later. Who sends waits for the answers that are under way, and the exit
 * code says what came of them.
 */
function onUncaught(error: unknown): void {
  if (isReported) return
  isReported = true
  const exitCode = reportUncaught(error)
  if (ended !== undefined) process.exit(ended)
  if (!stopInOrder()) process.exit(exitCode)
}

process.on('uncaughtException', onUncaught)
process.on('unhandledRejection', (error) => {
  // A server of editors goes on.
  if (process.listenerCount('unhandledRejection') === 1) onUncaught(error)
})

void main()
