import { closeSync, constants, readdirSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lstatOf } from './file-kind.ts'
import { HeldFolder, isWithin, LeadsOut, makeFolder } from './held-folder.ts'
import { guarded } from './output-file.ts'
import { type Placing, placeFile } from './partial-file.ts'
import { contentOf, openRegular } from './read-file.ts'

/**
 * A folder that a command fills. Nothing in it leads out of it; the folder itself may be a link only where it stays
 * inside the project, whose files its owner does not always know: a pull request may bring links.
 */
export class OutputFolder {
  /** Absolute path. */
  readonly path: string
  /** As people are shown it. */
  readonly #shown: string
  readonly #root: string
  #held: HeldFolder | undefined

  /** @param root of the project, without symbolic links */
  constructor(path: string, { shown, root }: { readonly shown: string; readonly root: string }) {
    this.path = path
    this.#shown = shown
    this.#root = root
  }

  /** Makes the folder where it is missing. @throws UsageError where it cannot be written */
  make(): void {
    guarded(this.#shown, () => this.#hold())
  }

  /**
   * Writes a file, whole or not at all, and the folders that it stands in.
   *
   * @param path relative to this folder, with `/`
   * @throws UsageError when it cannot be written
   */
  write(path: string, content: string | Uint8Array, placing: Placing): void {
    guarded(join(this.#shown, path), () =>
      this.#in(path, (folder, name) => placeFile(folder, name, { content, ...placing })),
    )
  }

  /** What a regular file of this folder holds; undefined where there is none, or a larger one. */
  read(name: string, maxBytes: number): Buffer | undefined {
    return guarded(join(this.#shown, name), () => {
      const opened = openRegular(this.#hold().at(name), constants.O_NOFOLLOW)
      if (!('descriptor' in opened)) return undefined
      try {
        return contentOf(opened.descriptor, opened.bytes, maxBytes)
      } finally {
        closeSync(opened.descriptor)
      }
    })
  }

  /** Removes files of a folder below this one, which is made where it is missing. */
  clear(folder: string, isOld: (name: string) => boolean): void {
    guarded(join(this.#shown, folder), () =>
      this.#in(`${folder}/.`, (below) => {
        for (const name of readdirSync(below.at('.'))) if (isOld(name)) rmSync(below.at(name))
      }),
    )
  }

  /** Removes a file of this folder. */
  remove(name: string): void {
    guarded(join(this.#shown, name), () => rmSync(this.#hold().at(name), { force: true }))
  }

  close(): void {
    this.#held?.close()
    this.#held = undefined
  }

  #in(path: string, work: (folder: HeldFolder, name: string) => void): void {
    const names = path.split('/')
    const name = names.pop() ?? ''
    const below: HeldFolder[] = []
    try {
      for (const folder of names) below.push((below.at(-1) ?? this.#hold()).child(folder))
      work(below.at(-1) ?? this.#hold(), name)
    } finally {
      for (const folder of below) folder.close()
    }
  }

  /** The folder as it is now: one that is watched for may have been removed and made again. */
  #hold(): HeldFolder {
    if (this.#held?.isInPlace() === true) return this.#held
    this.close()
    refuseLeadingOut(this.path, this.#root)
    makeFolder(this.path)
    const held = HeldFolder.hold(this.path)
    if (!isWhereNamed(held.path, this.path, this.#root)) {
      held.close()
      throw new LeadsOut(this.path, held.path)
    }
    this.#held = held
    return held
  }
}

/** Looks before anything is made: of a path, what is there already. */
function refuseLeadingOut(path: string, root: string): void {
  let there = path
  while (lstatOf(there) === undefined && dirname(there) !== there) there = dirname(there)
  if (there !== path && !isWithin(there, root)) return
  const real = realpathSync.native(there)
  if (!isWhereNamed(real, there, root)) throw new LeadsOut(there, real)
}

/** Whether a folder that was named is where its name says: inside the root where it is named so, else no link itself. */
function isWhereNamed(real: string, named: string, root: string): boolean {
  if (isWithin(named, root)) return isWithin(real, root)
  return real === join(realpathSync.native(dirname(named)), basename(named))
}
