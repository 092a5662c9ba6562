import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { watch as watchFiles } from 'chokidar'
import { toPosix } from './discover.ts'

/** Paths relative to the root that changed, appeared or went, and settled since. */
export type Changes = ReadonlySet<string>

/** How long files must be at rest: editors write a file in several steps, a branch switch thousands of files. */
const settleMs = 10
/** The watcher drops a change that follows another of the same file within 50 ms: looked at again after that. */
const recheckMs = 80

export interface Watcher {
  /** Stops watching. */
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
  /** Absolute paths outside the root that are watched too. */
  readonly others: readonly string[]
  /** Absolute paths whose content is of no interest. */
  readonly ignored: readonly string[]
  readonly onChanges: (changes: Changes) => Promise<void>
  readonly onError: (error: Error) => void
}): Promise<Watcher> {
  const { root, others, ignored, onChanges, onError } = options
  let pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const rechecks = new Set<NodeJS.Timeout>()

  const schedule = (): void => {
    clearTimeout(timer)
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

  const watcher = watchFiles([root, ...others], {
    ignoreInitial: true,
    ignored: (path) => /[\\/](?:node_modules|\.git)(?:[\\/]|$)/.test(path) || ignored.includes(path),
  })
  watcher.on('all', (_event, path) => {
    pending.add(toPosix(relative(root, path)))
    schedule()
  })
  watcher.on('error', (error) => onError(error instanceof Error ? error : new Error(String(error))))
  await new Promise<void>((resolve) => {
    watcher.once('ready', resolve)
  })
  return {
    async close() {
      clearTimeout(timer)
      for (const timeout of rechecks) clearTimeout(timeout)
      await watcher.close()
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
