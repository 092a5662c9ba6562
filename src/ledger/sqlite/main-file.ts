import { LedgerError } from '../ledger-error.ts'
import type { Connection, SqlValue } from './connection.ts'
import { sealOf } from './seal.ts'

/** How far the main file of a ledger is. */
export interface LedgerState {
  /** How often it was changed, apart from taking claims and outcomes over from the claim log. */
  readonly changes: number
  /** The run that is sending, or that was when its process ended; null when the file was closed in order. */
  readonly run: string | null
  /** Number of the entry of the claim log that comes next, as far as the main file knows while a run is sending. */
  readonly next: number
  /** The entry from which on the table `send` may not have everything, and where it begins in bytes. */
  readonly replayFrom: number
  readonly replayOffset: number
}

const columns = ['changes', 'run', 'next', 'replay_from', 'replay_offset'] as const

/** @throws LedgerError `corrupt` for a state that is not what was written */
export function readState(connection: Connection): LedgerState {
  const row = connection.get(`SELECT ${columns.join(', ')}, seal FROM state`)
  const values = columns.map((name) => row?.[name] ?? null)
  if (row?.['seal'] !== sealOf(connection.secret, 'state', values)) {
    throw new LedgerError({ type: 'corrupt', path: connection.path, detail: 'state' })
  }
  const [changes, run, next, replayFrom, replayOffset] = values
  return {
    changes: Number(changes),
    run: run === null ? null : String(run),
    next: Number(next),
    replayFrom: Number(replayFrom),
    replayOffset: Number(replayOffset),
  }
}

/** Within a transaction. */
export function writeState(connection: Connection, state: LedgerState): void {
  const { changes, run, next, replayFrom, replayOffset } = state
  const values: readonly SqlValue[] = [changes, run, next, replayFrom, replayOffset]
  const sql = `INSERT OR REPLACE INTO state (one, ${columns.join(', ')}, seal) VALUES (1, ?, ?, ?, ?, ?, ?)`
  connection.run(sql, ...values, sealOf(connection.secret, 'state', values))
}

/** The main file of a ledger that this process changes: every change says how far the file is then. */
export class MainFile {
  readonly connection: Connection
  /** Is told of every change once it is on the disk. */
  onChange: () => void = () => {}
  #state: LedgerState

  constructor(connection: Connection, state: LedgerState) {
    this.connection = connection
    this.#state = state
  }

  get state(): LedgerState {
    return this.#state
  }

  /** Changes something, as a whole or not at all. */
  change<T>(work: () => T): T {
    const result = this.#write({ ...this.#state, changes: this.#state.changes + 1 }, work)
    this.onChange()
    return result
  }

  /** Takes over what stands in the claim log, or says that a run begins or is over. */
  follow(to: Partial<Omit<LedgerState, 'changes'>>, work: () => void = () => {}): void {
    this.#write({ ...this.#state, ...to }, work)
  }

  #write<T>(state: LedgerState, work: () => T): T {
    const result = this.connection.transaction(() => {
      const done = work()
      writeState(this.connection, state)
      return done
    })
    this.#state = state
    return result
  }
}
