import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEachFile } from '../ending.ts'

/** The built command line. */
export const mainFile: string = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))
/** Generous: a test that waits this long has failed, on a busy machine too. */
const deadlineMs = 30_000

export interface CliResult {
  /** Null when a signal ended the process. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  readonly cwd: string
  /** Beside `PATH` and `LANG=C`: nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>
  /** Whose permissions hold; `nobody` is for root, whom no permission stops. */
  readonly as?: 'self' | 'nobody'
  /** Takes the reading end of its standard output away, as `| head` does. */
  readonly closesStdout?: boolean
  /** What its standard input holds. */
  readonly stdin?: string
  readonly withinMs?: number
}

export const isRoot: boolean = process.getuid?.() === 0
const nobody = 65_534

/** Where the runs of a test file keep their caches. */
export const cacheHome: string = mkdtempSync(join(tmpdir(), 'friendtalk-cache-'))

const running = new Set<LongRun>()

afterEachFile(() => {
  for (const run of running) run.kill('SIGKILL')
  running.clear()
  rmSync(cacheHome, { recursive: true, force: true })
})

/** Runs the built command line to its end. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const run = startCli(args, options)
  return run.ended(options.withinMs)
}

/** Starts the built command line, for what runs until it is told to stop. */
export function startCli(
  args: readonly string[],
  { cwd, env = {}, as = 'self', closesStdout = false, stdin }: CliOptions,
): LongRun {
  if (!existsSync(mainFile)) throw new Error(`${mainFile} is missing: npm run build`)
  const child = spawn(process.execPath, [mainFile, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], LANG: 'C', XDG_CACHE_HOME: cacheHome, ...env },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(as === 'nobody' && { uid: nobody, gid: nobody }),
  })
  if (closesStdout) child.stdout?.destroy()
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
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr })
      })
    })
  }

  /** Everything that was printed so far, in the order of arrival. */
  get output(): string {
    return this.#output
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Waits for the process to end by itself, and kills it when it does not. */
  async ended(withinMs: number = deadlineMs): Promise<CliResult> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), withinMs)
    })
    const result = await Promise.race([this.#end, late])
    clearTimeout(timer)
    if (result !== 'late') return result
    this.kill('SIGKILL')
    await this.#end
    throw new Error(
      `friendtalk ${this.#args.join(' ')} did not end within ${withinMs} ms:\n${this.output.slice(-4000)}`,
    )
  }

  /** Waits until something holds; `what` says it in words for when it never does. */
  async until(what: string, holds: () => boolean): Promise<void> {
    const lastMs = performance.now() + deadlineMs
    while (!holds()) {
      if (this.#hasEnded) throw new Error(`The process ended before ${what}:\n${this.output.slice(-4000)}`)
      if (performance.now() > lastMs) throw new Error(`Waited in vain for ${what}:\n${this.output.slice(-4000)}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
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
