import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isEntered, toPosix } from '../files/discover.ts'
import { isFolder, lstatOf } from '../files/paths.ts'
import { asError, FileWatch, FolderTree } from './watchers.ts'
import { Settling } from './settling.ts'

/** Paths relative to the root that changed, appeared or went, and settled since. */
export type Changes = ReadonlySet<string>

/** Of so many events at once the system may have dropped some: by default it keeps 16,384 that nobody has read. */
const sweepEvents = 2_000
/** The clock of a file system may be behind. */
const clockMarginMs = 1_000

export interface Watcher {
  /** Watches files outside the root too. */
  add(files: readonly string[]): void
  /** Tells of paths relative to the root as if they had just changed. */
  touch(paths: readonly string[]): void
  /** Stops watching; what `onChanges` is at goes on. */
  stop(): Promise<void>
  /** Stops watching and waits for `onChanges` to end: it must not be called from there. */
  close(): Promise<void>
}

export interface WatchOptions {
  readonly root: string
  /** Absolute paths of files that are watched wherever they are. */
  readonly files: readonly string[]
  /** Tells of an absolute path below the root that it is of no interest. */
  readonly isIgnored: (path: string) => boolean
  readonly onChanges: (changes: Changes) => Promise<void>
  readonly onError: (error: Error) => void
}

/**
 * Watches a folder and everything below it but what is ignored. `onChanges` is never called while a call of it is
 * still running: what changes meanwhile comes with the next. Where `CHOKIDAR_USEPOLLING` is set, as people do whose
 * file system tells of no changes, everything is looked at again and again.
 *
 * @returns once every change from now on will be seen
 */
export async function watchFolder(options: WatchOptions): Promise<Watcher> {
  const watch = new FolderWatch(options)
  await watch.open()
  return watch
}

class FolderWatch implements Watcher {
  readonly #options: WatchOptions
  readonly #always: Set<string>
  readonly #settling: Settling
  /** Files that were there when they were last told of, relative to the root. */
  readonly #known = new Set<string>()
  readonly #told: FileWatch
  readonly #polled: FileWatch
  #tree: FolderTree | undefined
  #timer: NodeJS.Timeout | undefined
  /** When the timer ends. */
  #dueMs = Infinity
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(options: WatchOptions) {
    this.#options = options
    this.#always = new Set(options.files)
    const { root, onError } = options
    this.#settling = new Settling(
      (path) => this.#known.has(path),
      (path) => join(root, path),
    )
    const about = { onError, isIgnored: this.#isIgnoredOrLeadsOut }
    const how = isPollingAsked(process.env['CHOKIDAR_USEPOLLING']) ? 'asked' : 'told'
    this.#told = new FileWatch({ ...about, how, onChange: this.#see })
    this.#polled = new FileWatch({
      ...about,
      how: 'polling',
      onChange: (path, event) => {
        if (event !== 'addDir' && (event !== 'add' || !this.#known.has(this.#relative(path)))) this.#see(path)
      },
    })
  }

  async open(): Promise<void> {
    const { root, files, onError } = this.#options
    if (isPollingAsked(process.env['CHOKIDAR_USEPOLLING'])) {
      await this.#told.add([root, ...files])
      return
    }
    const links: string[] = []
    const refused: string[] = []
    let isOpen = false
    this.#tree = new FolderTree({
      root,
      isIgnored: this.#isIgnored,
      onFound: (path) => {
        if (isOpen) this.#see(path)
        else this.#known.add(this.#relative(path))
      },
      onFile: this.#see,
      onGone: (folder) => this.#seeGone(folder),
      onLink: (path) => void (isOpen ? this.#follow(this.#told, [path]) : links.push(path)),
      onRefused: (folder) => void (isOpen ? this.#follow(this.#polled, [folder]) : refused.push(folder)),
      onError,
    })
    await this.#tree.settled()
    isOpen = true
    await Promise.all([this.#told.add([...links, ...this.#elsewhere(files)]), this.#polled.add(refused)])
  }

  add(files: readonly string[]): void {
    for (const file of files) this.#always.add(file)
    this.#follow(this.#told, this.#elsewhere(files))
  }

  #follow(watch: FileWatch, paths: readonly string[]): void {
    watch.add(paths).catch((error: unknown) => this.#options.onError(asError(error)))
  }

  touch(paths: readonly string[]): void {
    for (const path of paths) this.#settling.add(path, performance.now())
    this.#schedule()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#tree?.close()
    await Promise.all([this.#told.close(), this.#polled.close()])
  }

  async close(): Promise<void> {
    await this.stop()
    await this.#running
  }

  /** Those of some files that no folder tells of. */
  #elsewhere(files: readonly string[]): string[] {
    return files.filter((file) => this.#tree?.covers(dirname(file)) !== true)
  }

  readonly #isIgnored = (path: string): boolean => {
    if (this.#always.has(path)) return false
    // The root itself may lie within such a folder.
    if (/(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/.test(path.slice(this.#options.root.length))) return true
    return this.#options.isIgnored(path)
  }

  /** The same for what follows every link: one to a folder may lead to the whole machine. */
  readonly #isIgnoredOrLeadsOut = (path: string): boolean => {
    const isLink = lstatOf(path)?.isSymbolicLink() === true
    return (isLink && isFolder(path) && !isEntered(path, this.#options.root)) || this.#isIgnored(path)
  }

  readonly #see = (path: string): void => {
    this.#settling.add(this.#relative(path), performance.now())
    this.#schedule()
  }

  #seeGone(folder: string): void {
    const start = `${this.#relative(folder)}/`
    const gone = start === '/' ? this.#known : [...this.#known].filter((path) => path.startsWith(start))
    this.touch([...gone])
  }

  #relative(path: string): string {
    const { root } = this.#options
    const start = root.endsWith(sep) ? root : root + sep
    return toPosix(path.startsWith(start) ? path.slice(start.length) : relative(root, path))
  }

  #schedule(): void {
    if (this.#running !== undefined || this.#isStopped) return
    const nowMs = performance.now()
    const waitMs = this.#settling.waitMs(nowMs)
    if (waitMs === undefined || nowMs + waitMs >= this.#dueMs) return
    clearTimeout(this.#timer)
    this.#dueMs = nowMs + waitMs
    this.#timer = setTimeout(() => {
      this.#dueMs = Infinity
      try {
        this.#run()
      } catch (error) {
        this.#options.onError(asError(error))
      }
    }, waitMs)
  }

  #run(): void {
    const { root, onChanges, onError } = this.#options
    const changes = this.#take()
    if (changes.size === 0) {
      this.#schedule()
      return
    }
    for (const path of changes) {
      if (existsSync(join(root, path))) this.#known.add(path)
      else this.#known.delete(path)
    }
    this.#running = onChanges(changes)
      .catch((error: unknown) => onError(asError(error)))
      .finally(() => {
        this.#running = undefined
        this.#schedule()
      })
  }

  #take(): Changes {
    const { events, sinceMs } = this.#settling
    const changes = this.#settling.take(performance.now())
    if (changes.size === 0 || events < sweepEvents) return changes
    // What is found now comes with what was told.
    const found = new Set(changes)
    const { root } = this.#options
    for (const path of this.#known) if (!existsSync(join(root, path))) found.add(path)
    const beganMs = Date.now() - (performance.now() - sinceMs)
    this.#tree?.sweep(beganMs - clockMarginMs, (path) => found.add(this.#relative(path)))
    return found
  }
}

/** As chokidar reads it. */
function isPollingAsked(value: string | undefined): boolean {
  return value !== undefined && !['false', '0', ''].includes(value.toLowerCase())
}
