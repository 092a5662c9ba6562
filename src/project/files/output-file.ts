import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { once } from 'node:events'
import type { OutputKind } from '../../words/file-problem.ts'
import { kindOf, lstatOf } from './paths.ts'
import { makeFolder } from '../../make-folder.ts'
import { HeldFolder, LeadsOut } from './held-folder.ts'
import { NotReplaced, PartialFile } from './partial-file.ts'
import { FileRefusal, isAboutFile, reasonOf, UsageError } from '../usage-error.ts'

interface OutputOptions {
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

/** What is written, in parts that are worth a write each. */
type Pieces = Iterable<string> | AsyncIterable<string>

/** How long somebody who reads a pipe is waited for. */
const readerWaitMs = 5_000
/** How often a pipe is tried that has no reader yet, or is full. */
const retryMs = 10
/** The part of a descriptor's flags that says whether it is read or written; Node has no name for it. */
const accessMode = 3

/** The descriptor of this process that a path stands for: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`. */
function descriptorAt(path: string): number | undefined {
  const named = { '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2 }[path]
  const own = new RegExp(`^/(?:dev|proc/(?:self|thread-self|${process.pid}))/fd/(\\d{1,9})$`)
  return named ?? (own.test(path) ? Number(own.exec(path)?.[1]) : undefined)
}

/** Whether a path, as it was typed, is the standard output: what else is printed would be mixed with what goes there. */
export function isStandardOutput(typed: string, cwd: string): boolean {
  return descriptorAt(resolve(cwd, typed)) === 1
}

/**
 * Writes to what is open already, from where it stands.
 *
 * @throws FileRefusal for what is open to no command, and what the system says
 */
async function writeToDescriptor(descriptor: number, pieces: Pieces): Promise<void> {
  // Behind what the program has printed; an error of theirs is said where that of all output is.
  if (descriptor === 1 || descriptor === 2) {
    const stream = descriptor === 1 ? process.stdout : process.stderr
    for await (const piece of pieces) if (!stream.write(piece)) await once(stream, 'drain')
    return
  }
  const kind = kindOf(fstatSync(descriptor))
  if (kind === undefined || kind === 'disk' || kind === 'folder') throw new FileRefusal(kind ?? 'internal')
  if (kind === 'pipe' && isBetweenOwnParts(descriptor)) throw new FileRefusal('internal')
  await writePieces(descriptor, pieces)
}

/**
 * Writes to a pipe with a name, or to a device: neither is ever replaced.
 *
 * @throws FileRefusal for a pipe that nobody reads and for what took its place, and what the system says
 */
async function writeToSpecial(path: string, pieces: Pieces): Promise<void> {
  const descriptor = await openSpecial(path)
  try {
    const kind = kindOf(fstatSync(descriptor))
    if (kind !== 'pipe' && kind !== 'device') throw new FileRefusal('changed')
    await writePieces(descriptor, pieces)
  } finally {
    closeSync(descriptor)
  }
}

async function openSpecial(path: string): Promise<number> {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY, O_NOFOLLOW } = constants
  const lastMs = performance.now() + readerWaitMs
  for (;;) {
    try {
      return openSync(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    } catch (error) {
      // So the system says that a pipe has no reader, or that a device is not there.
      if (reasonOf(error) !== 'ENXIO' || lstatOf(path)?.isFIFO() !== true) throw error
      if (performance.now() > lastMs) throw new FileRefusal('no-reader')
      await delay(retryMs)
    }
  }
}

async function writePieces(descriptor: number, pieces: Pieces): Promise<void> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    for (let written = 0; written < bytes.length;) {
      try {
        written += writeSync(descriptor, bytes, written)
      } catch (error) {
        if (reasonOf(error) !== 'EAGAIN') throw error
        // Whoever reads has not kept up.
        await delay(retryMs)
      }
    }
  }
}

/** Whether a pipe ends in this very process: Node talks to itself through some, and would break. */
function isBetweenOwnParts(descriptor: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    const pipe = readlinkSync(`/proc/self/fd/${descriptor}`)
    return readdirSync('/proc/self/fd').some((name) => {
      if (linkOf(`/proc/self/fd/${name}`) !== pipe) return false
      const [, flags = ''] = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'latin1')) ?? []
      return (Number.parseInt(flags, 8) & accessMode) === constants.O_RDONLY
    })
  } catch {
    // Without /proc the path would not have led here.
    return false
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    // Closed since it was listed.
    return undefined
  }
}
