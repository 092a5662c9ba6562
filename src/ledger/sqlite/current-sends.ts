import type { Connection } from './connection.ts'
import { progressNames, type SendProgress } from './progress.ts'

/** How far sends are that the table `send` does not know yet; `version` is another one when they changed. */
export type Ahead = () => { readonly version: string; readonly read: () => ReadonlyMap<number, SendProgress> }

/**
 * How far sends are at this moment: the table `send` with what only the claim log knows yet. Statements read it as
 * `current`, which has the columns of `send` that say so; what is ahead of the table is of bounded size.
 */
export class CurrentSends {
  readonly #connection: Connection
  readonly #aheadOf: Ahead
  #version: string | undefined
  #ahead: ReadonlyMap<number, SendProgress> = new Map()

  /** @param ahead is asked within a snapshot */
  constructor(connection: Connection, ahead: Ahead) {
    this.#connection = connection
    this.#aheadOf = ahead
  }

  /** Reads in a snapshot in which `current` is up to date. */
  read<T>(work: (ahead: ReadonlyMap<number, SendProgress>) => T): T {
    try {
      return this.#connection.snapshot(() => {
        this.#follow()
        return work(this.#ahead)
      })
    } catch (error) {
      // What was made of the log is taken back with the rest.
      this.#version = undefined
      throw error
    }
  }

  #follow(): void {
    const { version, read } = this.#aheadOf()
    if (version === this.#version) return
    if (this.#version === undefined) this.#connection.exec(overlay)
    this.#connection.run('DELETE FROM temp.ahead')
    const insert = `INSERT INTO temp.ahead VALUES (?${', ?'.repeat(progressNames.length)})`
    const sends = read()
    for (const [row, progress] of sends) {
      this.#connection.run(insert, row, ...progressNames.map((name) => progress[name]))
    }
    // A claim counts its attempt up, so of two the later one is known by it; the table has what is settled for good.
    this.#connection.run(
      'DELETE FROM temp.ahead WHERE attempt <= (SELECT attempt FROM send WHERE send.row = ahead.row)',
    )
    const left = this.#connection.all('SELECT row FROM temp.ahead').map(({ row }) => Number(row))
    this.#ahead = new Map(
      left.map((row) => [row, sends.get(row)]).filter((each): each is [number, SendProgress] => each[1] !== undefined),
    )
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
