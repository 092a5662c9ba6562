#!/usr/bin/env node
import * as module from 'node:module'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { reportUncaught, runProgram } from './program.ts'
import { hasLeft, leave, saysOutcome, stopInOrder } from './terminal/signals.ts'

// Node 20 has no such cache.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()

// A reader that has seen enough (`| head`) is no error: what is left is done, and the exit code is its outcome.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`✗ The output cannot be written (${error.code ?? error.message}).\n`)
  if (!saysOutcome()) leave(exitCodes.usage)
})

// The exit code says what happened, also where the messages are not read.
process.stderr.on('error', () => {})

/** What the command came to, once it is over. */
let ended: ExitCode | undefined
let uncaught: ExitCode | undefined

// The bundle is a CommonJS module, which cannot wait at its top.
async function main(): Promise<void> {
  // The process also ends when nothing can happen any more, with a code that says that all is well.
  const onNothingLeft = (): void => {
    process.stderr.write(
      '✗ It ended before it was done: what it waits for, in the configuration perhaps, never comes.\n',
    )
    leave(exitCodes.usage)
  }
  process.once('beforeExit', onNothingLeft)
  const exitCode = await runProgram(process.argv)
  ended = exitCode === exitCodes.done ? (uncaught ?? exitCode) : exitCode
  process.exitCode = ended
  process.off('beforeExit', onNothingLeft)
  leaveOnceWritten(ended)
}

/** How long what a configuration has started may go on after the command: a timer that repeats would never end. */
const afterwardsMs = 1000

/** Ends the process although something goes on, once everything is written. */
function leaveOnceWritten(code: ExitCode): void {
  const look = (): void => {
    if (process.stdout.writableLength + process.stderr.writableLength > 0) leaveOnceWritten(code)
    else leave(code)
  }
  setTimeout(look, afterwardsMs).unref()
}

/** A configuration may end the process, before the command is done or after that. */
function onExit(): void {
  if (hasLeft()) return
  if (ended === undefined) process.stderr.write('✗ Something ended it before it was done, the configuration perhaps.\n')
  process.exitCode = ended ?? exitCodes.usage
}

let isReported = false

/**
 * A configuration may start something that fails later. Who sends waits for the answers that are under way, and the exit
 * code is their outcome.
 */
function onUncaught(error: unknown): void {
  if (isReported) return
  isReported = true
  const exitCode = reportUncaught(error)
  if (ended !== undefined) leave(ended)
  const broken = stopInOrder()
  if (broken === undefined) leave(exitCode)
  // What only waits has not done what it was started for.
  if (broken === exitCodes.done) uncaught = exitCode
}

process.on('exit', onExit)
process.on('uncaughtException', onUncaught)
process.on('unhandledRejection', (error) => {
  // A server of editors goes on.
  if (process.listenerCount('unhandledRejection') === 1) onUncaught(error)
})

void main()
