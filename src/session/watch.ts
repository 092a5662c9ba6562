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

/**
 * Does the work once, then again for what changes and what depends on it.
 *
 * @param choice decides which configuration holds
 * @throws UsageError when the first session cannot be opened; later a configuration that breaks is only reported
 */
export async function watchMessages<S extends MessageSession>(
  work: WatchedWork<S>,
  choice: ProjectChoice,
  { cwd, onWatch }: Pick<Host, 'cwd'> & { readonly onWatch: (event: WatchEvent) => void },
): Promise<{ readonly started: Promise<void>; readonly close: () => Promise<void> }> {
  let session = await work.open('first')
  let configFiles = configFilesOf(session)
  let watcher: Watcher | undefined
  /** The last complaint about a broken configuration, which is tried again at every change. */
  let complaint: string | undefined
  let isClosed = false

  /** Returns whether a file decides on the configuration, or would from now on. */
  const isConfig = (file: string): boolean => {
    if (configFiles.has(file)) return true
    if (choice.config !== undefined || !configNames.includes(basename(file))) return false
    const above = relative(dirname(file), cwd)
    return !above.startsWith('..') && !isAbsolute(above)
  }

  const watch = async (first?: () => Promise<void>): Promise<void> => {
    watcher = await watchFolder({
      root: session.project.root,
      files: [...configFiles],
      isIgnored: (path) => work.isOutput(session, path) && !configFiles.has(path),
      ...(first && { first }),
      onChanges: update,
      onError: (error) => onWatch({ type: 'failed', error, what: 'watching' }),
    })
    if (isClosed) await watcher.stop()
    await watcher.started
  }

  const update = async (changes: Changes): Promise<void> => {
    const { root } = session.project
    const isReopened = complaint !== undefined || [...changes].some((path) => isConfig(resolve(root, path)))
    if (isReopened && (await reopen(changes))) return
    const { selection, workspace } = session
    const isMessage = matcher(selection)
    const dependents = workspace.dependentsOf(changes)
    const affected = new Set([...[...changes].filter(isMessage), ...dependents])
    if (dependents.length > 0) workspace.forgetImages()
    for (const path of affected) {
      // A broken link counts, so that it is reported; a folder does not.
      if (lstatOf(join(root, path))?.isDirectory() === false) workspace.update(path)
      else workspace.remove(path)
    }
    if (affected.size === 0) return
    // A folder that the work itself writes to changes too.
    const causes = [...changes].filter((path) => isMessage(path) || workspace.dependentsOf(new Set([path])).length > 0)
    onWatch({ type: 'changed', changes: new Set(causes.length > 0 ? causes : changes) })
    await work.update(session, affected)
  }

  /** Returns whether the configuration could be taken over. */
  const reopen = async (changes: Changes): Promise<boolean> => {
    const before = session
    try {
      session = await work.open('again')
      onWatch({ type: 'changed', changes })
      await work.start(session)
      complaint = undefined
    } catch (error) {
      session = before
      if (String(error) !== complaint) onWatch({ type: 'failed', error, what: 'configuration' })
      complaint = String(error)
    }
    const watched = configFiles
    configFiles = configFilesOf(session)
    if (session.project.root === before.project.root) {
      watcher?.add([...configFiles].filter((file) => !watched.has(file)))
    } else {
      await watcher?.stop()
      if (!isClosed) await watch()
    }
    return complaint === undefined
  }

  const start = async (): Promise<void> => {
    try {
      await watch(() => {
        onWatch({ type: 'started' })
        return work.start(session)
      })
    } catch (error) {
      await watcher?.stop()
      throw error
    }
  }

  return {
    started: start(),
    close: async () => {
      isClosed = true
      await watcher?.close()
    },
  }
}

function configFilesOf({ project: { configFile } }: MessageSession): ReadonlySet<string> {
  return new Set(configFile === undefined ? [] : [configFile, ...importedFiles(configFile)])
}
