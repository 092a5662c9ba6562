import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { cacheHome, mainFile } from './run-cli.ts'
import { Screen } from './screen.ts'
import { afterEachFile } from '../ending.ts'

/** A terminal for a process comes from `script` of util-linux. */
export const hasTerminal: boolean = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false

const deadlineMs = 30_000
const running = new Set<ChildProcessWithoutNullStreams>()

afterEachFile(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

/** What people type that is no letter. */
export const keys = {
  enter: '\r',
  space: ' ',
  up: '\u001B[A',
  down: '\u001B[B',
  interrupt: '\u0003',
  tab: '\t',
} as const

export interface PtyOptions {
  readonly cwd: string
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
}

/** A shell's command line in a terminal of its own. */
export class Pty {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #end: Promise<number | null>
  readonly #columns: number
  #output = ''
  #hasEnded = false

  constructor(command: string, { cwd, columns = 80, env = {} }: PtyOptions) {
    this.#columns = columns
    this.#child = spawn('script', ['-qefc', `stty cols ${columns} rows 40; ${command}`, '/dev/null'], {
      cwd,
      env: {
        PATH: process.env['PATH'],
        LANG: 'C.UTF-8',
        TERM: 'xterm-256color',
        SHELL: '/bin/bash',
        XDG_CACHE_HOME: cacheHome,
        ...env,
      },
    })
    running.add(this.#child)
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text
    })
    this.#end = new Promise((resolve, reject) => {
      this.#child.once('error', reject)
      this.#child.once('close', (code) => {
        this.#hasEnded = true
        running.delete(this.#child)
        resolve(code)
      })
    })
  }

  /** Everything that was printed, with its control sequences. */
  get output(): string {
    return this.#output
  }

  /** What stands on the screen. */
  get screen(): string {
    const screen = new Screen(this.#columns)
    screen.write(this.#output)
    return screen.text
  }

  type(text: string): void {
    this.#child.stdin.write(text)
  }

  /** Waits until a text stands on the screen. */
  async untilShows(text: string): Promise<void> {
    await this.until(`${JSON.stringify(text)} on the screen`, () => this.screen.includes(text))
  }

  async until(what: string, holds: () => boolean): Promise<void> {
    const lastMs = performance.now() + deadlineMs
    while (!holds()) {
      if (this.#hasEnded || performance.now() > lastMs) throw new Error(`Waited in vain for ${what}:\n${this.screen}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Waits for the end; the exit code is that of the command. */
  async ended(): Promise<number | null> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), deadlineMs)
    const code = await this.#end
    clearTimeout(timer)
    return code
  }
}

/** The built command line in a terminal. */
export function ptyCli(args: string, options: PtyOptions): Pty {
  return new Pty(`exec '${process.execPath}' '${mainFile}' ${args}`, options)
}
