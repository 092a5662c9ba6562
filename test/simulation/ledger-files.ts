// What people do to the files of a ledger: they keep copies and backups of it, put them in its place, and move it.
import { basename, dirname, join, sep } from 'node:path'
import { type Folder, mkdirSync, rmSync, writeFileSync } from './file-system.ts'
import type { Random } from './world.ts'

/** A move of the ledger from one path to another. */
export interface Move {
  readonly from: string
  readonly to: string
}

/** What somebody keeps of a ledger: all files as they were, or what `backup` wrote. */
interface Kept {
  readonly files: ReadonlyMap<string, Buffer>
  readonly path: string
  readonly place: string
  readonly move?: Move | undefined
  /** Of a backup: whether every release is in it. */
  readonly hasAll?: boolean
}

export class LedgerFiles {
  /** What `backup` writes. */
  readonly backup: string
  /** Where the configuration says that the ledger is. */
  path: string
  /** A move that has not come to its end. */
  move: Move | undefined
  /** Where the ledger is, whatever the configuration says. */
  #place: string
  readonly #disk: Folder
  readonly #places: readonly [string, string]
  #kept: Kept | undefined

  constructor(disk: Folder) {
    this.#disk = disk
    this.#places = [join(disk.path, 'ledger', placeName), join(disk.path, 'ledger-moved', placeName)]
    this.path = this.#places[0]
    this.#place = this.path
    this.backup = join(disk.path, 'backup.db')
  }

  /** The move that is to be finished, or one to the other path. */
  nextMove(): Move {
    const [one, other] = this.#places
    return this.move ?? { from: this.path, to: this.path === one ? other : one }
  }

  endMove({ to }: Move): void {
    this.#place = to
    this.move = undefined
  }

  keepCopy(): void {
    this.#kept = { files: this.#files(), path: this.path, place: this.#place, move: this.move }
  }

  /** Copies the ledger's files to another folder. @returns the path of the ledger there */
  copyTo(folder: string): string {
    mkdirSync(folder, { recursive: true })
    for (const [path, data] of this.#files())
      if (dirname(path) === dirname(this.#place)) writeFileSync(join(folder, basename(path)), data)
    return join(folder, placeName)
  }

  /**
   * Takes the backup away from the machine, or what is left of one that was not written to its end.
   *
   * @param hasAll whether every release of the run is in it
   */
  takeBackup(hasAll: boolean): void {
    for (const [path, data] of this.#disk.copy()) {
      const place = this.#place
      if (path === this.backup) this.#kept = { files: new Map([[place, data]]), path: place, place, hasAll }
      if (path.startsWith(this.backup)) rmSync(path)
    }
  }

  /**
   * Puts what is kept in the place of what is there. What the machine knows of the ledger stays, or a backup comes to another
   * machine, which knows nothing: only where it has every release, as nobody there knows of those that were begun since.
   *
   * @param stateFolder what the machine knows
   * @returns whether it is another one now
   */
  useKept(random: Random, stateFolder: string): boolean {
    const kept = this.#kept
    // Whoever moves a ledger ends that first.
    const isBackup = kept?.hasAll !== undefined
    if (kept === undefined || (isBackup && this.move)) return false
    const before = this.#files()
    let after = kept.files
    if (isBackup) {
      this.path = this.#place
      // The write-ahead log beside it is another file's; what else is there is removed, or left.
      const isCleared = random.chance(0.5)
      const isLog = (path: string): boolean => path === `${this.path}-wal` || path === `${this.path}-shm`
      const isBeside = (path: string): boolean => dirname(path) === dirname(this.path)
      const others = [...before].filter(([path]) => !(isCleared ? isBeside(path) : isLog(path)))
      after = new Map([...others, ...[...after.values()].map((data) => [this.path, data] as const)])
    } else {
      this.path = kept.path
      this.#place = kept.place
      this.move = kept.move
    }
    const isSame = [...before].every(([path, data]) => after.get(path)?.equals(data) === true)
    if (isSame && before.size === after.size) return false
    const isElsewhere = isBackup && random.chance(0.5) && kept.hasAll
    const beside = [...this.#disk.copy()].filter(
      ([path]) => !this.#isOfLedger(path) && !(isElsewhere && path.startsWith(`${stateFolder}${sep}`)),
    )
    this.#disk.restore(new Map([...beside, ...after]))
    // Whoever writes over a file keeps what it is known by.
    if (isElsewhere || random.chance(0.5)) for (const place of this.#places) this.#disk.inodes.delete(place)
    return true
  }

  #files(): ReadonlyMap<string, Buffer> {
    return new Map([...this.#disk.copy()].filter(([path]) => this.#isOfLedger(path)))
  }

  #isOfLedger(path: string): boolean {
    return this.#places.some((place) => dirname(place) === dirname(path))
  }
}

const placeName = 'ledger.production.db'

/** What the configuration has to say for a ledger at a path, which has the name of its target. */
export function settingOf(path: string): string {
  return join(dirname(path), basename(path).replace('.production', ''))
}
