import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../make-folder.ts'
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
      makeFolder(this.#folder, 0o700)
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

/** What records outcomes in the database. */
interface Recording {
  readonly record: (outcomes: readonly LateOutcome[]) => Promise<void>
  /** Whether an error means that the connection was lost. */
  readonly isLost: (error: unknown) => boolean
  /** Rejects when the database stays away. */
  readonly reconnect: (lost: unknown) => Promise<void>
}

interface Waiting {
  readonly outcomes: readonly LateOutcome[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  kept?: ReturnType<OutcomeFile['keep']>
}

/** Records outcomes: what is waiting when the database has time for it, all at once. */
export class OutcomeQueue {
  readonly #file: OutcomeFile
  readonly #recording: Recording
  readonly #waiting: Waiting[] = []
  #isRecording = false

  constructor(file: OutcomeFile, recording: Recording) {
    this.#file = file
    this.#recording = recording
  }

  /**
   * Resolves when the database has the outcomes, if need be once it is there again.
   *
   * @param isAway whether it is known not to be there: then they are kept on this machine first
   */
  add(outcomes: readonly LateOutcome[], isAway: boolean): Promise<void> {
    const recorded = new Promise<void>((resolve, reject) => this.#waiting.push({ outcomes, resolve, reject }))
    if (isAway) this.#keep()
    if (!this.#isRecording) void this.#recordWaiting()
    return recorded
  }

  async #recordWaiting(): Promise<void> {
    this.#isRecording = true
    for (let group = [...this.#waiting]; group.length > 0; group = [...this.#waiting]) {
      try {
        await this.#recordInTime(group.flatMap(({ outcomes }) => outcomes))
        this.#waiting.splice(0, group.length)
        for (const { kept, resolve } of group) {
          kept?.remove()
          resolve()
        }
      } catch (error) {
        // Where the database stays away, it does so for all that came meanwhile.
        const failed = this.#waiting.splice(0, this.#recording.isLost(error) ? this.#waiting.length : group.length)
        for (const { reject } of failed) reject(error)
      }
    }
    this.#isRecording = false
  }

  async #recordInTime(outcomes: readonly LateOutcome[]): Promise<void> {
    for (;;) {
      try {
        await this.#recording.record(outcomes)
        return
      } catch (error) {
        // Also where the server takes nothing, as with a full disk: the next start on this machine records them.
        this.#keep()
        if (!this.#recording.isLost(error)) throw error
        await this.#recording.reconnect(error)
      }
    }
  }

  #keep(): void {
    for (const each of this.#waiting) each.kept ??= this.#file.keep(each.outcomes)
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
