import { runProgram } from '../../src/cli/program.ts'
import { runCaptured } from './run-captured.mjs'
import { type CliResult, environmentOf, withoutProgress } from './run-cli.ts'

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

/** The same, with the options of `runBuilt` that make sense here. */
export function runCli(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<CliResult> {
  return runInside(args, cwd, env)
}

async function runAlone(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<CliResult> {
  // What runs the tests is no part of the case.
  const { npm_execpath: _, npm_command: _command, npm_lifecycle_event: _event, ...inherited } = process.env
  const { code, stdout, stderr } = await runCaptured(runProgram, args, {
    cwd,
    env: { ...inherited, ...environmentOf(cwd, env) },
  })
  return { code, stdout, stderr: withoutProgress(stderr) }
}

/** The arguments of a command line as it is printed: words, in single quotes where they hold a blank. */
export function argumentsIn(line: string): string[] {
  const words = line.replace(/ [<>] \S+$/, '').matchAll(/(?:'[^']*'|[^\s'])+/g)
  return Array.from(words, ([word]) => word.replaceAll("'", ''))
}
