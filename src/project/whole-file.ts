import { closeSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { reasonOf, UsageError } from './usage-error.ts'

/**
 * Writes a file of any size piece by piece. It is there whole or not at all: what was at its path stays until the last
 * piece is on the disk.
 *
 * @throws UsageError for a path that cannot be written, or is no regular file
 */
export function writeWhole(path: string, pieces: Iterable<string>): void {
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}.partial`)
  const guard = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw new UsageError({ type: 'unwritable', path, reason: reasonOf(error) })
    }
  }
  const descriptor = guard(() => {
    // A link would be followed to somewhere else, and a pipe waits for ever.
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new Error('not a regular file')
    return openSync(partial, 'wx')
  })
  try {
    try {
      for (const piece of pieces) guard(() => writeFileSync(descriptor, piece))
      guard(() => fsyncSync(descriptor))
    } finally {
      closeSync(descriptor)
    }
    guard(() => renameSync(partial, path))
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}
