import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { devNull } from 'node:os'
import { basename } from 'node:path'
import type { HeldFolder } from './held-folder.ts'
import { keepUnfinished, temporaryName, writeAll } from './partial-file.ts'

/**
 * A new folder of thousands of files. They are written into one with a temporary name beside its place, which takes the
 * place with all of them: a file costs a part of what `PartialFile` takes, and threads write theirs as they make them.
 */
export class StagedFolder {
  /** As the system takes it, in every thread of this process. */
  readonly path: string
  readonly #place: string
  readonly #temporary: string
  readonly #parent: HeldFolder
  readonly #folder: HeldFolder
  readonly #unmake: () => void
  readonly #finish: () => void
  #isPlaced = false

  /**
   * @param place absolute path, where nothing stands
   * @param parent the folder that it stands in; closed with this
   * @param made the folders that were made to hold it, the outermost first
   */
  constructor(place: string, parent: HeldFolder, made: readonly string[]) {
    const name = temporaryName()
    this.#parent = parent
    this.#place = parent.at(basename(place))
    this.#temporary = parent.at(name)
    this.#folder = parent.child(name)
    this.#finish = keepUnfinished(this.#temporary, () => {
      this.#folder.close()
      // Takes the number of its descriptor: other threads would write into whatever folder is opened next.
      openSync(devNull, 'r')
    })
    this.#unmake = () => {
      for (const folder of made.toReversed()) rmdirSync(folder)
    }
    this.path = this.#folder.at('.')
  }

  /**
   * Takes the place with some of the files; the others are removed.
   *
   * @returns whether it did: something may stand there by now
   */
  place(names: ReadonlySet<string>): boolean {
    for (const name of readdirSync(this.path)) if (!names.has(name)) rmSync(this.#folder.at(name))
    if (names.size === 0) return false
    try {
      renameSync(this.#temporary, this.#place)
      this.#isPlaced = true
      this.#finish()
    } catch {
      // Whoever writes the files there one by one says what keeps them from it.
    }
    return this.#isPlaced
  }

  /** What one of the files holds that took no place. */
  read(name: string): Buffer<ArrayBuffer> {
    return readFileSync(this.#folder.at(name))
  }

  /** Removes what took no place. */
  close(): void {
    this.#folder.close()
    if (!this.#isPlaced) {
      rmSync(this.#temporary, { recursive: true, force: true })
      this.#finish()
      removeIfEmpty(this.#unmake)
    }
    this.#parent.close()
  }
}

/**
 * Writes a new file of a staged folder.
 *
 * @param folder its path
 * @returns whether it stands there; where not, as on a full disk, nothing of it does
 */
export function stageFile(folder: string, name: string, content: Uint8Array): boolean {
  const path = `${folder}/${name}`
  let descriptor: number
  try {
    descriptor = openSync(path, 'wx')
  } catch {
    return false
  }
  try {
    writeAll(descriptor, content)
    return true
  } catch {
    rmSync(path, { force: true })
    return false
  } finally {
    closeSync(descriptor)
  }
}

function removeIfEmpty(remove: () => void): void {
  try {
    remove()
  } catch {
    // Something stands in it by now.
  }
}
