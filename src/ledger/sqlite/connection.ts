import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { stateOf, systemError } from '../durable-file.ts'
import type { StoredValue } from '../identity.ts'
import { LedgerError, type LedgerProblem } from '../ledger-error.ts'

export interface SqlRow {
  readonly [column: string]: StoredValue
}

/** Another program may hold the file for a moment, such as one that copies it. */
const waitMs = 5_000
/** Of the engine's cache: rows that are added one behind the other need few pages. */
const cacheKiB = { 'any-order': 32_768, appending: 4_096 } as const

/** An open ledger file: statements are prepared once, and every error says what it means for the ledger. */
export class Connection {
  readonly path: string
  readonly #database: DatabaseSyncInstance
  readonly #statements = new Map<string, StatementSyncInstance>()
  readonly #file: string
  /** Of the seals; it is known once the ledger said what it is. */
  secret: Uint8Array = new Uint8Array()
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
      database.exec(`PRAGMA cache_size = -${cacheKiB['any-order']}; PRAGMA secure_delete = ON`)
      return new Connection(path, database)
    } catch (error) {
      database?.close()
      throw problemOf(error, path)
    }
  }

  /** Opens a file, works on it, and closes it. */
  static using<T>(path: string, mode: 'read' | 'write', work: (connection: Connection) => T): T {
    const connection = Connection.open(path, mode)
    try {
      return work(connection)
    } finally {
      connection.close()
    }
  }

  /**
   * Makes commits durable.
   *
   * A rollback journal, so that the main file alone holds every commit: of a write-ahead log that is lost or damaged the
   * engine says nothing, and goes on from what the file held before. Claims and outcomes are in the claim log, so what a
   * commit takes here, and a reader who holds it up, are in nobody's way.
   */
  makeDurable(): void {
    const mode = this.get('PRAGMA journal_mode = TRUNCATE')?.['journal_mode']
    // Somebody else has the file open with a write-ahead log.
    if (mode !== 'truncate') throw new LedgerError({ type: 'busy', path: this.path })
    // On macOS an ordinary flush ends in the disk's own cache.
    this.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON')
  }

  all(sql: string, ...values: readonly StoredValue[]): readonly SqlRow[] {
    return this.#guard(() => this.#statement(sql).all(...values) as SqlRow[])
  }

  get(sql: string, ...values: readonly StoredValue[]): SqlRow | undefined {
    return this.#guard(() => this.#statement(sql).get(...values) as SqlRow | undefined)
  }

  /** @returns how many rows changed and the number of the last one inserted */
  run(sql: string, ...values: readonly StoredValue[]): { readonly changes: number; readonly row: number } {
    return this.#guard(() => {
      const { changes, lastInsertRowid } = this.#statement(sql).run(...values)
      return { changes, row: Number(lastInsertRowid) }
    })
  }

  /** Makes the cache as large as what comes needs. */
  cacheFor(access: keyof typeof cacheKiB): void {
    this.exec(`PRAGMA cache_size = -${cacheKiB[access]}`)
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
    this.run('BEGIN IMMEDIATE')
    let result: T
    try {
      this.checkAlone()
      result = work()
    } catch (error) {
      this.#rollBack()
      throw error
    }
    try {
      this.run('COMMIT')
    } catch (error) {
      // Somebody reads: nothing was written.
      const isHeldUp = error instanceof LedgerError && error.problem.type === 'busy'
      if (!isHeldUp) this.giveUp(error)
      this.#rollBack()
      throw error
    }
    return result
  }

  /** Does something as a whole or not at all in a file that other processes write to as well. */
  transactionBesideOthers<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.run('COMMIT')
      return result
    } finally {
      this.#rollBack()
    }
  }

  /**
   * Whoever else writes has no lock or does not know of it, and what is in memory here is not what is in the file.
   *
   * @throws LedgerError when the file was written by others, moved or replaced
   */
  checkAlone(): void {
    // What is written to a file without a name is lost, and everything in it would be sent again.
    if (fileAt(this.path) !== this.#file) this.#giveUpAs('moved')
    const version = Number(this.get('PRAGMA data_version')?.['data_version'])
    if (this.#version !== undefined && this.#version !== version) this.#giveUpAs('changed')
    this.#version = version
  }

  #giveUpAs(type: 'moved' | 'changed'): never {
    const error = new LedgerError({ type, path: this.path })
    this.giveUp(error)
    throw error
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

  /** Why nothing is written any more. */
  get broken(): LedgerProblem | undefined {
    return this.#broken
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
    if (this.#database.isOpen) this.#database.close()
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
    return guarded(this.path, work)
  }
}

/** Returns which file has the name now. */
function fileAt(path: string): string {
  const state = stateOf(path)
  return state === undefined ? 'none' : `${state.dev} ${state.ino}`
}

interface Meaning {
  /** The engine's result code. */
  readonly result: number
  /** The engine's words for it: the binding leaves the code out of errors that come up between two rows. */
  readonly words: RegExp
  readonly problem: (path: string, detail: string) => LedgerProblem
}

const meanings: readonly Meaning[] = [
  // Statements are right, so the tables are not those of a ledger.
  {
    result: 1,
    words: /^(?:no such (?:table|column)|.*malformed database schema|.*has no column)/,
    problem: (path, detail) => ({ type: 'corrupt', path, detail }),
  },
  { result: 5, words: /database is locked/, problem: (path) => ({ type: 'busy', path }) },
  { result: 6, words: /table is locked/, problem: (path) => ({ type: 'busy', path }) },
  { result: 3, words: /access permission denied/, problem: (path) => ({ type: 'read-only', path }) },
  { result: 8, words: /readonly database/, problem: (path) => ({ type: 'read-only', path }) },
  { result: 10, words: /disk I\/O error/, problem: (path, code) => ({ type: 'failed', path, code }) },
  { result: 11, words: /malformed/, problem: (path, detail) => ({ type: 'corrupt', path, detail }) },
  { result: 13, words: /disk is full/, problem: (path) => ({ type: 'disk-full', path }) },
  { result: 14, words: /unable to open database/, problem: (path, code) => ({ type: 'failed', path, code }) },
  { result: 18, words: /too big/, problem: (path, detail) => ({ type: 'corrupt', path, detail }) },
  { result: 20, words: /datatype mismatch/, problem: (path, detail) => ({ type: 'corrupt', path, detail }) },
  { result: 26, words: /not a database/, problem: (path) => ({ type: 'not-a-ledger', path }) },
]

/**
 * Returns what an error of the engine or of the file system means for a ledger.
 *
 * @returns any other error as it is: a broken constraint or wrong SQL is a defect
 */
export function problemOf(error: unknown, path: string): unknown {
  if (error instanceof LedgerError || !(error instanceof Error)) return error
  if ((error as { readonly code?: unknown }).code !== 'ERR_SQLITE_ERROR') return systemError(error, path)
  const problem = engineProblem(error, path)
  return problem ? new LedgerError(problem, { cause: error }) : error
}

/** Does something whose errors say what they mean for a ledger. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw problemOf(error, path)
  }
}

function engineProblem(error: Error, path: string): LedgerProblem | undefined {
  const { errcode, sqliteCodeName } = error as { readonly errcode?: unknown; readonly sqliteCodeName?: unknown }
  // The lower byte is the result, the rest says more about it.
  const result = typeof errcode === 'number' ? errcode & 0xff : undefined
  const meaning = meanings.find((each) =>
    result === undefined ? each.words.test(error.message) : each.result === result,
  )
  return meaning?.problem(path, typeof sqliteCodeName === 'string' ? sqliteCodeName : error.message)
}
