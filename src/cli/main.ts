#!/usr/bin/env node
import { exitCodes } from './program/exit-codes.ts'
import { runProgram } from './program/program.ts'

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  process.stderr.write(`✗ The output cannot be written (${error.code ?? error.message}).\n`)
  process.exit(exitCodes.usage)
})

// The bundle is a CommonJS module, which cannot wait at its top.
async function main(): Promise<void> {
  process.exitCode = await runProgram(process.argv)
}

void main()
