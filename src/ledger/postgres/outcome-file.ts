import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../durable-file.ts'
import { textChecksum } from '../identity.ts'
import type { SendProgress } from '../states.ts'

/** The outcome of a claimed send that the database has not been told. It has no personal data. */
export interface LateOutcome {
  readonly row: number
  readonly release: number
  /** Its keyed hash: when the ledger was moved meanwhile, its row has another number. */
  readonly recipient: string
  readonly progress: SendProgress
}

/** Outcomes in files of this machine, for the time in which the database cannot be reached. */
export class OutcomeFile {
  readonly #folder: string | undefined
  readonly #start: string
  #files = 0

  /** @param folder absolute path; nothing is kept without one */
  constructor(folder: string | undefined, lineage: string) {
    this.#folder = folder
    this.#start = `${lineage}-outcomes-`
  }

  /** Writes outcomes through to the disk. */
  keep(outcomes: readonly LateOutcome[]): { readonly remove: () => void } {
    if (this.#folder === undefined) return { remove() {} }
    const file = join(this.#folder, `${this.#start}${process.pid}-${this.#files++}.json`)
    const text = JSON.stringify(outcomes)
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      replaceFile(file, Buffer.from(`${textChecksum(text)}\n${text}\n`))
    } catch {
      // They are in memory; only when the process dies too they become unknown.
    }
    return { remove: () => rmSync(file, { force: true }) }
  }

  /** Returns what processes of this machine left that are no more. */
  left(): readonly { readonly outcomes: readonly LateOutcome[]; readonly remove: () => void }[] {
    const folder = this.#folder
    if (folder === undefined || !existsSync(folder)) return []
    const names = readdirSync(folder).filter((name) => name.startsWith(this.#start) && name.endsWith('.json'))
    return names.flatMap((name) => {
      const pid = Number(name.slice(this.#start.length).split('-')[0])
      if (pid !== process.pid && isAlive(pid)) return []
      const file = join(folder, name)
      const [checksum, text = ''] = readFileSync(file, 'utf8').split('\n')
      // A file that is not whole says nothing: its sends become unknown.
      const outcomes = checksum === textChecksum(text) ? (JSON.parse(text) as readonly LateOutcome[]) : []
      return [{ outcomes, remove: () => rmSync(file, { force: true }) }]
    })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
