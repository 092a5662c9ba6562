import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs'
import type { OutputKind } from '../../words/file-problem.ts'
import { kindOf, lstatOf } from './paths.ts'
import type { HeldFolder } from './held-folder.ts'
import { FileRefusal, reasonOf } from '../usage-error.ts'
import { withoutByteOrderMark } from '../../diagnostic.ts'
import { type OpenFile, openRegular } from './read-file.ts'

/** How a file takes its place. */
export interface Placing {
  /**
   * Which regular file is replaced: one of a kind; any, where everything in the folder is this program's own; or only
   * what stood there when the writing began, which somebody may have changed since.
   */
  readonly replaces: OutputKind | 'any' | 'same'
  /** Whether the content is on the disk before it takes its place; a file that is soon made again need not be. */
  readonly flush: 'before' | 'later'
  /** Permissions of a file that is new, less what the user's mask takes away; those of any other file when absent. */
  readonly mode?: number
}

/**
 * A file that is written beside the place that it is for, and takes it when it is whole: until then, what stood there
 * stays. Links, folders and whatever else is no regular file are never replaced.
 */
export class PartialFile {
  readonly #folder: HeldFolder
  readonly #name: string
  readonly #flush: Placing['flush']
  readonly #replaces: Placing['replaces']
  /** What is replaced. */
  readonly #before: Stats | undefined
  readonly #path: string
  readonly #finished: () => void
  #descriptor: number | undefined

