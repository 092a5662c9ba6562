import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { deadlineMs } from '../deadline.ts'
import { heldByPermissions } from './permissions.ts'
import { type CliOptions, type CliResult, environmentOf, withoutProgress } from './run-cli.ts'
import type { Printed } from './run-captured.mjs'

const script = fileURLToPath(new URL('run-captured.mjs', import.meta.url))

/** A process that runs the built commands, one after the other. */
interface Runner {
  readonly child: ChildProcess
  last: Promise<unknown>
}

type BesideOptions = Pick<CliOptions, 'cwd' | 'env' | 'permissions' | 'cpuSeconds'>

/** By what holds them. */
const runners = new Map<BesideOptions['permissions'], Runner>()

/**
 * Runs a built command line in another process, which all that is run so has in common: for the many that end
 * at once, and where one that waits for ever would take the tests with it.
 */
export function runBeside(args: readonly string[], options: BesideOptions): Promise<CliResult> {
  const { permissions } = options
  const runner = runners.get(permissions) ?? startRunner(permissions)
  runners.set(permissions, runner)
  const run = runner.last.then(() => runIn(runner.child, args, options))
  runner.last = run.catch(() => {})
  return run
}

function startRunner(permissions: BesideOptions['permissions']): Runner {
  const node = [process.execPath, script]
  const [command = '', ...rest] = permissions === 'hold' ? heldByPermissions(node) : node
  const child = spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  // It ends with this process, which has not to wait for it.
  child.unref()
  child.channel?.unref()
  child.once('exit', () => {
    if (runners.get(permissions)?.child === child) runners.delete(permissions)
  })
  return { child, last: Promise.resolve() }
}

async function runIn(
  child: ChildProcess,
  args: readonly string[],
  { cwd, env = {}, cpuSeconds = Number.POSITIVE_INFINITY }: BesideOptions,
): Promise<CliResult> {
  const said = `friendtalk ${args.join(' ').slice(0, 1000)}`
  const answer = await new Promise<{ readonly result: Printed; readonly cpuSeconds: number }>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      end(() => reject(new Error(`${said} did not end within ${deadlineMs} ms`)))
    }, deadlineMs)
    const gone = (): void => end(() => reject(new Error(`The process ended during ${said}`)))
    const told = (message: unknown): void => end(() => resolve(message as never))
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      child.off('exit', gone)
      child.off('message', told)
      settle()
    }
    child.once('exit', gone)
    child.once('message', told)
    child.send({ args, cwd, env: environmentOf(cwd, env) })
  })
  if (answer.cpuSeconds > cpuSeconds) throw new Error(`${said} took ${answer.cpuSeconds} s of CPU`)
  const { code, stdout, stderr } = answer.result
  return { code, stdout, stderr: withoutProgress(stderr) }
}
