import { type Dirent, type FSWatcher, lstatSync, readdirSync, realpathSync, type Stats, statSync, watch } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

export interface FolderTreeOptions {
  /** Absolute path of the outermost folder. */
  readonly root: string
  /** Tells of an absolute path that it is of no interest. */
  readonly isIgnored: (path: string) => boolean
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

/**
 * Watches a folder and everything below it: the system tells at once which name in which folder changed, and only that
 * is looked at. (chokidar lists a folder again, and looks at each of its files, whenever one of them changes.)
 */
export class FolderTree {
  readonly #options: FolderTreeOptions
  readonly #watchers = new Map<string, FSWatcher>()

  constructor(options: FolderTreeOptions) {
    this.#options = options
    this.#enter(options.root)
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
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  /** Watches a folder, and tells of all that is in it then: nothing is missed in between. */
  #enter(folder: string): void {
    this.#watch(folder)
    for (const entry of this.#entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (!this.#options.isIgnored(path)) this.#meet(path, entry)
    }
  }

  #meet(path: string, entry: Dirent | Stats): void {
    const { onFile, onLink } = this.#options
    if (entry.isDirectory()) {
      this.#enter(path)
      return
    }
    onFile(path)
    if (!entry.isSymbolicLink()) return
    if (!isFolder(path)) onLink(path)
    else if (!leadsUp(path)) this.#enter(path)
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, (event, name) => this.#see(folder, event, name))
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
      else if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes(code ?? '')) this.#options.onError(error as Error)
    }
  }

  #see(folder: string, event: string, name: string | null): void {
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
      this.#meet(path, stats)
    } else if (event === 'rename' || !this.#watchers.has(path)) {
      // Another folder may have taken the name of one that went.
      this.#leave(path)
      this.#enter(path)
    }
  }

  /** A folder that goes is told by its own name, as a file of that name in it would be. */
  #seeItself(folder: string, event: string): void {
    if (lstatOf(folder) === undefined) {
      this.#leave(folder)
      if (folder === this.#options.root) this.#options.onFile(folder)
    } else if (event === 'rename') this.#enter(folder)
  }

  #leave(folder: string): void {
    if (!this.#watchers.has(folder)) return
    for (const [path, watcher] of this.#watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue
      watcher.close()
      this.#watchers.delete(path)
    }
    this.#options.onGone(folder)
  }

  #entriesOf(folder: string): Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR') this.#options.onError(error as Error)
      return []
    }
  }
}

function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // It may not be looked at: whoever reads it says so.
    return undefined
  }
}

/** Whether a link leads to a folder. */
function isFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory()
  } catch {
    return false
  }
}

/** Whether a link leads to a folder that it stands in itself: following it would never end. */
function leadsUp(link: string): boolean {
  return (realpathSync.native(dirname(link)) + sep).startsWith(realpathSync.native(link) + sep)
}
