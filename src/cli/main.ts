#!/usr/bin/env node
import * as module from 'node:module'
import { exitCodes } from './exit-codes.ts'
import { reportDefect, runProgram } from './program.ts'

// Node 20 has no such cache.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()

// A reader that has seen enough (`| head`) is no error: the work goes on, and the exit code is its outcome.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return
  process.stderr.write(`✗ The output cannot be written (${code ?? message}).\n`)
  process.once('exit', () => (process.exitCode ||= exitCodes.usage))
})
process.stderr.on('error', () => {})

process.on('uncaughtException', (error) => {
  reportDefect(error, undefined)
  process.exit(exitCodes.defect)
})

// Node exits with 0 when the event loop is empty, even if the command is unfinished.
process.exitCode = exitCodes.defect

/** A timer of a configuration may go on after the command; it gets this long. */
const afterwardsMs = 1000

async function main(): Promise<void> {
  process.exitCode = await runProgram(process.argv)
  leaveOnceWritten()
}

function leaveOnceWritten(): void {
  const { stdout, stderr } = process
  const leave = (): void => (stdout.writableLength + stderr.writableLength > 0 ? leaveOnceWritten() : process.exit())
  setTimeout(leave, afterwardsMs).unref()
}

// The bundle is a CommonJS module, which cannot wait at its top.
void main()
