import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deadlineMs, until } from '../deadline.ts'
import { afterEachFile } from '../ending.ts'
import { heldByPermissions } from './permissions.ts'

/** A module that makes a command believe that its work takes long. */
export const leapingClock: URL = new URL('leaping-clock.mjs', import.meta.url)

/** The built command line. */
export const mainFile: string = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))

export interface CliResult {
  /** Null when a signal ended the process. */
  readonly code: number | null
  readonly stdout: string
  /** Without how far the work was every few seconds, which only a slow machine says. */
  readonly stderr: string
}

/** What was printed to the standard error, without the lines that say how far the work is. */
export function withoutProgress(text: string): string {
  return text.replaceAll(/^\p{L}[\p{L} ]* \d+(?:\/\d+)? {2}\d+\/s(?: {2}\d+ s)?\n/gmu, '')
}

export interface CliOptions {
  readonly cwd: string
  /** Beside `PATH` and `LANG=C`: nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>
  /** Modules that Node loads first. */
  readonly imports?: readonly URL[]
  /** Permissions stop it even where root runs the tests; see `canBeStopped`. */
  readonly permissions?: 'hold'
  /** Seconds of work until the system ends it, however long they take beside other work. */
  readonly cpuSeconds?: number
  /** What its standard input holds. */
  readonly stdin?: string
  /** An open file that takes its standard output. */
  readonly stdout?: number
}

/** Where the runs of a test file keep their caches. */
export const cacheHome: string = mkdtempSync(join(tmpdir(), 'friendtalk-cache-'))

/** Where the runs in a folder remember ledgers: tests share accounts and targets, and know nothing of each other. */
export function stateHomeOf(cwd: string): string {
  return join(stateHome, createHash('sha256').update(cwd).digest('hex'))
}

const stateHome = mkdtempSync(join(tmpdir(), 'friendtalk-state-'))
const running = new Set<LongRun>()

afterEachFile(() => {
  for (const run of running) run.kill('SIGKILL')
  running.clear()
  for (const folder of [cacheHome, stateHome]) rmSync(folder, { recursive: true, force: true })
})

/** All that the environment of a command holds. */
export function environmentOf(cwd: string, env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LANG: 'C', XDG_CACHE_HOME: cacheHome, XDG_STATE_HOME: stateHomeOf(cwd), ...env }
}

/** Runs the built command line to its end, in a process of its own. */
export async function runBuilt(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).ended()
}

/** Starts the built command line, for what runs until it is told to stop. */
export function startCli(
  args: readonly string[],
  { cwd, env = {}, imports = [], permissions, cpuSeconds, stdin, stdout }: CliOptions,
): LongRun {
  if (!existsSync(mainFile)) throw new Error(`${mainFile} is missing: npm run build`)
  const node = [process.execPath, ...imports.flatMap(({ href }) => ['--import', href]), mainFile, ...args]
  const held = permissions === 'hold' ? heldByPermissions(node) : node
  const limited = cpuSeconds === undefined ? held : ['sh', '-c', `ulimit -t ${cpuSeconds}; exec "$@"`, 'sh', ...held]
  const [command = '', ...rest] = limited
  const child = spawn(command, rest, {
    cwd,
    env: environmentOf(cwd, env),
    stdio: [stdin === undefined ? 'ignore' : 'pipe', stdout ?? 'pipe', 'pipe'],
  })
  child.stdin?.end(stdin)
  return new LongRun(child, args)
}

export class LongRun {
  readonly #child: ChildProcess
  readonly #args: readonly string[]
  readonly #end: Promise<CliResult>
  #stdout = ''
  #stderr = ''
  #output = ''
  #hasEnded = false

  constructor(child: ChildProcess, args: readonly string[]) {
    this.#child = child
    this.#args = args
    running.add(this)
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text
      this.#output += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text
      this.#output += text
    })
    this.#end = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => {
        this.#hasEnded = true
        running.delete(this)
        resolve({ code, stdout: this.#stdout, stderr: withoutProgress(this.#stderr) })
      })
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Everything that was printed so far, in the order of arrival. */
  get output(): string {
    return this.#output
  }

  /** Takes the reading end of its standard output away, as `| head` does. */
  closeStdout(): void {
    this.#child.stdout?.destroy()
  }

  /** Takes the reading end of its standard error away. */
  closeStderr(): void {
    this.#child.stderr?.destroy()
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Waits for the process to end by itself, and kills it when it does not. */
  async ended(): Promise<CliResult> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), deadlineMs)
    })
    const result = await Promise.race([this.#end, late])
    clearTimeout(timer)
    if (result !== 'late') return result
    this.kill('SIGKILL')
    await this.#end
    throw new Error(
      `friendtalk ${this.#args.join(' ')} did not end within ${deadlineMs} ms:\n${this.output.slice(-4000)}`,
    )
  }

  /** Waits until something holds; `what` says it in words for when it never does. */
  async until(what: string, holds: () => boolean): Promise<void> {
    const output = (): string => this.output.slice(-4000)
    await until(
      () => `${what}:\n${output()}`,
      () => {
        if (holds()) return true
        if (this.#hasEnded) throw new Error(`The process ended before ${what}:\n${output()}`)
        return false
      },
    )
  }

  /** Waits until a text was printed, after the first `from` characters of the output. */
  async untilOutput(text: string, from = 0): Promise<void> {
    await this.until(`the output ${JSON.stringify(text)}`, () => this.output.slice(from).includes(text))
  }

  /** Waits until a file exists whose content passes. */
  async untilFile(file: string, passes: (content: string) => boolean = () => true): Promise<void> {
    await this.until(`the file ${file}`, () => existsSync(file) && passes(readFileSync(file, 'utf8')))
  }

  async untilGone(file: string): Promise<void> {
    await this.until(`${file} to be gone`, () => !existsSync(file))
  }
}
