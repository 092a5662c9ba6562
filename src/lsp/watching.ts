import { basename, dirname, join } from 'node:path'
import { configNames } from '../project/config/config.ts'
import { dependenciesOf } from '../project/file-index.ts'
import { isWithin, statOf } from '../project/files/paths.ts'
import type { FSWatcher } from 'chokidar'
import { watchPaths } from '../project/watch.ts'
import type { OpenDocument } from './documents.ts'
import { pathInside } from './projects.ts'

/** Watches the files that open documents depend on, for clients that do not. */
export class DependencyWatch {
  readonly #watched = new Set<string>()
  readonly #onChange: (file: string) => void
  readonly #onError: (error: Error) => void
  #watcher: Promise<FSWatcher> | undefined

  /**
   * @param onChange is told of absolute paths
   * @param onError is told where the system watches nothing more
   */
  constructor(onChange: (file: string) => void, onError: (error: Error) => void) {
    this.#onChange = onChange
    this.#onError = onError
  }

  /** @param files absolute paths, which need not exist */
  async add(files: Iterable<string>): Promise<void> {
    const more = [...files].filter((file) => !this.#watched.has(file))
    if (more.length === 0) return
    for (const file of more) this.#watched.add(file)
    // What was a file may be a folder by now.
    const options = { isIgnored: () => false, onError: this.#onError, depth: 0 }
    this.#watcher ??= watchPaths([], options, this.#onChange)
    ;(await this.#watcher).add(more)
  }

  async close(): Promise<void> {
    await (await this.#watcher)?.close()
  }
}

/** Whether a file decides on a project by its name. */
export function isConfigFile(file: string): boolean {
  return configNames.includes(basename(file))
}

/**
 * The files that what is found in a document depends on: absolute paths. Of a text that is being typed only those that
 * are there: each beginning of a path would be watched for ever.
 */
export function filesAround({ project, path, file, uri, isSaved }: OpenDocument): readonly string[] {
  if (project === undefined || uri.startsWith('untitled:')) return []
  const compiled = project.workspace.fileAt(path)
  const dependencies = compiled === undefined ? [] : dependenciesOf(compiled).map((one) => join(project.root, one))
  const outermost = project.configFile === undefined ? project.root : dirname(project.configFile)
  const named = isSaved ? dependencies : dependencies.filter((one) => statOf(one) !== undefined)
  return [...named, ...project.configFiles, ...configCandidates(file, outermost)]
}

/** Where a configuration may appear that would hold for a file, up to the outermost folder that is looked at. */
function configCandidates(file: string, outermost: string): readonly string[] {
  const folders: string[] = []
  for (let folder = dirname(file); isWithin(folder, outermost); folder = dirname(folder)) {
    folders.push(folder)
    if (folder === dirname(folder)) break
  }
  return folders.flatMap((folder) => configNames.map((name) => join(folder, name)))
}

/** Whether a document refers to a file, or to one in a folder, that changed. */
export function dependsOn({ project, path }: OpenDocument, changed: ReadonlySet<string>): boolean {
  const compiled = project?.workspace.fileAt(path)
  if (compiled === undefined || project === undefined) return false
  const paths = [...changed].flatMap((file) => pathInside(project.root, file)?.normalize('NFC') ?? [])
  return dependenciesOf(compiled).some((dependency) => {
    const inside = dependency.normalize('NFC')
    return paths.some((one) => one === inside || inside.startsWith(`${one}/`))
  })
}
