import { vi } from 'vitest'
import { runProgram } from '../../src/cli/program/program.ts'
import { cacheHome, type CliResult, stateHomeOf, withoutProgress } from './run-cli.ts'

/** The process has one working folder, one environment and one output. */
let last: Promise<unknown> = Promise.resolve()

/** Runs a command line inside this process, one after the other: for the many that end at once. */
export function runInside(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const run = last.then(() => runAlone(args, cwd, env))
  last = run.catch(() => {})
  return run
}

async function runAlone(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<CliResult> {
  const before = process.cwd()
  const printed = { stdout: '', stderr: '' }
  const capture = (stream: keyof typeof printed): (() => void) => {
    const spy = vi.spyOn(process[stream], 'write').mockImplementation((text, ...more) => {
      printed[stream] += String(text)
      for (const done of more) if (typeof done === 'function') done()
      return true
    })
    return () => spy.mockRestore()
  }
  // What runs the tests is no part of the case.
  for (const name of ['npm_execpath', 'npm_command', 'npm_lifecycle_event']) vi.stubEnv(name, undefined)
  vi.stubEnv('LANG', 'C')
  vi.stubEnv('XDG_CACHE_HOME', cacheHome)
  vi.stubEnv('XDG_STATE_HOME', stateHomeOf(cwd))
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const restore = [capture('stdout'), capture('stderr')]
  try {
    process.chdir(cwd)
    const code = await runProgram(['node', 'friendtalk', ...args])
    return { code, stdout: printed.stdout, stderr: withoutProgress(printed.stderr) }
  } finally {
    process.chdir(before)
    vi.unstubAllEnvs()
    for (const back of restore) back()
  }
}

/** The arguments of a command line as it is printed: words, in single quotes where they hold a blank. */
export function argumentsIn(line: string): string[] {
  const words = line.replace(/ [<>] \S+$/, '').matchAll(/(?:'[^']*'|[^\s'])+/g)
  return Array.from(words, ([word]) => word.replaceAll("'", ''))
}
