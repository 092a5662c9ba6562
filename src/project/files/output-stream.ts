import { once } from 'node:events'
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readlinkSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { kindOf, lstatOf } from './file-kind.ts'
import { FileRefusal, reasonOf } from '../usage-error.ts'

/** What is written, in parts that are worth a write each. */
export type Pieces = Iterable<string> | AsyncIterable<string>

/** How long somebody who reads a pipe is waited for. */
const readerWaitMs = 5_000
/** How often a pipe is tried that has no reader yet, or is full. */
const retryMs = 10
/** The part of a descriptor's flags that says whether it is read or written; Node has no name for it. */
const accessMode = 3

/** The descriptor of this process that a path stands for: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`. */
export function descriptorAt(path: string): number | undefined {
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
export async function writeToDescriptor(descriptor: number, pieces: Pieces): Promise<void> {
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
export async function writeToSpecial(path: string, pieces: Pieces): Promise<void> {
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
