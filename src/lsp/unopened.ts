import { join } from 'node:path'
import { type Watcher, watchFolder } from '../project/watch/watch.ts'
import type { OpenDocument } from './documents.ts'
import { MessageIds } from './message-ids.ts'
import { type OpenProject, pathInside } from './projects.ts'

interface UnopenedOptions {
  readonly documents: () => Iterable<OpenDocument>
  /** Whether the client tells of what changes in a folder. */
  readonly isSeen: (folder: string) => boolean
  /** Is told of absolute paths where the client tells of none. */
  readonly onChange: (files: readonly string[]) => void
  /** Checks a document whose id has become another's too, or its own again. */
  readonly onShared: (document: OpenDocument) => Promise<void>
  readonly onError: (error: Error) => void
}

interface Neighbours {
  readonly ids: MessageIds
  /** Absent where the client watches, and where no configuration says what the messages are. */
  readonly watcher: Promise<Watcher> | undefined
}

/** The messages beside the open ones, of each project that documents are open of. */
export class UnopenedMessages {
  readonly #options: UnopenedOptions
  readonly #of = new Map<OpenProject, Neighbours>()

  constructor(options: UnopenedOptions) {
    this.#options = options
  }

  /** Reads the ids of all messages of a project, or of those among some files, and has the open ones checked whose id is shared now, or no more. */
  async read(project: OpenProject, files?: ReadonlySet<string>): Promise<void> {
    const { ids, watcher } = this.#neighboursOf(project)
    // What changes while everything is read is to be seen too.
    await watcher
    const paths = files && [...files].flatMap((file) => pathInside(project.root, file) ?? [])
    const changed = paths === undefined ? await ids.read() : await ids.update(paths)
    if (changed.length === 0) return
    for (const document of this.#options.documents()) {
      const found = document.project === project ? document.checked?.result.diagnostics : undefined
      if (found === undefined) continue
      const id = project.workspace.fileAt(document.path)?.id?.value
      const isShared = id !== undefined && project.workspace.pathsOfIds([id]).length > 1
      if (isShared !== found.some(({ rule }) => rule === 'id-duplicate')) await this.#options.onShared(document)
    }
  }

  /** Takes a document that was closed for one of the others. */
  forget({ project, path }: OpenDocument): void {
    if (project) this.#of.get(project)?.ids.forget(path)
  }

  /** Leaves the projects that nobody uses. */
  keep(used: ReadonlySet<OpenProject>): void {
    for (const [project, neighbours] of this.#of) {
      if (used.has(project)) continue
      this.#of.delete(project)
      void stop(neighbours)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#of.values()].map(stop))
  }

  #neighboursOf(project: OpenProject): Neighbours {
    const known = this.#of.get(project)
    if (known !== undefined) return known
    const isOpen = (path: string): boolean =>
      [...this.#options.documents()].some((document) => document.project === project && document.path === path)
    const { root, configFile } = project
    const isWatched = configFile !== undefined && !this.#options.isSeen(root)
    const neighbours = { ids: new MessageIds(project, isOpen), watcher: isWatched ? this.#watch(project) : undefined }
    this.#of.set(project, neighbours)
    return neighbours
  }

  /** Watches the messages of a project, whichever its configuration names at the time. */
  #watch(project: OpenProject): Promise<Watcher> {
    const { onChange, onError } = this.#options
    const { root } = project
    return watchFolder({
      root,
      files: [],
      isIgnored: () => false,
      onChanges(changes) {
        const messages = [...changes].filter((path) => project.isListed(path))
        if (messages.length > 0) onChange(messages.map((path) => join(root, path)))
        return Promise.resolve()
      },
      onError,
    })
  }
}

async function stop({ ids, watcher }: Neighbours): Promise<void> {
  ids.stop()
  await (await watcher)?.stop()
}
