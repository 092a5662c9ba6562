import {
  mkdirSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { LedgerNotice } from './ledger-error.ts'

/** What a machine knows of a ledger beside the ledger itself. */
export interface MarkedLedger {
  readonly lineage: string
  readonly target: string
  /** The user ID whose messages it sends; absent for the emulator that a deploy starts. */
  readonly account?: string | undefined
  /** Where it was used last: a path, or the address of a database. */
  readonly place: string
}

/** What is written of a ledger: beside it the releases that were sent from it last. */
interface WrittenLedger extends MarkedLedger {
  readonly releases: readonly string[]
}

/** How far a ledger is: its worker, and the number of that worker's last commit with claims. */
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

function progressIn(line: string | undefined): number {
  return line !== undefined && /^\d{16}$/.test(line) ? Number(line) : 0
}

/**
 * How far a ledger is, in a file: a line that is flushed when a run makes its first claim of a release, one that is raised with
 * every commit and not flushed, and what is known of the ledger. A power failure may leave half of the second one.
 */
export class Mark {
  readonly #file: string
  readonly #lineage: string
  readonly #releases = new Set<string>()
  #descriptor: number | undefined
  #hasFailed = false

  constructor(file: string, lineage: string) {
    this.#file = file
    this.#lineage = lineage
  }

  /** Undefined where none of this ledger is there that can be read. */
  read(): Progress | undefined {
    try {
      if (aboutIn(this.#file)?.lineage !== this.#lineage) return undefined
      const [first, second] = readFileSync(this.#file, 'utf8').split('\n')
      const known = Math.max(progressIn(first), progressIn(second))
      return known === 0 ? undefined : { worker: Math.floor(known / workerStep), sequence: known % workerStep }
    } catch {
      return undefined
    }
  }

  /** Releases that were sent from this ledger, the last one last. */
  releases(): readonly string[] {
    const about = aboutIn(this.#file)
    return about?.lineage === this.#lineage ? about.releases : []
  }

  /**
   * Takes down how far the ledger is, once that is durable. What fails here fails for the next one who reads it, so nothing
   * is said.
   *
   * @param releases what is sent from it; a new one is written through
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
    for (const release of [...this.releases(), ...releases]) {
      this.#releases.delete(release)
      this.#releases.add(release)
    }
    const written: WrittenLedger = { ...about, releases: [...this.#releases].slice(-knownReleases) }
    this.#descriptor ??= openSync(this.#file, existsSync(this.#file) ? 'r+' : 'w+', 0o600)
    writeSync(this.#descriptor, `${lineOf(progress).repeat(2)}${JSON.stringify(written)}\n`, 0)
    fdatasyncSync(this.#descriptor)
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}

/** The marks of all ledgers that were used on this machine by this user. */
export interface KnownLedgers {
  readonly folder: string
  readonly of: (lineage: string) => Mark
  /** Where to lock a ledger, under whatever path it is used. */
  readonly lockFile: (lineage: string) => string
  /** Where this machine knows a ledger of an account and a target to be. */
  readonly placeOf: (target: string, account: string) => string | undefined
}

/** A ledger that was not used for so long is forgotten, so that files do not pile up. */
const forgottenAfterMs = 400 * 24 * 3_600_000

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
      for (const name of files()) forgetOld(folder, name.slice(0, -'.mark'.length))
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

function forgetOld(folder: string, lineage: string): void {
  const mark = join(folder, `${lineage}.mark`)
  const isGone = (place: string): boolean => place.startsWith('/') && !existsSync(place)
  try {
    const isOld = Date.now() - statSync(mark).mtimeMs > forgottenAfterMs
    const about = aboutIn(mark)
    // One that is gone within the year may come back from a backup.
    if (!isOld || (about && !isGone(about.place))) return
    for (const ending of ['mark', 'lock', 'lock-holder']) rmSync(join(folder, `${lineage}.${ending}`), { force: true })
  } catch {
    // Another process was quicker.
  }
}

function aboutIn(file: string): WrittenLedger | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8').split('\n')[2] ?? '') as WrittenLedger
  } catch {
    return undefined
  }
}

/** Says that nothing can be written in the folder of the marks. */
export function unmarked(folder: string, error: unknown): LedgerNotice {
  const { code } = error as { readonly code?: unknown }
  return { type: 'unmarked', folder, code: typeof code === 'string' ? code : String(error) }
}
