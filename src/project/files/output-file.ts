import { rmdirSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { OutputKind } from '../../words/file-problem.ts'
import { kindOf, lstatOf } from './file-kind.ts'
import { HeldFolder, LeadsOut, makeFolder } from './held-folder.ts'
import { NotReplaced } from './output-kind.ts'
import { descriptorAt, type Pieces, writeToDescriptor, writeToSpecial } from './output-stream.ts'
import { PartialFile } from './partial-file.ts'
import { isAboutFile, reasonOf, UsageError } from '../usage-error.ts'

export interface OutputOptions {
  /** What a path is relative to. */
  readonly cwd: string
  readonly kind: OutputKind
  /** Whether folders on the way are made. */
  readonly folders: 'made' | 'there'
}

/**
 * Writes a file that a command line names: whole or not at all. A regular file is replaced by one of its kind alone;
 * a device, a pipe and an open descriptor (`/dev/stdout`) are written to; nothing goes through a symbolic link.
 *
 * @param pieces one after the other, as large as is worth a write
 * @throws UsageError for a path that cannot be written; what stood there stays
 */
export async function writeOutput(typed: string, pieces: Pieces, options: OutputOptions): Promise<void> {
  const path = resolve(options.cwd, typed)
  const guard = <T>(work: () => T): T => guarded(typed, work)
  const descriptor = descriptorAt(path)
  const stats = lstatOf(path)
  const kind = stats && kindOf(stats)
  if (descriptor !== undefined || kind === 'pipe' || kind === 'device') {
    try {
      await (descriptor === undefined ? writeToSpecial(path, pieces) : writeToDescriptor(descriptor, pieces))
    } catch (error) {
      throw refusalOf(error, typed)
    }
    return
  }
  if (/[\\/]$/.test(typed)) throw new UsageError({ type: 'unwritable', path: typed, reason: 'folder' })
  const made = options.folders === 'made' ? guard(() => makeFolder(dirname(path))) : []
  let file: PartialFile | undefined
  const folder = guard(() => HeldFolder.hold(dirname(path)))
  try {
    const begun = guard(() => new PartialFile(folder, basename(path), { replaces: options.kind, flush: 'before' }))
    file = begun
    for await (const piece of pieces) {
      guard(() => begun.write(piece))
      // Signals are only heard when nothing else is at it.
      await setImmediate()
    }
    guard(() => begun.finish())
  } catch (error) {
    file?.abandon()
    for (const one of made.toReversed()) removeIfEmpty(one)
    throw error
  } finally {
    folder.close()
  }
}

/** Does what writes a file. @throws UsageError for what keeps it from being written */
export function guarded<T>(shown: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw refusalOf(error, shown)
  }
}

/** What keeps a file from being written, as it is said to people; anything else is a defect and stays what it is. */
function refusalOf(error: unknown, shown: string): unknown {
  if (error instanceof NotReplaced) return new UsageError({ type: 'not-replaced', path: shown, kind: error.kind })
  if (error instanceof LeadsOut) return new UsageError({ type: 'folder-leads-out', path: error.path, to: error.to })
  return isAboutFile(error) ? new UsageError({ type: 'unwritable', path: shown, reason: reasonOf(error) }) : error
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody else put something into it.
  }
}
