import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { replaceFile } from './durable-file.ts'
import { textChecksum } from './identity.ts'
import { LedgerError, type LedgerNotice, type LedgerProblem } from './ledger-error.ts'

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
  /** The newest releases in it, and those that only a newer copy has. */
  readonly releases: readonly string[]
  /** Number of the last change. It only grows. */
  readonly sequence: number
}

/** A ledger, to be compared with its mark. */
interface Found extends Pick<Mark, 'path' | 'lineage' | 'sequence'> {
  readonly isBackup: boolean
}

/** Marks to compare a ledger with. */
export type KnownMarks = Pick<HighWaterMarks, 'of' | 'refusalOf'>

/** Of more a mark says nothing. */
export const maxMarkedReleases = 1_000

/** The marks of all ledgers that were used on this machine by this user, a file each, in a folder. */
export class HighWaterMarks {
  /** Absolute path. */
  readonly folder: string
  #open: { readonly descriptor: number; readonly raisedAt: number; sequence: number } | undefined

  /** @param folder absolute path; it is made when the first mark is written */
  constructor(folder: string) {
    this.folder = folder
  }

  /** Absolute path of the file to lock while a ledger is used, under whatever path. The folder is made. */
  lockFile(lineage: string): string {
    makeFolder(this.folder, 0o700)
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
    makeFolder(this.folder, 0o700)
    const file = fileOf(this.folder, mark.lineage)
    const line = sequenceLine(mark.sequence)
    const written = Buffer.from(line + aboutLines(mark))
    replaceFile(file, Buffer.concat([written, Buffer.from(line)]))
    this.close()
    this.#open = { descriptor: openSync(file, 'r+'), raisedAt: written.length, sequence: mark.sequence }
  }

  /** Makes a mark and writes it. What keeps it from being written is told, and keeps nobody from sending. */
  note(mark: () => Mark): readonly LedgerNotice[] {
    try {
      this.write(mark())
      return []
    } catch (error) {
      return [this.unmarked(error)]
    }
  }

  /**
   * Notes where a ledger is now that this machine knows. What cannot be written stays as it is: whoever sends next is
   * told.
   */
  move(lineage: string, path: string): void {
    const known = this.of(lineage)
    if (known) this.note(() => ({ ...known, path }))
  }

  /** Returns the notice that nothing can be written in the folder. */
  unmarked(error: unknown): LedgerNotice {
    return { type: 'unmarked', folder: this.folder, code: codeOf(error) }
  }

  /** Returns why a ledger may not be used, by what this machine knows. */
  refusalOf(found: Found): LedgerProblem | undefined {
    return refusalBy(this.all(), found)
  }

  /**
   * Returns what this machine knows at this moment. To be called before a ledger is read that a deploy may be changing: what
   * is claimed in between raises the mark, and the ledger would look older than it is.
   */
  known(): KnownMarks {
    const all = this.all()
    return {
      of: (lineage) => all.find((mark) => mark.lineage === lineage),
      refusalOf: (found) => refusalBy(all, found),
    }
  }

  /** Forgets the ledgers at a path, which are no more; `but` is the lineage of the one that is there. */
  forgetAt(path: string, but?: string): void {
    for (const { lineage, path: known } of this.all()) {
      if (known === path && lineage !== but) rmSync(fileOf(this.folder, lineage), { force: true })
    }
  }

  /**
   * Raises the mark that was written last, as often as anything is claimed. It outlives the process and not the power:
   * for that the ledger has its own records. Power that fails meanwhile may leave half of it, and what was written through
   * stands in a line of its own. What fails here fails for the next one who reads it, so nothing is said.
   */
  raise(sequence: number): void {
    if (this.#open === undefined || sequence <= this.#open.sequence) return
    this.#open.sequence = sequence
    try {
      writeSync(this.#open.descriptor, sequenceLine(sequence), this.#open.raisedAt)
    } catch {
      this.close()
    }
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
  return `${text} ${textChecksum(text)}\n`
}

/** Undefined for half a line, or none. */
function sequenceIn(line: string): number | undefined {
  const [sequence = '', checksum] = line.split(' ')
  return checksum === textChecksum(sequence) ? Number(sequence) : undefined
}

function aboutLines(mark: Mark): string {
  // Its sequence is in the line before.
  const text = JSON.stringify({ version: 1, ...mark, sequence: undefined })
  return `${text}\n${textChecksum(text)}\n`
}

function codeOf(error: unknown): string {
  if (error instanceof LedgerError) return 'code' in error.problem ? error.problem.code : error.problem.type
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : String(error)
}

function readMark(folder: string, lineage: string): Mark | undefined {
  try {
    const file = fileOf(folder, lineage)
    if (!statSync(file).isFile()) return undefined
    const [first = '', about = '', checksum, raised = ''] = readFileSync(file, 'utf8').split('\n')
    const written = sequenceIn(first)
    if (written === undefined || checksum !== textChecksum(about)) return undefined
    const { version: _, ...mark } = JSON.parse(about) as Omit<Mark, 'sequence'> & { readonly version: number }
    // The mark of another ledger says nothing about this one.
    if (mark.lineage !== lineage) return undefined
    return { ...mark, sequence: Math.max(written, sequenceIn(raised) ?? written) }
  } catch {
    // What cannot be read says nothing; the ledger's own records decide alone then.
    return undefined
  }
}

/**
 * Returns why a ledger may not be used: it is not as far as its mark, another one is known at its path, or it is a backup, of
 * which only a machine whose own record is exactly as far knows that it has not sent since.
 */
function refusalBy(marks: readonly Mark[], { path, lineage, sequence, isBackup }: Found): LedgerProblem | undefined {
  const known = marks.find((mark) => mark.lineage === lineage)?.sequence
  if ((known ?? 0) > sequence) return { type: 'older', path, known: 'machine' }
  const other = marks.find((mark) => mark.path === path && mark.lineage !== lineage)
  if (other) return { type: 'replaced', path, expected: other.lineage, actual: lineage }
  return isBackup && known !== sequence ? { type: 'backup', path } : undefined
}
