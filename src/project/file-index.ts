import { besideMessage } from './files/discover.ts'
import { type ImageUses, imageUsesOf } from './images/images.ts'
import type { CompiledFile } from './workspace.ts'

/** The message files of a project by path, by id and by what they depend on, so that a change costs what it touches. */
export class FileIndex {
  readonly #files = new Map<string, CompiledFile>()
  readonly #pathsOfId: PathsByKey = new Map()
  /** Made when it is asked for: a run that ends with its report never asks. */
  #pathsOfDependency: PathsByKey | undefined
  readonly #sharedIds = new Set<string>()
  /** Made when it is asked for: the diagnostics of a cached file are unpacked for it. */
  #notable: Set<string> | undefined
  /** Every path in order; made when it is asked for. */
  #paths: readonly string[] | undefined
  /** Made when it is asked for. */
  #imageUses: ImageUses | undefined

  set(file: CompiledFile): void {
    const { path, id } = file
    const before = this.#files.get(path)
    if (before === undefined) this.#paths = undefined
    else this.#unlink(path)
    if (before === undefined || before.images.join('\n') !== file.images.join('\n')) this.#imageUses = undefined
    this.#files.set(path, file)
    if (this.#notable !== undefined && isNotable(file)) this.#notable.add(path)
    if (id !== undefined) {
      if (this.#pathsOfId.has(id.value)) this.#sharedIds.add(id.value)
      add(this.#pathsOfId, id.value, path)
    }
    if (this.#pathsOfDependency) linkDependencies(file, this.#pathsOfDependency)
  }

  delete(path: string): void {
    this.#unlink(path)
    if (!this.#files.delete(path)) return
    this.#paths = undefined
    this.#imageUses = undefined
  }

  get size(): number {
    return this.#files.size
  }

  get(path: string): CompiledFile | undefined {
    return this.#files.get(path)
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** Every file, sorted by path. */
  sorted(): readonly CompiledFile[] {
    this.#paths ??= [...this.#files.keys()].toSorted()
    const files: CompiledFile[] = []
    for (const path of this.#paths) {
      const file = this.#files.get(path)
      if (file !== undefined) files.push(file)
    }
    return files
  }

  imageUses(): ImageUses {
    this.#imageUses ??= imageUsesOf(this.sorted())
    return this.#imageUses
  }

  /** The files that something is wrong with, alone or beside the others, or that name recipients. */
  notablePaths(): ReadonlySet<string> {
    this.#notable ??= new Set([...this.#files.values()].filter(isNotable).map(({ path }) => path))
    return new Set([...this.#notable, ...this.pathsOfIds(this.#sharedIds)])
  }

  pathsOfIds(ids: Iterable<string>): string[] {
    return [...ids].flatMap((id) => pathsAt(this.#pathsOfId, id))
  }

  /** The first other file that has the id of a file. */
  otherWithIdOf({ id, path }: CompiledFile): string | undefined {
    if (this.#sharedIds.size === 0) return undefined
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
    return pathsAt(this.#pathsOfDependency, path.normalize('NFC'))
  }

  #unlink(path: string): void {
    const file = this.#files.get(path)
    if (file === undefined) return
    this.#notable?.delete(path)
    if (file.id !== undefined) {
      remove(this.#pathsOfId, file.id.value, path)
      if (pathsAt(this.#pathsOfId, file.id.value).length < 2) this.#sharedIds.delete(file.id.value)
    }
    const dependencies = this.#pathsOfDependency
    if (dependencies === undefined) return
    for (const dependency of dependenciesOf(file)) remove(dependencies, dependency.normalize('NFC'), path)
  }
}

function isNotable({ diagnostics, recipients }: CompiledFile): boolean {
  return diagnostics.length > 0 || recipients !== undefined
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

function pathsAt(paths: PathsByKey, key: string): string[] {
  const known = paths.get(key) ?? []
  return typeof known === 'string' ? [known] : [...known]
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
