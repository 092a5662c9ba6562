import {
  mkdirSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { LedgerError, type LedgerNotice } from './ledger-error.ts'
import { errorName } from './sqlite.ts'

/** A ledger as a machine remembers it. */
export interface MarkedLedger {
  readonly lineage: string
  readonly target: string
  /** The user ID whose messages it sends; absent for the emulator that a deploy starts. */
  readonly account?: string | undefined
  /** Its last place: a path, or the address of a database. */
  readonly place: string
}

/** The last line of a mark, with the newest releases that were sent from the ledger. */
interface WrittenLedger extends MarkedLedger {
  readonly releases: readonly string[]
}

/** Progress of a ledger: a worker, and the number of its last commit that decides who is sent to. */
export interface Progress {
  readonly worker: number
  readonly sequence: number
}

const workerStep = 1_000_000_000
const digits = 16
/** More would not fit into what a disk writes at once. */
const knownReleases = 20
const lineOf = ({ worker, sequence }: Progress): string =>
  `${String(worker * workerStep + sequence).padStart(digits, '0')}\n`

function progressOf(line: string): readonly Progress[] {
  const number = /^\d{16}$/.test(line) ? Number(line) : 0
  return number === 0 ? [] : [{ worker: Math.floor(number / workerStep), sequence: number % workerStep }]
}

interface WrittenMark {
  /** The least that the ledger has reached. */
  readonly progress: readonly Progress[]
  readonly ledger: WrittenLedger
}

function markIn(file: string): WrittenMark | undefined {
  try {
    const [flushed = '', newest = '', ledger = ''] = readFileSync(file, 'utf8').split('\n')
    return { progress: [flushed, newest].flatMap(progressOf), ledger: JSON.parse(ledger) as WrittenLedger }
  } catch {
    return undefined
  }
}

/** Reads a mark; undefined where no readable one of this ledger is. */
export function markOf(file: string, lineage: string): WrittenMark | undefined {
  const mark = markIn(file)
  return mark?.ledger.lineage === lineage ? mark : undefined
}

/** All marks of one ledger. */
export interface Marks {
  readonly read: () => readonly Progress[]
  /** Returns releases that were sent from this ledger, the newest last. */
  readonly releases: () => readonly string[]
  /**
   * Writes the progress of the ledger, once that is durable. A failure is not reported: a later reader finds an older mark.
   *
   * @param releases releases that are being sent; a new one is flushed
   */
  readonly raise: (progress: Progress, releases?: readonly string[]) => void
  readonly close: () => void
}

/**
 * The progress of a ledger, in files: a line that is flushed when a run makes its first claim of a release, one that is
 * raised with every commit and not flushed, and a description of the ledger. A power failure may leave half of the second.
 *
 * @param ledger without an account, a mark keeps the one that it has
 */
export function marksIn(files: readonly string[], ledger: MarkedLedger): Marks {
  const descriptors = new Map<string, number>()
  const failed = new Set<string>()
  /** Releases with a flushed claim of this run. */
  const flushed = new Set<string>()
  const marks = (): readonly WrittenMark[] => files.flatMap((file) => markOf(file, ledger.lineage) ?? [])
  const closeMark = (file: string): void => {
    const descriptor = descriptors.get(file)
    descriptors.delete(file)
    if (descriptor !== undefined) closeSync(descriptor)
  }
  const flush = (file: string, { worker, sequence }: Progress, releases: readonly string[]): void => {
    const before = markOf(file, ledger.lineage)
    const sent = (before?.ledger.releases ?? []).filter((release) => !releases.includes(release))
    const account = ledger.account ?? before?.ledger.account
    const written: WrittenLedger = { ...ledger, account, releases: [...sent, ...releases].slice(-knownReleases) }
    // Another process of this ledger may have written a higher number.
    const reached = (before?.progress ?? []).map((each) => (each.worker === worker ? each.sequence : 0))
    const line = lineOf({ worker, sequence: Math.max(sequence, ...reached) })
    const descriptor = descriptors.get(file) ?? openSync(file, existsSync(file) ? 'r+' : 'w+', 0o600)
    descriptors.set(file, descriptor)
    writeSync(descriptor, `${line.repeat(2)}${JSON.stringify(written)}\n`, 0)
    fdatasyncSync(descriptor)
  }
  return {
    read: () => marks().flatMap(({ progress }) => progress),
    releases: () => marks().flatMap((mark) => mark.ledger.releases),
    raise: (progress, releases = []) => {
      const isFlushed = releases.every((release) => flushed.has(release))
      for (const release of releases) flushed.add(release)
      for (const file of files.filter((each) => !failed.has(each))) {
        try {
          const descriptor = descriptors.get(file)
          if (isFlushed && descriptor !== undefined) writeSync(descriptor, lineOf(progress), digits + 1)
          else flush(file, progress, releases)
        } catch {
          failed.add(file)
          closeMark(file)
        }
      }
    },
    close: () => files.forEach(closeMark),
  }
}

/** The marks of all ledgers that were used on this machine by this user. */
export interface KnownLedgers {
  readonly folder: string
  readonly markFile: (lineage: string) => string
  /** Returns the file to lock for a ledger, whatever its path is. */
  readonly lockFile: (lineage: string) => string
  /** Returns the place of the ledger that this machine knows for an account and a target. */
  readonly placeOf: (target: string, account: string) => string | undefined
}

/** @param stateFolder absolute path of the user's folder of state */
export function knownLedgers(stateFolder: string): KnownLedgers {
  const folder = join(stateFolder, 'ledgers')
  return {
    folder,
    markFile: (lineage) => join(folder, `${lineage}.mark`),
    lockFile: (lineage) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return join(folder, `${lineage}.lock`)
    },
    placeOf: (target, account) => {
      const ledgers = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
        name.endsWith('.mark') ? (markIn(join(folder, name))?.ledger ?? []) : [],
      )
      return ledgers.find((ledger) => ledger.target === target && ledger.account === account)?.place
    },
  }
}

export function unmarked(folder: string, error: unknown): LedgerNotice {
  return { folder, code: errorName(error instanceof LedgerError ? error.cause : error) }
}
