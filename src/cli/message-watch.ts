import { lstatSync } from 'node:fs'
import { join, relative } from 'node:path'
import { matcher, toPosix } from '../project/discover.ts'
import { UsageError } from '../project/usage-error.ts'
import { type Changes, type Watcher, watchFolder } from '../project/watch.ts'
import { problemIn } from '../words/problem.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import type { MessageSession } from './message-session.ts'
import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'
import { cliWords } from './words.ts'

/** What a command does with messages that it watches. */
export interface WatchedWork<S extends MessageSession> {
  readonly open: () => Promise<S>
  /** Absolute paths of folders whose content is of no interest. */
  readonly ignored: (session: S) => readonly string[]
  /** As in `watchFolder`. */
  readonly settleMs?: number
  /** Does everything once. */
  readonly start: (session: S) => Promise<void>
  /** Does again what changes ask for: the messages that changed, are gone, or depend on what changed. */
  readonly update: (session: S, affected: ReadonlySet<string>) => Promise<void>
}

/**
 * Does the work once, then again for what changes and what depends on it, until SIGINT or SIGTERM.
 *
 * @throws UsageError when the first session cannot be opened; later a configuration that breaks is only reported
 */
export async function watchMessages<S extends MessageSession>(
  work: WatchedWork<S>,
  terminal: Terminal,
): Promise<ExitCode> {
  const stopped = new Promise<void>((resolve) => {
    // `once` would leave none of ours while the event is still handled, and what cleans temporary files up at a
    // signal ends the process where nobody else listens.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
  const watcher = await new MessageWatch(await work.open(), work, terminal).start()
  await stopped
  await watcher.close()
  return exitCodes.done
}

class MessageWatch<S extends MessageSession> {
  readonly #work: WatchedWork<S>
  readonly #terminal: Terminal
  #session: S

  constructor(session: S, work: WatchedWork<S>, terminal: Terminal) {
    this.#session = session
    this.#work = work
    this.#terminal = terminal
  }

  async start(): Promise<Watcher> {
    // Watching starts first: what changes while everything is done once is seen too.
    let ready: () => void = () => {}
    const started = new Promise<void>((resolve) => {
      ready = resolve
    })
    const { project } = this.#session
    const watcher = await watchFolder({
      root: project.root,
      others: project.configFile === undefined ? [] : [project.configFile],
      ignored: this.#work.ignored(this.#session),
      ...(this.#work.settleMs !== undefined && { settleMs: this.#work.settleMs }),
      onChanges: async (changes) => {
        await started
        await this.#update(changes)
      },
      onError: (error) => this.#complain(error),
    })
    try {
      await this.#work.start(this.#session)
    } catch (error) {
      await watcher.close()
      throw error
    } finally {
      ready()
    }
    return watcher
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
    if (affected.size > 0) await this.#work.update(this.#session, affected)
  }

  /** @returns whether the configuration could be taken over */
  async #reopen(): Promise<boolean> {
    const before = this.#session
    try {
      const session = await this.#work.open()
      await this.#work.start(session)
      this.#session = session
      return true
    } catch (error) {
      this.#session = before
      this.#complain(error)
      if (error instanceof UsageError) this.#terminal.err(`${cliWords[this.#terminal.lang].configBroken}\n`)
      return false
    }
  }

  #complain(error: unknown): void {
    const { colors, err, lang } = this.#terminal
    const lines = error instanceof UsageError ? problemIn(lang, error.problem) : [String(error)]
    err(`${colors.red('✗')} ${lines.map(printable).join('\n')}\n`)
  }
}

/** Whether there is something to read: a broken link is, so that it is reported; a folder is not. */
function isFile(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats !== undefined && !stats.isDirectory()
}
