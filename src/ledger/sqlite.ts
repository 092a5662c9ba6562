import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { type Dialect, type Driver, inDialect, type Row, type Run, type SqlValue, type Statement } from './driver.ts'
import { inTurns } from './groups.ts'
import { busy, corrupt, diskFull, failed, LedgerError, notALedger } from './ledger-error.ts'

/** Time to wait for another process that writes, by a timer: a wait of the engine would block this process. */
const busyMs = 10_000
const lookAgainMs = 3

const sqliteDialect: Dialect = {
  id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  int: 'INTEGER',
  rows: (parameter) => `json_each(?${parameter}) AS j`,
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
  const database = guarded(path, () => new DatabaseSync(path, { timeout: 0, readOnly: mode === 'read' }))
  const statements = new Map<string, StatementSyncInstance>()
  const inTurn = inTurns()
  const ask = <R>(sql: Statement<R>, values: readonly SqlValue[]): readonly R[] =>
    guarded(path, () => {
      const statement = statements.get(sql) ?? database.prepare(inDialect(sql, sqliteDialect))
      statements.set(sql, statement)
      // The binding looks at the statement itself for whether it gives rows.
      return statement.all(...values) as R[]
    })
  /** Repeats work while another process blocks it. */
  const patiently = async <T>(work: () => T): Promise<T> => {
    for (const untilMs = performance.now() + busyMs; ;) {
      try {
        return work()
      } catch (error) {
        const isBusy = error instanceof LedgerError && error.code === 'busy'
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

interface Meaning {
  /** The engine's result code. */
  readonly result: number
  /** The engine's words for it: the binding leaves the code out of errors that come up between two rows. */
  readonly words: RegExp
  readonly error: (path: string, name: string) => LedgerError
}

/** Does something whose errors say what they mean for a ledger; any other error is a defect and stays as it is. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw errorOf(error, path)
  }
}

/** Returns what an error of the engine or of the file system means for a ledger. */
export function errorOf(error: unknown, path: string): unknown {
  if (error instanceof LedgerError || !(error instanceof Error)) return error
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown }
  const meant = code === 'ERR_SQLITE_ERROR' ? meaningOf(error, errcode) : systemMeaningOf(code)
  return meant ? Object.assign(meant(path, errorName(error)), { cause: error }) : error
}

function meaningOf({ message }: Error, errcode: unknown): Meaning['error'] | undefined {
  // The lower byte is the result, the rest says more about it.
  const result = typeof errcode === 'number' ? errcode & 0xff : undefined
  return meanings.find((one) => (result === undefined ? one.words.test(message) : one.result === result))?.error
}

function systemMeaningOf(code: unknown): Meaning['error'] | undefined {
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull
  return code === 'EROFS' ? readOnly : failed
}

/** Returns the name of the system or the engine for an error, or its message if it has none. */
export function errorName(error: unknown): string {
  const { code, sqliteCodeName, message } = error as { readonly [key: string]: unknown }
  const name = code === 'ERR_SQLITE_ERROR' ? sqliteCodeName : code
  return typeof name === 'string' ? name : String(message)
}

const readOnly = (path: string): LedgerError =>
  new LedgerError('read-only', {
    en: [`${path}: may not be written.`, 'Make the file and its folder writable: what cannot be recorded is not sent.'],
    ko: [`${path}: 쓸 수 없습니다.`, '파일과 폴더에 쓰기 권한을 주세요. 기록할 수 없는 메시지는 발송하지 않습니다.'],
  })

const meanings: readonly Meaning[] = [
  // Statements are right, so the tables are not those of a ledger.
  { result: 1, words: /^(?:no such (?:table|column)|.*malformed database schema|.*has no column)/, error: corrupt },
  { result: 5, words: /database is locked/, error: busy },
  { result: 6, words: /table is locked/, error: busy },
  { result: 3, words: /access permission denied/, error: readOnly },
  { result: 8, words: /readonly database/, error: readOnly },
  { result: 10, words: /disk I\/O error/, error: failed },
  { result: 11, words: /malformed/, error: corrupt },
  { result: 13, words: /disk is full/, error: diskFull },
  { result: 14, words: /unable to open database/, error: failed },
  { result: 19, words: /CHECK constraint/, error: corrupt },
  { result: 26, words: /not a database/, error: notALedger },
]
