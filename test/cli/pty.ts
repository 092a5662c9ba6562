import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { shellWord } from '../../src/words/command-line.ts'
import { deadlineMs, until } from '../deadline.ts'
import { afterEachFile } from '../ending.ts'
import { cacheHome, mainFile, stateHomeOf } from './run-cli.ts'
import { Screen } from './screen.ts'

/** A terminal for a process comes from `script` of util-linux. */
export const hasTerminal: boolean = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false

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
  end: '\u0004',
  /** Whoever prints waits until something is typed that lets it go on, as the interrupt does. */
  hold: '\u0013',
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
  /** The screen as it was when the output was so long. */
  #drawn = { length: 0, text: '' }
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
        XDG_STATE_HOME: stateHomeOf(cwd),
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
    if (this.#drawn.length !== this.#output.length) {
      const screen = new Screen(this.#columns)
      screen.write(this.#output)
      this.#drawn = { length: this.#output.length, text: screen.text }
    }
    return this.#drawn.text
  }

  /** What stood on the line that was drawn again and again, each time that it was like this. */
  redrawn(like: RegExp): string[] {
    const drawn = this.#output.matchAll(new RegExp(`\\r\\P{L}\\[2K(${like.source})`, 'gu'))
    return Array.from(drawn, ([, text]) => text ?? '')
  }

  type(text: string): void {
    this.#child.stdin.write(text)
  }

  /** Waits until a text stands on the screen. */
  async untilShows(text: string): Promise<void> {
    await this.until(`${JSON.stringify(text)} on the screen`, () => this.screen.includes(text))
  }

  async until(what: string, holds: () => boolean): Promise<void> {
    await until(
      () => `${what}:\n${this.screen}`,
      () => {
        if (holds()) return true
        if (this.#hasEnded) throw new Error(`The process ended before ${what}:\n${this.screen}`)
        return false
      },
    )
  }

  /** Waits for the end; the exit code is that of the command. */
  async ended(): Promise<number | null> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), deadlineMs)
    const code = await this.#end
    clearTimeout(timer)
    return code
  }
}

export interface PtyCliOptions extends PtyOptions {
  /** Modules that Node loads first. */
  readonly imports?: readonly URL[]
}

/** The built command line in a terminal. */
export function ptyCli(args: string, { imports = [], ...options }: PtyCliOptions): Pty {
  return new Pty(commandOf(args, imports), options)
}

/** The built command line in a terminal that is held: the first line that it prints does not come through. */
export async function heldPtyCli(args: string, options: PtyOptions): Promise<Pty> {
  const pty = new Pty(`stty ixon; echo READY; read -r _; ${commandOf(args)}`, options)
  await pty.untilShows('READY')
  pty.type(`${keys.hold}\n`)
  return pty
}

function commandOf(args: string, imports: readonly URL[] = []): string {
  const words = [process.execPath, ...imports.flatMap(({ href }) => ['--import', href]), mainFile]
  return `exec ${words.map(shellWord).join(' ')} ${args}`
}
