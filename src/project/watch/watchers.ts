import { type Dirent, type FSWatcher, readdirSync, type Stats, watch } from 'node:fs'
import { basename, join } from 'node:path'
import type { EmitArgsWithName, FSWatcher as PathWatcher } from 'chokidar'
import { isEntered } from '../files/discover.ts'
import { isFolder, isWithin, lstatOf, stateOf, statOf } from '../files/paths.ts'

interface FolderTreeOptions {
  /** Absolute path of the outermost folder, without symbolic links. */
  readonly root: string
  /** Tells of an absolute path that it is of no interest. */
  readonly isIgnored: (path: string) => boolean
  /** Is told of an absolute path where a file was found while its folder was looked at. */
  readonly onFound: (path: string) => void
  /** Is told of an absolute path that a file there may have changed, come or gone. */
  readonly onFile: (path: string) => void
  /** Is told of a folder that everything below it has gone. */
  readonly onGone: (folder: string) => void
  /** Is told of a symbolic link to a file, whose content may change elsewhere. */
  readonly onLink: (path: string) => void
  /** Is told of a folder that the system does not watch, say as it watches too many already. */
  readonly onRefused: (folder: string) => void
  readonly onError: (error: Error) => void
}

/** What the system says of a folder. */
interface Heard {
  readonly folder: string
  readonly event: string
  readonly name: string | null
}

/** How long folders are looked at before whatever else waits has its turn, a signal say. */
const turnMs = 20

/**
 * Watches a folder and everything below it: the system tells at once which name in which folder changed, and only that
 * is looked at. (chokidar lists a folder again, and looks at each of its files, whenever one of them changes.) Of links
 * to folders only those are followed that discovery follows.
 */
export class FolderTree {
  readonly #options: FolderTreeOptions
  readonly #watchers = new Map<string, FSWatcher>()
  /** Folders that may not be listed; they are watched for being so again. */
  readonly #closed = new Set<string>()
  /** Folders that are yet to be looked at. */
  readonly #ahead: string[] = []
  #looking: Promise<void> = Promise.resolve()
  #isLooking = false
  #isClosed = false

  constructor(options: FolderTreeOptions) {
    this.#options = options
    this.#enter(options.root)
  }

  /** Resolves when every folder was looked at that is known by now. */
  async settled(): Promise<void> {
    await this.#looking
  }

  /** Whether changes of the files of a folder are told. */
  covers(folder: string): boolean {
    return this.#watchers.has(folder)
  }

  /**
   * Looks at everything again, for when so much changed that the system may have told only a part.
   *
   * @param sinceMs when it began, as milliseconds since 1970
   * @param onChanged is told of each file that changed or came since
   */
  sweep(sinceMs: number, onChanged: (path: string) => void): void {
    for (const folder of this.#watchers.keys()) {
      for (const entry of this.#entriesOf(folder)) {
        const path = join(folder, entry.name)
        if (this.#options.isIgnored(path)) continue
        if (entry.isDirectory() && !this.#watchers.has(path)) this.#enter(path)
        else if (entry.isFile() && (lstatOf(path)?.ctimeMs ?? 0) >= sinceMs) onChanged(path)
      }
    }
  }

  close(): void {
    this.#isClosed = true
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #enter(folder: string): void {
    this.#ahead.push(folder)
    if (!this.#isLooking) this.#looking = this.#lookAhead()
  }

  async #lookAhead(): Promise<void> {
    this.#isLooking = true
    let turnEndsMs = performance.now() + turnMs
    for (let folder = this.#ahead.pop(); folder !== undefined && !this.#isClosed; folder = this.#ahead.pop()) {
      this.#tried(this.#look, folder)
      if (performance.now() < turnEndsMs) continue
      await new Promise(setImmediate)
      turnEndsMs = performance.now() + turnMs
    }
    this.#isLooking = false
  }

  /** Watches a folder, and tells of all that is in it then: nothing is missed in between. */
  readonly #look = (folder: string): void => {
    if (!isEntered(folder, this.#options.root)) return
    this.#watch(folder)
    for (const entry of this.#entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (!this.#options.isIgnored(path)) this.#meet(path, entry, this.#options.onFound)
    }
  }

  #meet(path: string, entry: Dirent | Stats, onFile: (path: string) => void): void {
    if (entry.isDirectory()) {
      this.#enter(path)
      return
    }
    onFile(path)
    if (!entry.isSymbolicLink()) return
    if (isFolder(path)) this.#enter(path)
    else this.#options.onLink(path)
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, (event, name) => this.#tried(this.#see, { folder, event, name }))
      // Windows says so of a folder that was deleted.
      watcher.on('error', (error) => {
        if (lstatOf(folder) === undefined) this.#leave(folder)
        else this.#options.onError(error)
      })
      this.#watchers.get(folder)?.close()
      this.#watchers.set(folder, watcher)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOSPC' || code === 'EMFILE' || code === 'ENOSYS') this.#options.onRefused(folder)
      // What is gone meanwhile, its own folder tells of; what may not be read, listing it says.
      else if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(code ?? '')) this.#options.onError(error as Error)
    }
  }