  /** @throws FileRefusal, NotReplaced, and what the system says */
  constructor(folder: HeldFolder, name: string, { replaces, flush, mode = 0o666 }: Placing) {
    this.#folder = folder
    this.#name = name
    this.#flush = flush
    this.#replaces = replaces
    this.#before = this.#look()
    this.#refuseOther(this.#before)
    this.#path = folder.at(temporaryName())
    this.#finished = keepUnfinished(this.#path)
    try {
      const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
      const own = this.#before === undefined ? mode : 0o600
      this.#descriptor = openSync(this.#path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, own)
      if (this.#before !== undefined) keepAccess(this.#descriptor, this.#before)
    } catch (error) {
      this.abandon()
      throw error
    }
  }

  write(piece: string | Uint8Array): void {
    if (this.#descriptor !== undefined) writeAll(this.#descriptor, piece)
  }

  /** Takes the place. */
  finish(): void {
    if (this.#descriptor === undefined) return
    if (this.#flush === 'before') fsyncSync(this.#descriptor)
    this.#close()
    const now = this.#look()
    // Another run may have written the same meanwhile: the later one holds.
    if (stateOf(now) !== stateOf(this.#before)) this.#refuseOther(now)
    if (this.#replaces === 'same' && stateOf(now) !== stateOf(this.#before)) throw new FileRefusal('changed')
    renameSync(this.#path, this.#folder.at(this.#name))
    this.#finished()
  }

  /** Leaves everything as it was. */
  abandon(): void {
    try {
      this.#close()
    } finally {
      rmSync(this.#path, { force: true })
      this.#finished()
    }
  }

  #close(): void {
    const descriptor = this.#descriptor
    this.#descriptor = undefined
    if (descriptor !== undefined) closeSync(descriptor)
  }

  #refuseOther(there: Stats | undefined): void {
    if (there === undefined || this.#replaces === 'any' || this.#replaces === 'same') return
    refuseOtherKind(this.#folder.at(this.#name), this.#replaces)
  }

  /** What stands in the place. */
  #look(): Stats | undefined {
    const stats = lstatOf(this.#folder.at(this.#name))
    const kind = stats && kindOf(stats)
    if (stats !== undefined && kind !== 'file') throw new FileRefusal(kind ?? 'internal')
    return stats
  }
}

/** What tells whether something is still what it was. */
function stateOf(stats: Stats | undefined): string {
  return stats === undefined ? 'nothing' : [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(' ')
}

/**
 * Writes a file of a folder, whole or not at all.
 *
 * @throws FileRefusal, NotReplaced, and what the system says
 */
export function placeFile(folder: HeldFolder, name: string, { content, ...placing }: PlacedContent): void {
  const file = new PartialFile(folder, name, placing)
  try {
    file.write(content)
    file.finish()
  } catch (error) {
    file.abandon()
    throw error
  }
}

interface PlacedContent extends Placing {
  readonly content: string | Uint8Array
}

/** Writes all of a piece: the system may take a part of it at a time. */
export function writeAll(descriptor: number, piece: string | Uint8Array): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
}

/** Who may do what with a file stays as it is, as far as this user may give files away. */
function keepAccess(descriptor: number, { mode, uid, gid }: Stats): void {
  for (const keep of [() => fchownSync(descriptor, uid, gid), () => fchmodSync(descriptor, mode & 0o777)]) {
    try {
      keep()
    } catch (error) {
      // It belongs to somebody else, also to nobody that this container knows of, or the file system has no owners.
      if (!['EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP'].includes(reasonOf(error))) throw error
    }
  }
}

const temporary = /^\.friendtalk-[0-9a-f]{12}\.tmp$/

/** Returns a new name of what is on its way to another. */
export function temporaryName(): string {
  return `.friendtalk-${randomBytes(6).toString('hex')}.tmp`
}

/** Whether a file of this name is on its way to another. */
export function isTemporaryName(name: string): boolean {
  return temporary.test(name)
}

/** Of the process, as its end is: files and folders that a signal would leave behind. */
const unfinished = new Map<string, () => void>()
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let areSignalsHeld = false

/**
 * From now on a signal waits for whatever writes files in one go, and then ends the process as it would have. (A
 * listener that came and went with each file would swallow a signal that arrives while the file is written.)
 */
export function holdSignalsBack(): void {
  if (areSignalsHeld) return
  areSignalsHeld = true
  process.on('exit', removeUnfinished)
  for (const signal of signals) process.on(signal, endWith)
}

/**
 * Has a path removed, with what is in it, when the process ends before it is finished.
 *
 * @param stop is called before: keeps other threads from writing there
 * @returns a function that says that it is finished
 */
export function keepUnfinished(path: string, stop: () => void = () => {}): () => void {
  holdSignalsBack()
  unfinished.set(path, stop)
  return () => void unfinished.delete(path)
}

function endWith(signal: NodeJS.Signals): void {
  // Somebody else listens: they decide how the process ends, and `exit` follows.
  if (process.listenerCount(signal) > 1) return
  removeUnfinished()
  process.off(signal, endWith)
  process.kill(process.pid, signal)
}

function removeUnfinished(): void {
  for (const [path, stop] of unfinished) {
    stop()
    try {
      // Other threads may be in the middle of a file.
      rmSync(path, { recursive: true, force: true, maxRetries: 9, retryDelay: 10 })
    } catch {
      // It stays, under a name that says what it is: the process must end as it was told to.
    }
  }
  unfinished.clear()
}

/** Something else than a file of the kind stands where one would go. */
export class NotReplaced extends Error {
  override readonly name = 'NotReplaced'
  readonly kind: OutputKind

  constructor(kind: OutputKind) {
    super(`not a ${kind}`)
    this.kind = kind
  }
}

/** What of a file is looked at. `json` is its start without the white space that a formatter may have changed. */
interface KindSign {
  readonly of: 'start' | 'end' | 'json'
  readonly like: RegExp
}

/** How a file of each kind is known; a refusal says the same to people. */
const kindSigns: { readonly [K in OutputKind]: KindSign } = {
  plan: { of: 'json', like: /^\{"version":\d+,"digest":"[^"]*","release":/ },
  baseline: { of: 'json', like: /^\{"version":\d+,"findings":\[/ },
  csv: { of: 'start', like: /^target,release,id,msg_key,/ },
  html: {
    of: 'start',
    like: /^<!doctype html><html lang="\w\w"><head><meta charset="utf-8"><meta name="generator" content="friendtalk status">/,
  },
  template: { of: 'json', like: /^\{"format":\d+,"id":"[^"]*","service_id":/ },
  text: { of: 'end', like: /(?:^|\n)[✓✗!] (?:\d+ (?:message|error|warning)s?\b|(?:메시지|파일) \d+개)[^\n]*\n$/ },
  json: { of: 'json', like: /^\{"version":\d+,"summary":\{"files":/ },
  github: { of: 'start', like: /^(?:::(?:error|warning) file=|Not shown: )/ },
  sarif: {
    of: 'json',
    like: /^\{"\$schema":"[^"]*","version":"[^"]*","runs":\[\{"tool":\{"driver":\{"name":"friendtalk"/,
  },
  junit: { of: 'start', like: /^<\?xml [^>]*\?>\s*<testsuites name="friendtalk"/ },
  gitlab: { of: 'json', like: /^\[\{"description":"(?:[^"\\]|\\.)*","check_name":/ },
  rdjson: { of: 'json', like: /^\{"source":\{"name":"friendtalk"/ },
}

const lookBytes = 8192
/** What holds emptyContent is nobody's loss: `mktemp` makes such files, and so does an editor. */
const emptyContent = /^\s*(?:\{\s*\}|\[\s*\])?\s*$/

/**
 * Looks at a file that is to be replaced.
 *
 * @throws NotReplaced for one of another kind, and what the system says of one that cannot be read
 */
function refuseOtherKind(file: string, kind: OutputKind): void {
  const opened = openRegular(file)
  if (!('descriptor' in opened)) throw Object.assign(new Error(opened.reason), { code: opened.reason })
  try {
    if (!isOfKind(opened, kind)) throw new NotReplaced(kind)
  } finally {
    closeSync(opened.descriptor)
  }
}

function isOfKind(file: OpenFile, kind: OutputKind): boolean {
  const start = withoutByteOrderMark(textAt(file, 0))
  if (file.bytes <= lookBytes && emptyContent.test(start)) return true
  const { of, like } = kindSigns[kind]
  if (of === 'end') return like.test(textAt(file, Math.max(0, file.bytes - lookBytes)))
  return like.test(of === 'json' ? start.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1') : start)
}

function textAt({ descriptor }: OpenFile, position: number): string {
  const content = Buffer.alloc(lookBytes)
  return content.toString('utf8', 0, readSync(descriptor, content, 0, lookBytes, position))
}
