import type { CompileResult } from '../compile.ts'
import { besideMessage } from './files/discover.ts'
import { type ImageUses, imageUsesOf } from './images/images.ts'

export interface CompiledFile extends CompileResult {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** As decoded, for showing diagnostics. */
  readonly source: string
}

/** The message files of a project by path and by id. */
export class FileIndex {
  readonly #files = new Map<string, CompiledFile>()
  readonly #pathsOfId = new Map<string, Set<string>>()

  set(file: CompiledFile): void {
    const { path, id } = file
    this.delete(path)
    this.#files.set(path, file)
    if (id === undefined) return
    const paths = this.#pathsOfId.get(id.value)
    if (paths) paths.add(path)
    else this.#pathsOfId.set(id.value, new Set([path]))
  }

  delete(path: string): void {
    const id = this.#files.get(path)?.id
    if (id) this.#pathsOfId.get(id.value)?.delete(path)
    this.#files.delete(path)
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

  sorted(): readonly CompiledFile[] {
    return [...this.#files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  imageUses(): ImageUses {
    return imageUsesOf(this.sorted())
  }

  /** The first other file that has the id of a file. */
  otherWithIdOf({ id, path }: CompiledFile): string | undefined {
    const paths = id && this.#pathsOfId.get(id.value)
    return paths && [...paths].toSorted().find((other) => other !== path)
  }

  /** The files that refer to any of some images or recipients files, whose paths may be spelled composed or decomposed. */
  dependentsOf(paths: Iterable<string>): string[] {
    const changed = new Set(Array.from(paths, (path) => path.normalize('NFC')))
    const isDependent = (file: CompiledFile): boolean =>
      dependenciesOf(file).some((path) => changed.has(path.normalize('NFC')))
    return [...this.#files.values()].filter(isDependent).map(({ path }) => path)
  }
}

/** The files that a message depends on, relative to the root. */
export function dependenciesOf({ path, images, recipients }: CompiledFile): readonly string[] {
  return recipients === undefined ? images : [...images, besideMessage(path, recipients.value)]
}
