import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { reasonOf, UsageError } from './usage-error.ts'

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
 * Writes files where nothing stands yet: all of them, or none when one of them cannot be written.
 *
 * @throws UsageError for the first file that cannot be written
 */
export function writeNewFiles(folder: string, files: readonly NewFile[]): NewFilesOutcome {
  const created: string[] = []
  const kept: string[] = []
  const folders: string[] = []
  // What interrupts waits until everything is written: it takes milliseconds.
  const wait = (): void => {}
  process.on('SIGINT', wait).on('SIGTERM', wait)
  try {
    for (const { path, content } of files) {
      const file = join(folder, path)
      try {
        folders.push(...madeFolders(dirname(file)))
        const descriptor = openNew(file)
        if (descriptor === undefined) kept.push(path)
        else {
          created.push(path)
          writeAndClose(descriptor, content)
        }
      } catch (error) {
        for (const made of created) rmSync(join(folder, made), { force: true })
        for (const made of folders.toReversed()) if (readdirSync(made).length === 0) rmdirSync(made)
        throw new UsageError({ type: 'unwritable', path: file, reason: reasonOf(error) })
      }
    }
  } finally {
    process.off('SIGINT', wait).off('SIGTERM', wait)
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

/** Makes a folder and tells which folders are new, the outermost first. */
function madeFolders(folder: string): string[] {
  const missing: string[] = []
  for (let one = folder; !existsSync(one) && dirname(one) !== one; one = dirname(one)) missing.unshift(one)
  mkdirSync(folder, { recursive: true })
  return missing
}
