import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { configNames } from '../project/config/config.ts'
import { importedFiles } from '../project/config/config-module.ts'
import { matcher } from '../project/files/discover.ts'
import { lstatOf } from '../project/files/paths.ts'
import { type Changes, type Watcher, watchFolder } from '../project/watch.ts'
import type { Host } from './host.ts'
import type { MessageSession, ProjectChoice } from './session.ts'

export interface WatchedWork<S extends MessageSession> {
  readonly open: (time: 'first' | 'again') => Promise<S>
  /** Tells of an absolute path that it is what the work itself writes. */
  readonly isOutput: (session: S, path: string) => boolean
  readonly start: (session: S) => Promise<void>
  /** Does again what changes ask for: the messages that changed, are gone, or depend on what changed. */
  readonly update: (session: S, affected: ReadonlySet<string>) => Promise<void>
}

/** An event of the watch itself; its work reports on its own. */
export type WatchEvent =
  | { readonly type: 'started' }
  /** Work begins again because of changes. */
  | { readonly type: 'changed'; readonly changes: Changes }
  /** The configuration cannot be opened, or the system cannot watch; what was opened last still holds. */
  | { readonly type: 'failed'; readonly error: unknown; readonly what: 'configuration' | 'watching' }

export interface WatchHost extends Host {
  readonly onWatch: (event: WatchEvent) => void
}

export interface MessageWatcher {
  readonly started: Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Does the work once, then again for what changes and what depends on it.
 *
 * @param choice decides which configuration holds
 * @throws UsageError when the first session cannot be opened; later a configuration that breaks is only reported
 */
export async function watchMessages<S extends MessageSession>(
  work: WatchedWork<S>,
  choice: ProjectChoice,
  host: WatchHost,
): Promise<MessageWatcher> {
  const watch = new MessageWatch(await work.open('first'), { work, choice, host })
  return { started: watch.start(), close: () => watch.close() }
}

class MessageWatch<S extends MessageSession> {
  readonly #work: WatchedWork<S>
  readonly #choice: ProjectChoice
  readonly #host: WatchHost
  #session: S
  #watcher: Watcher | undefined
  #configFiles: ReadonlySet<string>
  /** The last complaint about a broken configuration, which is tried again at every change. */
  #complaint: string | undefined
  #isClosed = false

  constructor(session: S, { work, choice, host }: { work: WatchedWork<S>; choice: ProjectChoice; host: WatchHost }) {
    this.#session = session
    this.#work = work
    this.#choice = choice
    this.#host = host
    this.#configFiles = configFilesOf(session)
  }

  async start(): Promise<void> {
    // Watching starts first: what changes while everything is done once is seen too.
    let ready: () => void = () => {}
    const started = new Promise<void>((start) => {
      ready = start
    })
    await this.#watch(started)
    try {
      this.#host.onWatch({ type: 'started' })
      await this.#work.start(this.#session)
    } catch (error) {
      await this.#watcher?.stop()
      throw error
    } finally {
      ready()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#watcher?.close()
  }

  async #watch(started: Promise<void>): Promise<void> {
    const { root } = this.#session.project
    this.#watcher = await watchFolder({
      root,
      files: [...this.#configFiles],
      isIgnored: (path) => this.#work.isOutput(this.#session, path) && !this.#configFiles.has(path),
      onChanges: async (changes) => {
        await started
        await this.#update(changes)
      },
      onError: (error) => this.#host.onWatch({ type: 'failed', error, what: 'watching' }),
    })
    if (this.#isClosed) await this.#watcher.stop()
  }

  async #update(changes: Changes): Promise<void> {
    const { root } = this.#session.project
    const isReopened = this.#complaint !== undefined || [...changes].some((path) => this.#isConfig(resolve(root, path)))
    if (isReopened && (await this.#reopen(changes))) return
    const { selection, workspace } = this.#session
    const isMessage = matcher(selection)
    const affected = new Set([...changes].filter(isMessage))
    const dependents = workspace.dependentsOf(changes)
    if (dependents.length > 0) workspace.forgetImages()
    for (const dependent of dependents) affected.add(dependent)
    for (const path of affected) {
      if (isFile(join(root, path))) workspace.update(path)
      else workspace.remove(path)
    }
    if (affected.size === 0) return
    // A folder that the work itself writes to changes too.
    const causes = [...changes].filter((path) => isMessage(path) || workspace.dependentsOf(new Set([path])).length > 0)
    this.#host.onWatch({ type: 'changed', changes: new Set(causes.length > 0 ? causes : changes) })
    await this.#work.update(this.#session, affected)
  }

  /** Tells if a file decides on the configuration, or would from now on. */
  #isConfig(file: string): boolean {
    if (this.#configFiles.has(file)) return true
    if (this.#choice.config !== undefined || !configNames.includes(basename(file))) return false
    const above = relative(dirname(file), this.#host.cwd)
    return !above.startsWith('..') && !isAbsolute(above)
  }

  /** @returns whether the configuration could be taken over */
  async #reopen(changes: Changes): Promise<boolean> {
    const before = this.#session
    try {
      const session = await this.#work.open('again')
      this.#host.onWatch({ type: 'changed', changes })
      this.#session = session
      await this.#work.start(session)
      this.#complaint = undefined
      await this.#follow(before)
      return true
    } catch (error) {
      this.#session = before
      const complaint = String(error)
      if (complaint !== this.#complaint) this.#host.onWatch({ type: 'failed', error, what: 'configuration' })
      this.#complaint = complaint
      this.#watchImports(before)
      return false
    }
  }

  /** Watches what a new session is about. */
  async #follow(before: S): Promise<void> {
    const { root } = this.#session.project
    if (root === before.project.root) {
      this.#watchImports(this.#session)
      return
    }
    this.#configFiles = configFilesOf(this.#session)
    await this.#watcher?.stop()
    if (!this.#isClosed) await this.#watch(Promise.resolve())
  }

  #watchImports(session: S): void {
    const files = configFilesOf(session)
    const more = [...files].filter((file) => !this.#configFiles.has(file))
    this.#configFiles = files
    if (more.length > 0) this.#watcher?.add(more)
  }
}

function configFilesOf({ project: { configFile } }: MessageSession): ReadonlySet<string> {
  return new Set(configFile === undefined ? [] : [configFile, ...importedFiles(configFile)])
}

/** Tells if there is something to read: a broken link counts, so that it is reported; a folder does not. */
function isFile(path: string): boolean {
  const stats = lstatOf(path)
  return stats !== undefined && !stats.isDirectory()
}
