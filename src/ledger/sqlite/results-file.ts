import { randomUUID } from 'node:crypto'
import { linkSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { createPrivateFile, flushFolder, stateOf } from '../durable-file.ts'
import { LedgerError } from '../ledger-error.ts'
import type { MovedResult } from '../results.ts'
import { Connection, problemOf } from './connection.ts'

/** "FTRS": tells results from another SQLite file. */
const applicationId = 0x46_54_52_53
const version = 1

/**
 * Results are only added. `send` is the keyed hash of a send: no other send has it, in whatever ledger. `row` says where it
 * stood in the ledger. Of times and codes that are not there stands 0 or nothing, so that repeats are told by the index;
 * its last entry for a send is the one that counts. It begins
 * with the row: results come about in the order of the sends, and an index in the order of hashes would be written all over.
 */
const schema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE result (
  result INTEGER PRIMARY KEY,
  send TEXT NOT NULL,
  row INTEGER NOT NULL,
  code TEXT NOT NULL,
  done_at INTEGER NOT NULL,
  description TEXT,
  fallback_code TEXT NOT NULL,
  fallback_done_at INTEGER NOT NULL,
  fallback_description TEXT,
  received_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  UNIQUE (row, send, done_at, fallback_done_at, code, fallback_code)
) STRICT;
CREATE TRIGGER result_stays BEFORE DELETE ON result BEGIN SELECT RAISE(ABORT, 'a result stays'); END;
CREATE TRIGGER result_is_kept BEFORE UPDATE ON result BEGIN SELECT RAISE(ABORT, 'a result stays as it is'); END;
`

const names = [
  'send',
  'row',
  'code',
  'done_at',
  'description',
  'fallback_code',
  'fallback_done_at',
  'fallback_description',
  'received_at',
] as const

const rowsAtOnce = 1_000
const probeBytes = 16 * 1024

/** A result of a send as it is stored. */
export interface StoredResult extends MovedResult {
  readonly row: number
}

/** A result with its place in the order of arrival. */
export interface ArrivedResult extends StoredResult {
  readonly result: number
}

/** Returns where the results of a target are: beside its ledger. */
export function resultsPath(ledgerPath: string, target: string): string {
  return join(dirname(ledgerPath), `results.${target}.db`)
}

/** The file of the delivery results of a target. Several processes may add to it at the same time. */
export class ResultsFile {
  readonly path: string
  /** Of this file alone. */
  readonly id: string
  readonly #connection: Connection
  #isWritten = false

  private constructor(connection: Connection) {
    const pragma = (name: string): number => Number(connection.get(`PRAGMA ${name}`)?.[name] ?? 0)
    const { path } = connection
    if (pragma('application_id') !== applicationId) throw new LedgerError({ type: 'not-results', path })
    const found = pragma('user_version')
    if (found > version) throw new LedgerError({ type: 'newer-version', path, version: found, known: version })
    this.path = path
    this.#connection = connection
    this.id = String(connection.get("SELECT value FROM meta WHERE name = 'id'")?.['value'])
  }

  /** Opens the file to read it; undefined where there is none yet. @throws LedgerError for one that cannot be used */
  static read(path: string): ResultsFile | undefined {
    if (stateOf(path) === undefined) return undefined
    // A crash while results were being written leaves a journal: only who may write can take it back.
    const mode = (stateOf(`${path}-journal`)?.size ?? 0) > 0 ? 'write' : 'read'
    return ResultsFile.#opened(path, mode)
  }

  /** Opens the file to add to it; it is made where there is none. @throws LedgerError for one that cannot be used */
  static write(path: string): ResultsFile {
    if (stateOf(path) === undefined) create(path)
    const file = ResultsFile.#opened(path, 'write')
    file.#connection.makeDurable()
    file.#isWritten = true
    return file
  }

  static #opened(path: string, mode: 'read' | 'write'): ResultsFile {
    return inWords(path, () => {
      const connection = Connection.open(path, mode)
      try {
        return new ResultsFile(connection)
      } catch (error) {
        connection.close()
        throw error
      }
    })
  }

  /** Adds results, all in one commit. Returns of each whether it is new. */
  add(results: readonly StoredResult[]): readonly boolean[] {
    const sql =
      `INSERT INTO result (${names.join(', ')}, checksum) VALUES (?${', ?'.repeat(names.length)}) ` +
      'ON CONFLICT (row, send, done_at, fallback_done_at, code, fallback_code) DO NOTHING'
    return inWords(this.path, () =>
      this.#connection.transactionBesideOthers(() =>
        results.map((result) => {
          const values = names.map((name) => result[name])
          return this.#connection.run(sql, ...values, checksumOf(result)).changes > 0
        }),
      ),
    )
  }

  /** Writes what needs room, and removes it. @throws LedgerError where results cannot be added */
  probe(): void {
    const connection = this.#connection
    // Pages that are there already can be written to on a full disk.
    const room = '0'.repeat(probeBytes)
    const value = "INSERT INTO meta VALUES ('probe', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    inWords(this.path, () => {
      connection.transactionBesideOthers(() => connection.run(value, room))
      connection.transactionBesideOthers(() => connection.run("DELETE FROM meta WHERE name = 'probe'"))
    })
  }

  /** The last result that arrived; 0 before the first. */
  last(): number {
    return inWords(this.path, () =>
      Number(this.#connection.get('SELECT max(result) AS last FROM result')?.['last'] ?? 0),
    )
  }

  /** Returns results that arrived after one, in their order, so many at most. */
  after(result: number, limit: number): readonly ArrivedResult[] {
    const sql = `SELECT result, ${names.join(', ')}, checksum FROM result WHERE result > ? ORDER BY result LIMIT ?`
    return inWords(this.path, () => this.#connection.all(sql, result, limit).map((row) => this.#checked(row)))
  }

  /** Returns all results of what stands in these rows of the ledger, those of one send in their order. */
  of(rows: readonly number[]): readonly ArrivedResult[] {
    const sql =
      `SELECT result, ${names.join(', ')}, checksum FROM result WHERE row IN (SELECT value FROM json_each(?)) ` +
      'ORDER BY row, send, done_at, fallback_done_at, code, fallback_code'
    return inWords(this.path, () => this.#connection.all(sql, JSON.stringify(rows)).map((row) => this.#checked(row)))
  }

  /** Reads everything. @throws LedgerError `results-damaged` for the first thing that is damaged */
  verify(): void {
    const found = inWords(this.path, () => this.#connection.get('PRAGMA integrity_check(1)')?.['integrity_check'])
    if (found !== 'ok') throw new LedgerError({ type: 'results-damaged', path: this.path, detail: String(found) })
    for (let last = 0; ;) {
      const end = this.after(last, rowsAtOnce).at(-1)
      if (end === undefined) return
      last = end.result
    }
  }

  close(): void {
    try {
      // The journal goes too.
      if (this.#isWritten) this.#connection.withoutWaiting(() => this.#connection.exec('PRAGMA journal_mode = DELETE'))
    } catch (error) {
      // Others are at it, and the last one takes it away.
      if (!(error instanceof LedgerError)) throw error
    } finally {
      this.#connection.close()
    }
  }

  #checked(row: object): ArrivedResult {
    const { checksum, ...result } = row as ArrivedResult & { readonly checksum: number }
    if (checksum === checksumOf(result)) return result
    throw new LedgerError({ type: 'results-damaged', path: this.path, detail: `result ${result.result}` })
  }
}

function checksumOf(result: StoredResult): number {
  return crc32(JSON.stringify(names.map((name) => result[name])))
}

/** Makes the file beside its path and moves it there: a crash leaves nothing behind that is none. */
function create(path: string): void {
  const draft = `${path}-${randomUUID()}`
  try {
    createPrivateFile(draft)
    Connection.using(draft, 'write', (connection) => {
      connection.exec(schema)
      connection.run("INSERT INTO meta VALUES ('id', ?)", randomUUID())
      connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`)
    })
    // Not renamed: another process may have made it meanwhile, and what it has added must not be lost.
    linkSync(draft, path)
    flushFolder(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw problemOf(error, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Does something with the file, whose errors are not those of a ledger. */
function inWords<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    const { problem } = error
    if (problem.type === 'corrupt') {
      throw new LedgerError({ type: 'results-damaged', path, detail: problem.detail }, { cause: error })
    }
    if (problem.type === 'not-a-ledger') throw new LedgerError({ type: 'not-results', path }, { cause: error })
    throw error
  }
}
