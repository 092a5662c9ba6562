import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { LedgerError, type LedgerProblem } from '../ledger-error.ts'
import { stateOf } from './file-system.ts'
import { problemOf } from './problem-of.ts'

/** What a statement takes and what a row holds. */
export type SqlValue = string | number | null | Uint8Array

export interface SqlRow {
  readonly [column: string]: SqlValue
}

/** Another program may hold the file for a moment, such as one that copies it. */
const waitMs = 5_000
const cacheKiB = 32_768

/** An open ledger file: statements are prepared once, and every error says what it means for the ledger. */
export class Connection {
  readonly path: string
  readonly #database: DatabaseSyncInstance
  readonly #statements = new Map<string, StatementSyncInstance>()
  readonly #file: string
  /** Why nothing is written any more. */
  #broken: LedgerProblem | undefined
  /** The engine's number for what others have written. */
  #version: number | undefined

  private constructor(path: string, database: DatabaseSyncInstance) {
    this.path = path
    this.#database = database
    this.#file = fileAt(path)
  }

  static open(path: string, mode: 'read' | 'write'): Connection {
    let database: DatabaseSyncInstance | undefined
    try {
      database = new DatabaseSync(path, { timeout: waitMs, readOnly: mode === 'read' })
      database.exec('PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY')
      database.exec(`PRAGMA cache_size = -${cacheKiB}; PRAGMA secure_delete = ON`)
      return new Connection(path, database)
    } catch (error) {
      database?.close()
      throw problemOf(error, path)
    }
  }

  /**
   * Makes commits durable; to be called once it is clear that the file is a ledger, because it changes the file.
   *
   * Write-ahead log with FULL: one flush of the disk a commit, and readers that never hold the writer up. A rollback
   * journal takes three or four flushes, and its readers do. FULL makes a commit durable before it returns; NORMAL, the
   * usual companion of the log, may lose the last ones with the power, and a lost `inflight` is a message sent twice.
   */
  makeDurable(): void {
    const mode = this.get('PRAGMA journal_mode = WAL')?.['journal_mode']
    // A file system without shared memory keeps the engine from it.
    if (mode !== 'wal') throw new LedgerError({ type: 'failed', path: this.path, code: 'NO_WRITE_AHEAD_LOG' })
    // On macOS an ordinary flush ends in the disk's own cache.
    this.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON')
  }

  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#guard(() => this.#statement(sql).all(...values) as SqlRow[])
  }

  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined {
    return this.#guard(() => this.#statement(sql).get(...values) as SqlRow | undefined)
  }

  /** @returns how many rows changed and the number of the last one inserted */
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number; readonly row: number } {
    return this.#guard(() => {
      const { changes, lastInsertRowid } = this.#statement(sql).run(...values)
      return { changes, row: Number(lastInsertRowid) }
    })
  }

  exec(sql: string): void {
    this.#guard(() => this.#database.exec(sql))
  }

  /**
   * Does something as a whole or not at all; it is on the disk when this returns. Nothing asynchronous may happen in it.
   *
   * Once a commit failed nothing more is written: whether it is on the disk is open, and the next start will see.
   */
  transaction<T>(work: () => T): T {
    if (this.#broken) throw new LedgerError(this.#broken)
    // What is written to a file without a name is lost, and everything in it would be sent again.
    if (fileAt(this.path) !== this.#file) throw new LedgerError({ type: 'moved', path: this.path })
    this.run('BEGIN IMMEDIATE')
    let result: T
    try {
      this.#checkAlone()
      result = work()
    } catch (error) {
      this.#rollBack()
      throw error
    }
    try {
      this.run('COMMIT')
    } catch (error) {
      this.giveUp(error)
      this.#rollBack()
      throw error
    }
    return result
  }

  /** Whoever else writes has no lock or does not know of it, and what is in memory here is not what is in the file. */
  #checkAlone(): void {
    const version = Number(this.get('PRAGMA data_version')?.['data_version'])
    if (this.#version !== undefined && this.#version !== version) {
      const error = new LedgerError({ type: 'changed', path: this.path })
      this.giveUp(error)
      throw error
    }
    this.#version = version
  }

  /** Reads what belongs together, while others may write. Nothing asynchronous may happen in it. */
  snapshot<T>(work: () => T): T {
    if (this.#database.isTransaction) return work()
    this.run('BEGIN')
    try {
      const result = work()
      this.run('COMMIT')
      return result
    } finally {
      this.#rollBack()
    }
  }

  /** Nothing is written any more: what is in memory may not be what is on the disk. The first reason is told to all. */
  giveUp(reason: unknown): void {
    this.#broken ??= reason instanceof LedgerError ? reason.problem : { type: 'broken', path: this.path }
  }

  get isBroken(): boolean {
    return this.#broken !== undefined
  }

  /**
   * Moves everything out of the write-ahead log and empties it, so that no older version of a page stays in it.
   *
   * @returns false while somebody reads the log; a later call does it
   */
  emptyLog(): boolean {
    return this.get('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0
  }

  /** Does something or fails at once: waiting for others would hold up answers that are just coming in. */
  withoutWaiting<T>(work: () => T): T {
    this.exec('PRAGMA busy_timeout = 0')
    try {
      return work()
    } finally {
      this.exec(`PRAGMA busy_timeout = ${waitMs}`)
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
  }

  #statement(sql: string): StatementSyncInstance {
    const known = this.#statements.get(sql)
    if (known) return known
    const prepared = this.#database.prepare(sql)
    this.#statements.set(sql, prepared)
    return prepared
  }

  #guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw problemOf(error, this.path)
    }
  }
}

/** Which file has the name now. */
function fileAt(path: string): string {
  const state = stateOf(path)
  return state === undefined ? 'none' : `${state.dev} ${state.ino}`
}
