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

function progressIn(line: string): readonly Progress[] {
  const known = /^\d{16}$/.test(line) ? Number(line) : 0
  return known === 0 ? [] : [{ worker: Math.floor(known / workerStep), sequence: known % workerStep }]
}

/**
 * The progress of a ledger, in a file: a line that is flushed when a run makes its first claim of a release, one that is
 * raised with every commit and not flushed, and a description of the ledger. A power failure may leave half of the second.
 */
export class Mark {
  readonly #file: string
  readonly #lineage: string
  /** Releases with a flushed claim of this run. */
  readonly #releases = new Set<string>()
  #descriptor: number | undefined
  #hasFailed = false

  constructor(file: string, lineage: string) {
    this.#file = file
    this.#lineage = lineage
  }

  /** Returns the least that the ledger has reached; nothing if there is no readable mark of this ledger. */
  read(): readonly Progress[] {
    try {
      if (aboutIn(this.#file)?.lineage !== this.#lineage) return []
      return readFileSync(this.#file, 'utf8').split('\n').slice(0, 2).flatMap(progressIn)
    } catch {
      return []
    }
  }

  /** Returns releases that were sent from this ledger, the newest last. */
  releases(): readonly string[] {
    const about = aboutIn(this.#file)
    return about?.lineage === this.#lineage ? about.releases : []
  }

  /**
   * Writes the progress of the ledger, once that is durable. A failure is not reported: a later reader finds an older mark.
   *
   * @param about without an account, the mark keeps the one that it has
   * @param releases releases that are being sent; a new one is flushed
   */
  raise(progress: Progress, about: MarkedLedger, releases: readonly string[]): void {
    if (this.#hasFailed) return
    try {
      if (this.#descriptor !== undefined && releases.every((release) => this.#releases.has(release))) {
        writeSync(this.#descriptor, lineOf(progress), digits + 1)
      } else this.#begin(progress, about, releases)
    } catch {
      this.#hasFailed = true
      this.close()
    }
  }

  #begin(progress: Progress, about: MarkedLedger, releases: readonly string[]): void {
    for (const release of releases) this.#releases.add(release)
    const sent = this.releases().filter((release) => !releases.includes(release))
    const before = aboutIn(this.#file)
    const account = about.account ?? (before?.lineage === this.#lineage ? before.account : undefined)
    const written: WrittenLedger = { ...about, account, releases: [...sent, ...releases].slice(-knownReleases) }
    // Another process of this ledger may have written a higher number.
    const { worker } = progress
    const sequence = Math.max(
      progress.sequence,
      ...this.read().flatMap((known) => (known.worker === worker ? [known.sequence] : [])),
    )
    this.#descriptor ??= openSync(this.#file, existsSync(this.#file) ? 'r+' : 'w+', 0o600)
    writeSync(this.#descriptor, `${lineOf({ worker, sequence }).repeat(2)}${JSON.stringify(written)}\n`, 0)
    fdatasyncSync(this.#descriptor)
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}

/** All marks of one ledger. */
export class Marks {
  readonly #marks: readonly Mark[]
  readonly #about: MarkedLedger

  constructor(marks: readonly Mark[], about: MarkedLedger) {
    this.#marks = marks
    this.#about = about
  }

  readonly read = (): readonly Progress[] => this.#marks.flatMap((mark) => mark.read())

  readonly releases = (): readonly string[] => this.#marks.flatMap((mark) => mark.releases())

  readonly raise = (progress: Progress, releases: readonly string[] = []): void => {
    for (const mark of this.#marks) mark.raise(progress, this.#about, releases)
  }

  readonly close = (): void => {
    for (const mark of this.#marks) mark.close()
  }
}

/** The marks of all ledgers that were used on this machine by this user. */
export interface KnownLedgers {
  readonly folder: string
  readonly of: (lineage: string) => Mark
  /** Returns the file to lock for a ledger, whatever its path is. */
  readonly lockFile: (lineage: string) => string
  /** Returns the place of the ledger that this machine knows for an account and a target. */
  readonly placeOf: (target: string, account: string) => string | undefined
}

/** @param stateFolder absolute path of the user's folder of state */
export function knownLedgers(stateFolder: string): KnownLedgers {
  const folder = join(stateFolder, 'ledgers')
  const files = (): readonly string[] => {
    try {
      return readdirSync(folder).filter((name) => name.endsWith('.mark'))
    } catch {
      return []
    }
  }
  return {
    folder,
    of: (lineage) => new Mark(join(folder, `${lineage}.mark`), lineage),
    lockFile: (lineage) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return join(folder, `${lineage}.lock`)
    },
    placeOf: (target, account) => {
      for (const name of files()) {
        const about = aboutIn(join(folder, name))
        if (about?.target === target && about.account === account) return about.place
      }
      return undefined
    },
  }
}

function aboutIn(file: string): WrittenLedger | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8').split('\n')[2] ?? '') as WrittenLedger
  } catch {
    return undefined
  }
}

export function unmarked(folder: string, error: unknown): LedgerNotice {
  return { type: 'unmarked', folder, code: errorName(error instanceof LedgerError ? error.cause : error) }
}
