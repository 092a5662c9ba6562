import { runProgram } from '../../src/cli/program.ts'
import type { CliResult } from './run-cli.ts'

/** Runs a command line inside this process: for the many that end at once. */
export async function runInside(args: readonly string[], cwd: string): Promise<CliResult> {
  const before = process.cwd()
  const { stdout, stderr } = process
  const original = { out: stdout.write, err: stderr.write }
  const printed = { stdout: '', stderr: '' }
  const capture = (stream: keyof typeof printed) => (text: string | Uint8Array) => {
    printed[stream] += String(text)
    return true
  }
  try {
    process.chdir(cwd)
    stdout.write = capture('stdout') as typeof stdout.write
    stderr.write = capture('stderr') as typeof stderr.write
    return { code: await runProgram(['node', 'friendtalk', ...args]), ...printed }
  } finally {
    stdout.write = original.out
    stderr.write = original.err
    process.chdir(before)
  }
}

/** The arguments of a command line as it is printed: words, in single quotes where they hold a blank. */
export function argumentsIn(line: string): string[] {
  const words = line.replace(/ [<>] \S+$/, '').matchAll(/(?:'[^']*'|[^\s'])+/g)
  return Array.from(words, ([word]) => word.replaceAll("'", ''))
}
