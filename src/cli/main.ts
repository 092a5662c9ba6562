#!/usr/bin/env node
import { exitCodes } from './program/exit-codes.ts'
import { runProgram } from './program/program.ts'

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
  // The process also ends when nothing can happen any more, with a code that says that all is well.
  const onNothingLeft = (): void => {
    process.stderr.write(
      '✗ It ended before it was done: what it waits for, in the configuration perhaps, never comes.\n',
    )
    process.exitCode = exitCodes.usage
  }
  process.once('beforeExit', onNothingLeft)
  process.exitCode = await runProgram(process.argv)
  process.off('beforeExit', onNothingLeft)
}

void main()
