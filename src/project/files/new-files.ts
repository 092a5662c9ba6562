import { closeSync, openSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HeldFolder, makeFolder } from './held-folder.ts'
import { guarded } from './output-file.ts'
import { holdSignalsBack } from './partial-file.ts'
import { reasonOf } from '../usage-error.ts'

/** A file that is to be there. */
export interface NewFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly content: string | Uint8Array
}

/** What became of files, in their order. */
export interface NewFilesOutcome {
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
