import { lstatSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { matcher, toPosix } from '../../project/discover.ts'
import { UsageError } from '../../project/usage-error.ts'
import { type Changes, type Watcher, watchFolder } from '../../project/watch.ts'
import type { CompiledFile } from '../../project/workspace.ts'
import { problemIn } from '../../words/problem.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'
import { cliWords } from '../words.ts'
import { type CompileSession, compileAll, idsOf, reportFindings, shown, writeAll } from '../compile-session.ts'

/**
 * Compiles everything once, then what changes and what depends on it, until SIGINT or SIGTERM.
 *
 * @throws UsageError when the first session cannot be opened; later a configuration that breaks is only reported
 */
export async function watchAndCompile(open: () => Promise<CompileSession>, terminal: Terminal): Promise<ExitCode> {
  const stopped = new Promise<void>((resolve) => {
    // `once` would leave none of ours while the event is still handled, and what cleans temporary files up at a
    // signal ends the process where nobody else listens.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
  const watcher = await new CompileWatch(await open(), open, terminal).start()
  await stopped
  await watcher.close()
  return exitCodes.done
}

class CompileWatch {
  readonly #open: () => Promise<CompileSession>
  readonly #terminal: Terminal
  readonly #words: (typeof cliWords)[Terminal['lang']]
  #session: CompileSession
  /** The files as they were last written and reported. */
  #known = new Map<string, CompiledFile>()

  constructor(session: CompileSession, open: () => Promise<CompileSession>, terminal: Terminal) {
    this.#session = session
    this.#open = open
    this.#terminal = terminal
    this.#words = cliWords[terminal.lang]
  }

  async start(): Promise<Watcher> {
    // Watching starts first: what changes while everything is compiled is seen too.
    let ready: () => void = () => {}
    const compiled = new Promise<void>((resolve) => {
      ready = resolve
    })
    const { project, output } = this.#session
    const watcher = await watchFolder({
      root: project.root,
      others: project.configFile === undefined ? [] : [project.configFile],
      ignored: [output.folder],
      onChanges: async (changes) => {
        await compiled
        await this.#update(changes)
      },
      onError: (error) => this.#complain(error),
    })
    try {
      await this.#compileAll()
    } catch (error) {
      await watcher.close()
      throw error
    } finally {
      ready()
    }
    return watcher
  }

  async #compileAll(): Promise<void> {
    const files = compileAll(this.#session, this.#terminal)
    await this.#settle(files)
    if (this.#terminal.verbosity !== 'quiet') this.#terminal.err(`${this.#words.watching(files.length)}\n`)
  }

  async #update(changes: Changes): Promise<void> {
    const { project, selection, workspace } = this.#session
    const { root, configFile } = project
    if (configFile !== undefined && changes.has(toPosix(relative(root, configFile)))) {
      if (await this.#reopen()) return
    }
    const isMessage = matcher(selection)
    const affected = new Set<string>()
    for (const path of changes) {
      if (isMessage(path)) affected.add(path)
      const dependents = workspace.dependentsOf(path)
      if (dependents.length > 0) workspace.forgetImages()
      for (const dependent of dependents) affected.add(dependent)
    }
    for (const path of affected) {
      if (isFile(join(root, path))) workspace.update(path)
      else workspace.remove(path)
    }
    if (affected.size > 0) await this.#settle(workspace.files())
  }

  /** Writes and reports what differs from before, and removes what no message accounts for any more. */
  async #settle(files: readonly CompiledFile[]): Promise<void> {
    const changed = files.filter((file) => {
      const before = this.#known.get(file.path)
      return before?.template !== file.template || !isDeepStrictEqual(before?.diagnostics, file.diagnostics)
    })
    await writeAll(changed, this.#session, this.#terminal)
    this.#known = new Map(files.map((file) => [file.path, file]))
    reportFindings(changed, this.#session, this.#terminal)
    const { output, project } = this.#session
    for (const stale of output.stale(idsOf(files))) {
      output.remove(stale)
      this.#terminal.err(`${this.#words.removed(shown(stale.file, project))}\n`)
    }
  }

  /** @returns whether the configuration could be taken over */
  async #reopen(): Promise<boolean> {
    const before = { session: this.#session, known: this.#known }
    try {
      this.#session = await this.#open()
      this.#known = new Map()
      await this.#compileAll()
      return true
    } catch (error) {
      this.#session = before.session
      this.#known = before.known
      this.#complain(error)
      if (error instanceof UsageError) this.#terminal.err(`${this.#words.configBroken}\n`)
      return false
    }
  }

  #complain(error: unknown): void {
    const { colors, err } = this.#terminal
    const lines = error instanceof UsageError ? problemIn(this.#terminal.lang, error.problem) : [String(error)]
    err(`${colors.red('✗')} ${lines.map(printable).join('\n')}\n`)
  }
}

/** Whether there is something to compile: a broken link is, so that it is reported; a folder is not. */
function isFile(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats !== undefined && !stats.isDirectory()
}