  /** What goes wrong in it nobody else would catch. */
  #tried<T>(work: (about: T) => void, about: T): void {
    try {
      work(about)
    } catch (error) {
      this.#options.onError(asError(error))
    }
  }

  readonly #see = ({ folder, event, name }: Heard): void => {
    if (!this.#watchers.has(folder)) return
    const path = join(folder, name ?? '')
    if (name === null || name === basename(folder)) this.#seeItself(folder, event)
    if (name === null || this.#options.isIgnored(path)) return
    const stats = lstatOf(path)
    if (stats === undefined) {
      this.#leave(path)
      this.#options.onFile(path)
    } else if (!stats.isDirectory()) {
      // What was a folder may be a file now.
      if (event === 'rename') this.#leave(path)
      this.#meet(path, stats, this.#options.onFile)
    } else if (event === 'rename' || !this.#watchers.has(path)) {
      // Another folder may have taken the name of one that went.
      this.#leave(path)
      this.#enter(path)
    }
  }

  /** A folder that goes is told by its own name, as a file of that name in it would be. */
  #seeItself(folder: string, event: string): void {
    if (!isFolder(folder) || !isEntered(folder, this.#options.root)) {
      this.#leave(folder)
      if (folder === this.#options.root) this.#options.onFile(folder)
    } else if (event === 'rename' || this.#closed.has(folder)) this.#enter(folder)
    // Who may list it may be another matter now.
    else if (!this.#isListable(folder)) this.#leaveWhatIsIn(folder)
  }

  #leave(folder: string): void {
    if (!this.#watchers.has(folder)) return
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
    this.#closed.delete(folder)
    this.#leaveWhatIsIn(folder)
  }

  #leaveWhatIsIn(folder: string): void {
    for (const [path, watcher] of this.#watchers) {
      if (path === folder || !isWithin(path, folder)) continue
      watcher.close()
      this.#watchers.delete(path)
      this.#closed.delete(path)
    }
    this.#options.onGone(folder)
  }

  #isListable(folder: string): boolean {
    this.#entriesOf(folder)
    return !this.#closed.has(folder)
  }

  #entriesOf(folder: string): Dirent[] {
    try {
      const entries = readdirSync(folder, { withFileTypes: true })
      this.#closed.delete(folder)
      return entries
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return []
      if (!this.#closed.has(folder)) this.#options.onError(error as Error)
      this.#closed.add(folder)
      return []
    }
  }
}

/** The watcher drops a change that follows another of the same file within 50 ms: looked at again after that. */
const recheckMs = 80
/** How often whatever the system does not watch is looked at. */
const pollMs = 1_000

interface FileWatchOptions {
  /** As the system tells of files, by looking at folders again and again, or so because the environment asks for it. */
  readonly how: 'told' | 'polling' | 'asked'
  /** Tells of an absolute path that it is of no interest. */
  readonly isIgnored: (path: string) => boolean
  /** Is told of files that are polled, too, when they are first looked at: as `add`. */
  readonly onChange: (path: string, event: EmitArgsWithName[0]) => void
  readonly onError: (error: Error) => void
}

/**
 * Watches what a folder does not tell of: files elsewhere, what links lead to, and folders that the system refuses to
 * watch. The package is loaded when there is something of it.
 */
export class FileWatch {
  readonly #options: FileWatchOptions
  readonly #rechecks = new Set<NodeJS.Timeout>()
  #watcher: Promise<PathWatcher> | undefined
  #isClosed = false

  constructor(options: FileWatchOptions) {
    this.#options = options
  }

  /** @returns once every change from now on will be seen */
  async add(paths: readonly string[]): Promise<void> {
    if (paths.length === 0 || this.#isClosed) return
    if (this.#watcher === undefined) {
      this.#watcher = this.#open(paths)
      await this.#watcher
    } else (await this.#watcher).add([...paths])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const timeout of this.#rechecks) clearTimeout(timeout)
    await (await this.#watcher)?.close()
  }

  async #open(paths: readonly string[]): Promise<PathWatcher> {
    const { how, isIgnored, onChange, onError } = this.#options
    const { watch: watchPaths } = await import('chokidar')
    const watcher = watchPaths([...paths], {
      // What comes while a folder begins to be polled would be missed.
      ignoreInitial: how !== 'polling',
      ignored: isIgnored,
      // What was a file may lead to a folder by now.
      ...(how === 'told' && { depth: 0 }),
      ...(how === 'polling' && { usePolling: true, interval: pollMs, binaryInterval: pollMs }),
    })
    watcher.on('all', (event, path) => {
      onChange(path, event)
      this.#recheck(path)
    })
    watcher.on('error', (error) => onError(asError(error)))
    await new Promise<void>((resolve) => {
      watcher.once('ready', resolve)
    })
    return watcher
  }

  #recheck(path: string): void {
    const before = stateAt(path)
    const timeout = setTimeout(() => {
      this.#rechecks.delete(timeout)
      if (stateAt(path) !== before) this.#options.onChange(path, 'change')
    }, recheckMs)
    this.#rechecks.add(timeout)
  }
}

/** Returns what tells one state of a file from another without reading it. */
function stateAt(path: string): string {
  const stats = statOf(path)
  return stats === undefined ? 'none' : stateOf(stats)
}

/** Returns what was thrown as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
