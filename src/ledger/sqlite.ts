import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { existsSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Dialect, type Driver, type Row, type Run, type SqlValue, statementsOf } from './driver.ts'
import { LedgerError, type LedgerProblem } from './ledger-error.ts'

/** How long another process that writes is waited for. It is looked again by a timer: the engine itself would stop all else. */
const busyMs = 10_000
const lookAgainMs = 3

const sqliteDialect: Dialect = {
  id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  int: 'INTEGER',
  rows: (parameter) => `json_each(${parameter}) AS j`,
  lock: () => '',
  share: () => '',
  free: '',
  // Rows that shrink make the engine move others, and copies of them stay behind.
  forget: `UPDATE personal SET data = zeroblob(length(CAST(data AS BLOB)))
    WHERE id IN (SELECT j.value ->> 0 FROM json_each(?1) AS j)`,
  keepOthersOut: [],
  copied: () => [],
}

/** A SQLite file. A reader sees what is committed while another process writes. */
export interface SqliteDriver extends Driver {
  /** Runs statements that are not of the ledger's, at once. */
  readonly pragma: (sql: string) => readonly Row[]
}

/** @throws LedgerError for a file that cannot be used */
export function openSqlite(path: string, mode: 'read' | 'write'): SqliteDriver {
  const database = guarded(path, () => (mode === 'read' ? openToRead(path) : new DatabaseSync(path, { timeout: 0 })))
  const statements = new Map<string, StatementSyncInstance>()
  const textOf = statementsOf(sqliteDialect)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  const ask = (sql: string, values: readonly SqlValue[]): readonly Row[] =>
    guarded(path, () => {
      const statement = statements.get(sql) ?? database.prepare(textOf(sql))
      statements.set(sql, statement)
      // The binding looks at the statement itself for whether it gives rows.
      return statement.all(...values) as Row[]
    })
  /** Repeats what another process keeps from being done. */
  const patiently = async <T>(work: () => T): Promise<T> => {
    for (const untilMs = performance.now() + busyMs; ;) {
      try {
        return work()
      } catch (error) {
        const isBusy = error instanceof LedgerError && error.problem.type === 'busy'
        if (!isBusy || performance.now() > untilMs) throw error
        await delay(lookAgainMs)
      }
    }
  }
  const run: Run = (sql, ...values) => inTurn(() => patiently(() => ask(sql, values)))
  const exec = (sql: string): void => guarded(path, () => database.exec(sql))
  try {
    // A reader makes backups, whose pages keep no copies of rows either.
    exec(
      'PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768; PRAGMA secure_delete = ON',
    )
    if (mode === 'write') {
      // On macOS an ordinary flush ends in the disk's own cache.
      exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON')
    }
  } catch (error) {
    database.close()
    throw error
  }
  return {
    path,
    dialect: sqliteDialect,
    run,
    transaction: (work) =>
      inTurn(async () => {
        await patiently(() => exec('BEGIN IMMEDIATE'))
        try {
          const result = await work(async (sql, ...values) => ask(sql, values))
          exec('COMMIT')
          return result
        } catch (error) {
          if (database.isTransaction) database.exec('ROLLBACK')
          throw error
        }
      }),
    pragma: (sql) => guarded(path, () => database.prepare(sql).all() as Row[]),
    close: () =>
      inTurn(async () => {
        statements.clear()
        if (database.isOpen) database.close()
      }),
  }
}

/** Opens a file to read it, also in a folder in which nothing can be written: then it cannot change meanwhile. */
function openToRead(path: string): DatabaseSyncInstance {
  const options = { timeout: 0, readOnly: true } as const
  const database = new DatabaseSync(path, options)
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').all()
    return database
  } catch (error) {
    database.close()
    const { problem } = problemOf(error, path) as Partial<LedgerError>
    const hasLog = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0
    if (hasLog || !(problem?.type === 'failed' || problem?.type === 'read-only')) throw error
    const unchanging = pathToFileURL(path)
    unchanging.searchParams.set('immutable', '1')
    return new DatabaseSync(unchanging, options)
  }
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
  { result: 19, words: /CHECK constraint/, problem: (path, detail) => ({ type: 'corrupt', path, detail }) },
  { result: 26, words: /not a database/, problem: (path) => ({ type: 'not-a-ledger', path }) },
]

/** Does something whose errors say what they mean for a ledger; any other error is a defect and stays as it is. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw problemOf(error, path)
  }
}

/** Returns what an error of the engine or of the file system means for a ledger. */
export function problemOf(error: unknown, path: string): unknown {
  if (error instanceof LedgerError || !(error instanceof Error)) return error
  const { code, errcode, sqliteCodeName } = error as Error & {
    readonly code?: unknown
    readonly errcode?: unknown
    readonly sqliteCodeName?: unknown
  }
  if (code !== 'ERR_SQLITE_ERROR') return systemProblem(error, code, path)
  // The lower byte is the result, the rest says more about it.
  const result = typeof errcode === 'number' ? errcode & 0xff : undefined
  const meaning = meanings.find((one) => (result === undefined ? one.words.test(error.message) : one.result === result))
  const detail = typeof sqliteCodeName === 'string' ? sqliteCodeName : error.message
  return meaning ? new LedgerError(meaning.problem(path, detail), { cause: error }) : error
}

function systemProblem(error: Error, code: unknown, path: string): unknown {
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') return new LedgerError({ type: 'disk-full', path }, { cause: error })
  if (code === 'EROFS') return new LedgerError({ type: 'read-only', path }, { cause: error })
  return new LedgerError({ type: 'failed', path, code }, { cause: error })
}
