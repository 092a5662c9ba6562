import { join } from 'node:path'
import { readFrontmatter } from '../message/frontmatter.ts'
import { idPattern } from '../message/message.ts'
import { parse } from '../language/parse.ts'
import { discover } from '../project/files/discover.ts'
import { readSource } from '../project/files/read-file.ts'
import { stateOf, statOf } from '../project/files/paths.ts'
import { type OpenProject, selectionIn } from './projects.ts'

/** How long messages are read before whatever else waits has its turn. */
const turnMs = 4

/**
 * The ids of the messages of a project that are not open, so that a second message of one id is known as one. They are
 * read a few at a time while nothing else is to be done, and nothing of a message is but its frontmatter.
 */
export class MessageIds {
  readonly #project: OpenProject
  readonly #isOpen: (path: string) => boolean
  /** What each file was when it was read. */
  readonly #states = new Map<string, string>()
  #workspace: OpenProject['workspace'] | undefined
  #reading: Promise<readonly string[]> | undefined
  #isStopped = false

  /** @param isOpen tells of a path that its text is known from elsewhere */
  constructor(project: OpenProject, isOpen: (path: string) => boolean) {
    this.#project = project
    this.#isOpen = isOpen
  }

  /**
   * Reads the messages that came or changed since.
   *
   * @returns the paths whose id is another than before
   */
  async read(): Promise<readonly string[]> {
    const before = this.#reading
    const reading = (async () => {
      await before
      return this.#readAll()
    })()
    this.#reading = reading
    return reading
  }

  /**
   * Reads some messages that came, changed or went, without looking for others.
   *
   * @param paths relative to the root
   * @returns those whose id may be another than before
   */
  async update(paths: readonly string[]): Promise<readonly string[]> {
    if (this.#workspace !== this.#project.workspace) return this.read()
    await this.#reading
    return paths.filter((path) => {
      if (this.#isOpen(path) || !this.#project.isListed(path)) return false
      if (statOf(join(this.#project.root, path))?.isFile() === true) return this.#readOne(path)
      this.#project.workspace.remove(path)
      return this.#states.delete(path)
    })
  }

  stop(): void {
    this.#isStopped = true
  }

  async #readAll(): Promise<readonly string[]> {
    const { config, workspace } = this.#project
    if (config.messages.length === 0) return []
    if (workspace !== this.#workspace) {
      this.#workspace = workspace
      this.#states.clear()
    }
    await nextTurn()
    // A pattern that matches nothing yet is no mistake of a message.
    const paths = await discover(selectionIn(this.#project.project)).catch(() => [])
    const there = new Set(paths)
    const changed: string[] = []
    for (const path of this.#states.keys()) {
      if (there.has(path)) continue
      this.#states.delete(path)
      if (this.#isOpen(path)) continue
      workspace.remove(path)
      changed.push(path)
    }
    let endMs = performance.now() + turnMs
    for (const path of paths) {
      if (performance.now() > endMs) {
        await nextTurn()
        endMs = performance.now() + turnMs
      }
      if (this.#isStopped || workspace !== this.#workspace) return changed
      if (this.#readOne(path)) changed.push(path)
    }
    return changed
  }

  /** Reads a message that is open no more. */
  forget(path: string): void {
    this.#states.delete(path)
    if (this.#workspace !== undefined) this.#readOne(path)
  }

  /** @returns whether anything was read */
  #readOne(path: string): boolean {
    const { root, workspace } = this.#project
    const stats = statOf(join(root, path))
    const state = stats === undefined ? '' : stateOf(stats)
    if (this.#isOpen(path) || this.#states.get(path) === state) return false
    this.#states.set(path, state)
    const read = readSource(root, path)
    const { settings } = read.type === 'source' ? readFrontmatter(parse(read.source), workspace.contextOf(path)) : {}
    workspace.know(path, settings && idPattern.test(settings.id.value) ? settings.id : undefined)
    return true
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
