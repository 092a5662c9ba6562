import { closeSync, constants, openSync, readdirSync, realpathSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isWithin, lstatOf } from './paths.ts'
import { makeFolder } from '../../make-folder.ts'
import { HeldFolder, LeadsOut } from './held-folder.ts'
import { guarded } from './output-file.ts'
import { holdSignalsBack, placeFile, type Placing } from './partial-file.ts'
import { openRegular, readAndClose } from './read-file.ts'
import { StagedFolder } from './staged-folder.ts'
import { reasonOf } from '../usage-error.ts'

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

  /**
   * Begins this folder with thousands of files, where it is not there yet.
   *
   * @returns undefined where it is there, or cannot be made: whoever writes into it says why
   */
  stage(): StagedFolder | undefined {
    if (lstatOf(this.path) !== undefined) return undefined
    let parent: HeldFolder | undefined
    try {
      refuseLeadingOut(this.path, this.#root)
      const made = makeFolder(dirname(this.path))
      parent = HeldFolder.hold(dirname(this.path))
      if (isWhereNamed(join(parent.path, basename(this.path)), this.path, this.#root))
        return new StagedFolder(this.path, parent, made)
    } catch {
      // It may still be possible to write one file after the other.
    }
    parent?.close()
    return undefined
  }

  /** What a regular file of this folder holds; undefined where there is none, or a larger one. */
  read(name: string, maxBytes: number): Buffer | undefined {
    return guarded(join(this.#shown, name), () => {
      const opened = openRegular(this.#hold().at(name), constants.O_NOFOLLOW)
      return 'descriptor' in opened ? readAndClose(opened, maxBytes) : undefined
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

/** A file that is to be there. */
export interface NewFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly content: string | Uint8Array
}

/** What became of files, in their order. */
interface NewFilesOutcome {
  readonly created: readonly string[]
  /** Those that stood there already and were left as they are. */
  readonly kept: readonly string[]
}

/**
 * Writes files where nothing stands yet: all of them, or none when one of them cannot be written. No link leads any of
 * them out of the folder.
 *
 * @throws UsageError for the first file that cannot be written
 */
export function writeNewFiles(folder: string, files: readonly NewFile[]): NewFilesOutcome {
  const created: string[] = []
  const kept: string[] = []
  const undo: (() => void)[] = []
  const held: HeldFolder[] = []
  // What interrupts waits until everything is written: it takes milliseconds.
  holdSignalsBack()
  try {
    const top = guarded(folder, () => {
      for (const made of makeFolder(folder)) undo.push(() => rmdirSync(made))
      return HeldFolder.hold(folder)
    })
    held.push(top)
    for (const { path, content } of files) {
      guarded(join(folder, path), () => {
        const names = path.split('/')
        const name = names.pop() ?? ''
        let below = top
        for (const child of names) {
          const parent = below
          below = parent.child(child)
          held.push(below)
          if (below.isNew) undo.push(() => rmdirSync(parent.at(child)))
        }
        const file = below.at(name)
        const descriptor = openNew(file)
        if (descriptor === undefined) kept.push(path)
        else {
          created.push(path)
          undo.push(() => rmSync(file, { force: true }))
          writeAndClose(descriptor, content)
        }
      })
    }
  } catch (error) {
    for (const back of undo.toReversed()) undoOne(back)
    throw error
  } finally {
    for (const one of held) one.close()
  }
  return { created, kept }
}

/** Opens a file that is not there yet; a link to nowhere is there. */
function openNew(file: string): number | undefined {
  try {
    return openSync(file, 'wx')
  } catch (error) {
    if (reasonOf(error) === 'EEXIST') return undefined
    throw error
  }
}

function writeAndClose(descriptor: number, content: string | Uint8Array): void {
  try {
    writeFileSync(descriptor, content)
  } finally {
    closeSync(descriptor)
  }
}

function undoOne(back: () => void): void {
  try {
    back()
  } catch {
    // Somebody else put something into a new folder: it stays.
  }
}
