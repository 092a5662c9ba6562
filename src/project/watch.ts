import { join, relative } from 'node:path'
import { isEntered, toPosix } from './files/discover.ts'
import { isFolder, lstatOf } from './files/paths.ts'

/** Paths relative to the root that changed, appeared or went. */
export type Changes = ReadonlySet<string>

/** Changes are told once everything has rested for this long. */
const restMs = 10
/** chokidar tells of a file once in 50 ms at most: what it told of is looked at once more. */
const againMs = 60
/** Constant changes are told at least this often. */
const maxWaitMs = 1_000

export interface Watcher {
  /** The first work, which changes wait for. */
  readonly started: Promise<void>
  /** Watches files outside the root too. */
  add(files: readonly string[]): void
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
  /** Done once everything is watched: what changes meanwhile comes behind it. */
  readonly first?: () => Promise<void>
  readonly onChanges: (changes: Changes) => Promise<void>
  readonly onError: (error: unknown) => void
}

/**
 * Watches a folder and everything below it but what is ignored. `onChanges` is never called while a call of it is
 * still running: what changes meanwhile comes with the next. Where `CHOKIDAR_USEPOLLING` is set, chokidar looks at
 * everything again and again, for file systems that tell of no changes.
 *
 * @returns once every change from now on will be seen
 */
export async function watchFolder({
  root,
  files,
  isIgnored,
  first = async () => {},
  onChanges,
  onError,
}: WatchOptions): Promise<Watcher> {
  const always = new Set(files)
  const isLeftOut = (path: string): boolean => {
    if (always.has(path)) return false
    // The root itself may lie within such a folder.
    if (/(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/.test(path.slice(root.length))) return true
    const isLinkedFolder = lstatOf(path)?.isSymbolicLink() === true && isFolder(path)
    return (isLinkedFolder && !isEntered(path, root)) || isIgnored(path)
  }
  let changes = new Set<string>()
  let sinceMs = 0
  let timer: NodeJS.Timeout | undefined
  const looks = new Set<NodeJS.Timeout>()
  let running: Promise<void> | undefined
  let isStopped = false

  const schedule = (): void => {
    clearTimeout(timer)
    if (running !== undefined || isStopped || changes.size === 0) return
    timer = setTimeout(run, Math.max(0, Math.min(restMs, sinceMs + maxWaitMs - performance.now())))
  }
  const note = (path: string): void => {
    if (changes.size === 0) sinceMs = performance.now()
    changes.add(path)
    schedule()
  }
  const run = (): void => {
    const taken = changes
    changes = new Set()
    const seen = [...taken].map((path) => ({ path, state: stateOf(join(root, path)) }))
    const look = setTimeout(() => {
      looks.delete(look)
      for (const { path, state } of seen) if (stateOf(join(root, path)) !== state) note(path)
    }, againMs)
    looks.add(look)
    wait(onChanges(taken).catch(onError))
  }
  const wait = (work: Promise<void>): void => {
    running = work.finally(() => {
      running = undefined
      schedule()
    })
  }
  const { watch } = await import('chokidar')
  const watcher = watch([root, ...files], { ignoreInitial: true, ignored: isLeftOut })
  watcher.on('all', (event, path) => {
    // The files of a new folder have events of their own.
    if (event !== 'addDir') note(toPosix(relative(root, path)))
  })
  watcher.on('error', onError)
  await new Promise<void>((resolve) => {
    watcher.once('ready', resolve)
  })
  const started = first()
  wait(started.catch(() => {}))
  const stop = async (): Promise<void> => {
    isStopped = true
    clearTimeout(timer)
    for (const look of looks) clearTimeout(look)
    await watcher.close()
  }
  return {
    started,
    add(more) {
      for (const file of more) always.add(file)
      watcher.add([...more])
    },
    stop,
    async close() {
      await stop()
      await running
    },
  }
}

/** Returns a text that changes with the content of a file. */
function stateOf(path: string): string {
  const stats = lstatOf(path)
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}
