import type { Connection } from './connection.ts'
import { journalVersion, readJournal } from './journal.ts'
import { progressNames, type SendProgress } from './progress.ts'

/**
 * How far sends are at this moment: the table `send` with what only the journal knows yet. Statements read it as
 * `current`, which has the columns of `send` that say so; what is in the journal alone is of bounded size.
 */
export class CurrentSends {
  readonly #connection: Connection
  #version: string | undefined
  #ahead: ReadonlyMap<number, SendProgress> = new Map()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Reads in a snapshot in which `current` is up to date. */
  read<T>(work: (ahead: ReadonlyMap<number, SendProgress>) => T): T {
    try {
      return this.#connection.snapshot(() => {
        this.#follow()
        return work(this.#ahead)
      })
    } catch (error) {
      // What was made of the journal is taken back with the rest.
      this.#version = undefined
      throw error
    }
  }

  #follow(): void {
    const version = journalVersion(this.#connection)
    if (version === this.#version) return
    if (this.#version === undefined) this.#connection.exec(overlay)
    this.#ahead = readJournal(this.#connection)
    this.#connection.run('DELETE FROM temp.ahead')
    const insert = `INSERT INTO temp.ahead VALUES (?${', ?'.repeat(progressNames.length)})`
    for (const [row, progress] of this.#ahead) {
      this.#connection.run(insert, row, ...progressNames.map((name) => progress[name]))
    }
    this.#version = version
  }
}

const ahead = progressNames.map((name) => `iif(ahead.row IS NULL, send.${name}, ahead.${name}) AS ${name}`)

/** Of the connection alone: it is gone with it, and needs no file. */
const overlay = `
CREATE TEMP TABLE IF NOT EXISTS ahead (row INTEGER PRIMARY KEY, ${progressNames.join(', ')});
CREATE TEMP VIEW IF NOT EXISTS current AS
SELECT send.row, send.message, send.recipient, ${ahead.join(', ')} FROM send NOT INDEXED LEFT JOIN temp.ahead USING (row);
`
