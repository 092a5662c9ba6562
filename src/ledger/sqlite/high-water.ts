import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/**
 * What this machine knows of a ledger, beside the ledger itself: how far it was. A ledger that is not as far is a copy or
 * a backup, and would send again what was sent since.
 */
export interface Mark {
  readonly lineage: string
  readonly target: string
  /** Whose messages it sends: the user ID; absent for the emulator that a deploy starts. */
  readonly account?: string
  /** Absolute path of the ledger when it was last used. */
  readonly path: string
  /** The newest releases in it. */
  readonly releases: readonly string[]
  /** Number of the last change. It only grows. */
  readonly sequence: number
}

/** Of more a mark says nothing. */
export const maxMarkedReleases = 1_000

/** The marks of all ledgers that were used on this machine by this user, a file each, in a folder. */
export class HighWaterMarks {
  /** Absolute path. */
  readonly folder: string
  #open: { readonly descriptor: number; sequence: number } | undefined

  /** @param folder absolute path; it is made when the first mark is written */
  constructor(folder: string) {
    this.folder = folder
  }

  /** Absolute path of the file to lock while a ledger is used, under whatever path. The folder is made. */
  lockFile(lineage: string): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    return join(this.folder, `${lineage}.lock`)
  }

  /** Undefined where there is none, or none that can be read. */
  of(lineage: string): Mark | undefined {
    return readMark(this.folder, lineage)
  }

  all(): readonly Mark[] {
    try {
      const names = readdirSync(this.folder).filter((name) => name.endsWith(ending))
      return names
        .map((name) => readMark(this.folder, name.slice(0, -ending.length)))
        .filter((mark) => mark !== undefined)
    } catch {
      // A folder that is not there or cannot be read knows nothing.
      return []
    }
  }

  /**
   * Writes a mark through to the disk, in the place of an older one.
   *
   * @throws what the file system says
   */
  write(mark: Mark): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const file = fileOf(this.folder, mark.lineage)
    const draft = `${file}-new`
    rmSync(draft, { force: true })
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      writeSync(descriptor, `${sequenceLine(mark.sequence)}${aboutLines(mark)}`, 0)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, file)
    this.close()
    this.#open = { descriptor: openSync(file, 'r+'), sequence: mark.sequence }
  }

  /**
   * Raises the mark that was written last, as often as anything is claimed. It outlives the process and not the power:
   * for that the ledger has its own records. What fails here fails for the next one who reads it, so nothing is said.
   */
  raise(sequence: number): void {
    if (this.#open === undefined || sequence <= this.#open.sequence) return
    this.#open.sequence = sequence
    try {
      writeSync(this.#open.descriptor, sequenceLine(sequence), 0)
    } catch {
      this.close()
    }
  }

  /** Forgets a ledger that is no more. */
  forget(lineage: string): void {
    rmSync(fileOf(this.folder, lineage), { force: true })
  }

  close(): void {
    if (this.#open) closeSync(this.#open.descriptor)
    this.#open = undefined
  }
}

const ending = '.json'

function fileOf(folder: string, lineage: string): string {
  return join(folder, lineage + ending)
}

const sequenceDigits = 16

/** Of the same length whatever the sequence is, so that it can be written over. */
function sequenceLine(sequence: number): string {
  const text = String(sequence).padStart(sequenceDigits, '0')
  return `${text} ${checksumOf(text)}\n`
}

function aboutLines(mark: Mark): string {
  // Its sequence is in the line before.
  const text = JSON.stringify({ version: 1, ...mark, sequence: undefined })
  return `${text}\n${checksumOf(text)}\n`
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

function readMark(folder: string, lineage: string): Mark | undefined {
  try {
    const file = fileOf(folder, lineage)
    if (!statSync(file).isFile()) return undefined
    const [first = '', about = '', checksum] = readFileSync(file, 'utf8').split('\n')
    const [sequence = '', ofSequence] = first.split(' ')
    if (ofSequence !== checksumOf(sequence) || checksum !== checksumOf(about)) return undefined
    const { version: _, ...mark } = JSON.parse(about) as Omit<Mark, 'sequence'> & { readonly version: number }
    // The mark of another ledger says nothing about this one.
    return mark.lineage === lineage ? { ...mark, sequence: Number(sequence) } : undefined
  } catch {
    // What cannot be read says nothing; the ledger's own records decide alone then.
    return undefined
  }
}
