import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { watch as watchFiles } from 'chokidar'
import { toPosix } from './discover.ts'

/** Paths relative to the root that changed, appeared or went, and settled since. */
export type Changes = ReadonlySet<string>

/** How long files must be at rest: editors write a file in several steps, a branch switch thousands of files. */
const defaultSettleMs = 40
/** The watcher drops a change that follows another of the same file within 50 ms: looked at again after that. */
const recheckMs = 80

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

/**
 * Watches a folder and everything below it but what is ignored. `onChanges` is never called while a call of it is
 * still running: what changes meanwhile comes with the next.
 *
 * @returns once every change from now on will be seen
 */
export async function watchFolder(options: {
  readonly root: string
  /** Absolute paths of files that are watched wherever they are. */
  readonly files: readonly string[]
  /** Tells of an absolute path below the root that it is of no interest. */
  readonly isIgnored: (path: string) => boolean
  /** How long files must be at rest before a change is told, for whoever can bear half a file; 40 when absent. */
  readonly settleMs?: number
  readonly onChanges: (changes: Changes) => Promise<void>
  readonly onError: (error: Error) => void
}): Promise<Watcher> {
  const { root, files, isIgnored, settleMs = defaultSettleMs, onChanges, onError } = options
  const always = new Set(files)
  let pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  const rechecks = new Set<NodeJS.Timeout>()

  const schedule = (): void => {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(run, settleMs)
  }
  const recheck = (seen: ReadonlyMap<string, string>): void => {
    const timeout = setTimeout(() => {
      rechecks.delete(timeout)
      for (const [path, before] of seen) if (stateOf(join(root, path)) !== before) pending.add(path)
      if (pending.size > 0) schedule()
    }, recheckMs)
    rechecks.add(timeout)
  }
  const run = (): void => {
    if (running !== undefined || pending.size === 0) return
    const changes = pending
    pending = new Set()
    recheck(new Map([...changes].map((path) => [path, stateOf(join(root, path))])))
    running = onChanges(changes)
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        running = undefined
        if (pending.size > 0) schedule()
      })
  }

  const watcher = watchFiles([root, ...files], {
    ignoreInitial: true,
    // The root itself may lie within such a folder.
    ignored: (path) =>
      !always.has(path) &&
      (/(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/.test(relative(root, path)) || isIgnored(path)),
  })
  watcher.on('all', (_event, path) => {
    pending.add(toPosix(relative(root, path)))
    schedule()
  })
  watcher.on('error', (error) => onError(error instanceof Error ? error : new Error(String(error))))
  await new Promise<void>((resolve) => {
    watcher.once('ready', resolve)
  })
  const stop = async (): Promise<void> => {
    isStopped = true
    clearTimeout(timer)
    for (const timeout of rechecks) clearTimeout(timeout)
    await watcher.close()
  }
  return {
    add(more) {
      for (const file of more) always.add(file)
      watcher.add([...more])
    },
    touch(paths) {
      for (const path of paths) pending.add(path)
      if (pending.size > 0) schedule()
    },
    stop,
    async close() {
      await stop()
      await running
    },
  }
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
