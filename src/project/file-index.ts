import { besideMessage } from './beside-message.ts'
import type { CompiledFile } from './workspace.ts'

/** The message files of a project by path, by id and by what they depend on, so that a change costs what it touches. */
export class FileIndex {
  readonly #files = new Map<string, CompiledFile>()
  readonly #pathsOfId: PathsByKey = new Map()
  /** Made when it is asked for: a run that ends with its report never asks. */
  #pathsOfDependency: PathsByKey | undefined
  /** Every path in order; made when it is asked for. */
  #paths: readonly string[] | undefined

  set(file: CompiledFile): void {
    const { path, id } = file
    if (this.#files.has(path)) this.#unlink(path)
    else this.#paths = undefined
    this.#files.set(path, file)
    if (id !== undefined) add(this.#pathsOfId, id.value, path)
    if (this.#pathsOfDependency) linkDependencies(file, this.#pathsOfDependency)
  }

  delete(path: string): void {
    this.#unlink(path)
    if (this.#files.delete(path)) this.#paths = undefined
  }

  get(path: string): CompiledFile | undefined {
    return this.#files.get(path)
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** Every file, sorted by path. */
  sorted(): readonly CompiledFile[] {
    this.#paths ??= [...this.#files.keys()].toSorted((a, b) => (a < b ? -1 : 1))
    const files: CompiledFile[] = []
    for (const path of this.#paths) {
      const file = this.#files.get(path)
      if (file !== undefined) files.push(file)
    }
    return files
  }

  /** The first other file that has the id of a file. */
  otherWithIdOf({ id, path }: CompiledFile): string | undefined {
    const paths = id && this.#pathsOfId.get(id.value)
    if (paths === undefined || typeof paths === 'string' || paths.size < 2) return undefined
    return [...paths].toSorted().find((known) => known !== path)
  }

  /** The files that refer to an image or a recipients file, whose path may be spelled composed or decomposed. */
  dependentsOf(path: string): string[] {
    if (this.#pathsOfDependency === undefined) {
      this.#pathsOfDependency = new Map()
      for (const file of this.#files.values()) linkDependencies(file, this.#pathsOfDependency)
    }
    const paths = this.#pathsOfDependency.get(path.normalize('NFC')) ?? []
    return typeof paths === 'string' ? [paths] : [...paths]
  }

  #unlink(path: string): void {
    const file = this.#files.get(path)
    if (file === undefined) return
    if (file.id !== undefined) remove(this.#pathsOfId, file.id.value, path)
    const dependencies = this.#pathsOfDependency
    if (dependencies === undefined) return
    for (const dependency of dependenciesOf(file)) remove(dependencies, dependency.normalize('NFC'), path)
  }
}

/** The files that a message depends on, relative to the root. */
export function dependenciesOf({ path, images, recipients }: CompiledFile): readonly string[] {
  return recipients === undefined ? images : [...images, besideMessage(path, recipients.value)]
}

/** Paths by what they have in common; most have it alone, and need no set. */
type PathsByKey = Map<string, string | Set<string>>

function linkDependencies(file: CompiledFile, paths: PathsByKey): void {
  for (const dependency of dependenciesOf(file)) add(paths, dependency.normalize('NFC'), file.path)
}

function add(paths: PathsByKey, key: string, path: string): void {
  const known = paths.get(key)
  if (known === undefined) paths.set(key, path)
  else if (typeof known === 'string') paths.set(key, new Set([known, path]))
  else known.add(path)
}

function remove(paths: PathsByKey, key: string, path: string): void {
  const known = paths.get(key)
  if (typeof known === 'object') known.delete(path)
  if (known === path || (typeof known === 'object' && known.size === 0)) paths.delete(key)
}
