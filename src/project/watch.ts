import { relative } from 'node:path'
import { watch as watchFiles } from 'chokidar'
import { toPosix } from './discover.ts'

/** Paths relative to the root that changed, appeared or went, and settled since. */
export type Changes = ReadonlySet<string>

/** How long files must be at rest: editors write a file in several steps, a branch switch thousands of files. */
const settleMs = 40

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
  /** Absolute paths whose content is of no interest. */
  readonly ignored: readonly string[]
  readonly onChanges: (changes: Changes) => Promise<void>
  readonly onError: (error: Error) => void
}): Promise<Watcher> {
  const { root, ignored, onChanges, onError } = options
  let pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(run, settleMs)
  }
  const run = (): void => {
    if (running !== undefined || pending.size === 0) return
    const changes = pending
    pending = new Set()
    running = onChanges(changes)
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        running = undefined
        if (pending.size > 0) schedule()
      })
  }

  const watcher = watchFiles(root, {
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
      await watcher.close()
      await running
    },
  }
}
