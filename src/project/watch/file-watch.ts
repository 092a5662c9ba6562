import type { EmitArgsWithName, FSWatcher } from 'chokidar'
import { statSync } from 'node:fs'

/** The watcher drops a change that follows another of the same file within 50 ms: looked at again after that. */
const recheckMs = 80
/** How often whatever the system does not watch is looked at. */
const pollMs = 1_000

/**
 * Watches what a folder does not tell of: files elsewhere, what links lead to, and folders that the system refuses to
 * watch. The package is loaded when there is something of it.
 */
export class FileWatch {
  readonly #options: FileWatchOptions
  readonly #rechecks = new Set<NodeJS.Timeout>()
  #watcher: Promise<FSWatcher> | undefined
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

  async #open(paths: readonly string[]): Promise<FSWatcher> {
    const { how, isIgnored, onChange, onError } = this.#options
    const { watch } = await import('chokidar')
    const watcher = watch([...paths], {
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
    watcher.on('error', (error) => onError(error instanceof Error ? error : new Error(String(error))))
    await new Promise<void>((resolve) => {
      watcher.once('ready', resolve)
    })
    return watcher
  }

  #recheck(path: string): void {
    const before = stateOf(path)
    const timeout = setTimeout(() => {
      this.#rechecks.delete(timeout)
      if (stateOf(path) !== before) this.#options.onChange(path, 'change')
    }, recheckMs)
    this.#rechecks.add(timeout)
  }
}

export interface FileWatchOptions {
  /** As the system tells of files, by looking at folders again and again, or so because the environment asks for it. */
  readonly how: 'told' | 'polling' | 'asked'
  /** Tells of an absolute path that it is of no interest. */
  readonly isIgnored: (path: string) => boolean
  /** Is told of files that are polled, too, when they are first looked at: as `add`. */
  readonly onChange: (path: string, event: EmitArgsWithName[0]) => void
  readonly onError: (error: Error) => void
}

/** What tells one state of a file from another without reading it. */
function stateOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path)
    return [ino, size, mtimeMs, ctimeMs].join(' ')
  } catch {
    return 'none'
  }
}
