import { randomUUID } from 'node:crypto'
import { constants, copyFileSync, rmSync } from 'node:fs'
import { createPrivateFile, flushFile, flushFolder, moveDurably, stateOf } from '../durable-file.ts'
import type { StoredValue } from '../identity.ts'
import { LedgerError, type LedgerProblem } from '../ledger-error.ts'
import {
  type ArrivingLedger,
  type FoundAtPlace,
  type LeavingLedger,
  type NewStoredSend,
  type OtherTable,
  recordsOf,
  type RecordSink,
  type RecordSource,
  writeRecords,
} from '../records.ts'
import type { MovedResult } from '../results.ts'
import { checksumOf, sendNames, sendReader, type StoredSend } from '../send.ts'
import { closeLog } from './claim-log.ts'
import { Connection, problemOf } from './connection.ts'
import { createFolder, DeployLock, ledgerPath, lockFile } from './file.ts'
import {
  arrivingFile,
  checkIsThere,
  closeInOrder,
  companions,
  giveBack,
  type LedgerOptions,
  locked,
  lockLineage,
  realPath,
} from './ledger-file.ts'
import {
  beginTables,
  finishTables,
  insertMeta,
  MainFile,
  type MainFileMeta,
  readMeta,
  readMetaAnywhere,
  readState,
} from './main-file.ts'
import { openMain } from './open-ledger.ts'
import { sendsOf } from './results.ts'
import { ResultsFile, resultsPath } from './results-file.ts'
import { insertSealed, sealedRows, sendColumns } from './rows.ts'
import { checksumOfFile, sequenceOf, standingOf, verifyStructure } from './standing.ts'

const rowsAtOnce = 5_000

/** A ledger in a file that is to be moved, with its lock. */
interface Leaving {
  readonly main: MainFile
  readonly meta: MainFileMeta
  readonly locks: readonly DeployLock[]
  readonly isChanged: boolean
  readonly refused?: LedgerError
}

/**
 * Opens a ledger to move it elsewhere. What the last run left is brought in order first. A backup that is too old to be
 * used may be moved to where it is accepted, and stays refused there.
 */
export async function leaveFile(options: LedgerOptions): Promise<LeavingLedger> {
  const { main, meta, locks, isChanged, refused } = openToLeave(options)
  const { connection } = main
  const { path } = connection
  const { lineage, target, secret, movedTo, reason } = meta
  let isMoved = movedTo !== undefined
  return {
    path,
    identity: {
      lineage,
      target,
      secret,
      sequence: sequenceOf(main.state.changes, main.state.next),
      ...(reason !== undefined && { reason }),
    },
    sends: Number(connection.get('SELECT count(*) AS sends FROM send')?.['sends']),
    ...(movedTo !== undefined && { movedTo }),
    ...(refused && { refused }),
    file: path,
    records: () => recordsOf(sourceOf(connection)),
    results: () => resultsBeside(connection, target),
    markMoved: async (to) => {
      for (const lock of locks) lock.check(path)
      connection.transaction(() => insertMeta(connection, new Map([['moved-to', to]])))
      isMoved = true
    },
    erase: async () => {
      const open = 'SELECT personal FROM send WHERE personal IS NOT NULL'
      const sql = `UPDATE personal SET data = zeroblob(length(data)) WHERE personal IN (${open})`
      connection.transaction(() => connection.run(sql))
    },
    close: async () => {
      try {
        if (isChanged && !isMoved) closeInOrder(main, meta, main.state.next)
      } finally {
        connection.close()
        options.marks?.close()
        giveBack(locks)
      }
    },
  }
}

function openToLeave(options: LedgerOptions): Leaving {
  try {
    const { main, locks, found, follower } = openMain({ ...options, ifMissing: 'refuse' })
    follower.close()
    return { main, meta: readMetaAnywhere(main.connection, options), locks, isChanged: main.state.changes !== found }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    const isMoved = error.problem.type === 'moved-away'
    if (!isMoved && !isRefusedAnywhere(error.problem)) throw error
    return { ...openAsIs(options), ...(!isMoved && { refused: error }) }
  }
}

function isRefusedAnywhere(problem: LedgerProblem): boolean {
  const { type } = problem
  return type === 'taken-while-sending' || type === 'backup' || (type === 'older' && problem.known === 'machine')
}

/** Opens a ledger that nobody sends from. */
function openAsIs(options: LedgerOptions): Leaving {
  const path = realPath(options.path, 'refuse')
  checkIsThere(path)
  return locked(path, options, (locks) => {
    const connection = Connection.open(path, 'write')
    try {
      const meta = readMetaAnywhere(connection, options)
      lockLineage(meta.lineage, options, locks)
      connection.makeDurable()
      return { main: new MainFile(connection, readState(connection)), meta, locks, isChanged: false }
    } catch (error) {
      connection.close()
      throw error
    }
  })
}

/**
 * Opens the path that a ledger is moved to. The copy stands beside it under another name until the old ledger is given
 * up.
 *
 * @throws LedgerError `locked` while somebody sends there
 */
export async function receiveFile(options: LedgerOptions): Promise<ArrivingLedger> {
  const { now = Date.now, marks } = options
  createFolder(options.path)
  const path = ledgerPath(options.path)
  const lock = DeployLock.acquire(lockFile(path), { path, now })
  const draft = arrivingFile(path)
  const resultsAt = resultsPath(path, options.target)
  let results: ResultsFile | undefined
  return {
    path,
    place: path,
    found: foundAt(path, options),
    occupied: new LedgerError({ type: 'exists', path }),
    take: async (leaving, records) => {
      for (const left of [draft, ...companions(draft)]) rmSync(left, { force: true })
      // Another file in the place of the results is to be found before anything is moved.
      ResultsFile.read(resultsAt)?.close()
      try {
        if (leaving.file !== undefined) {
          copyFileSync(leaving.file, draft, constants.COPYFILE_EXCL)
          // They are compared with the copy.
          for await (const _ of records);
        } else await writeDraft(draft, leaving, records)
        flushFile(draft)
        flushFolder(draft)
        Connection.using(draft, 'read', (connection) => {
          readMeta(connection, options)
          verifyStructure(connection)
        })
      } catch (error) {
        for (const left of [draft, ...companions(draft)]) rmSync(left, { force: true })
        throw problemOf(error, path)
      }
    },
    records: async function* () {
      const connection = Connection.open(draft, 'read')
      try {
        readMeta(connection, options)
        yield* recordsOf(sourceOf(connection))
      } finally {
        connection.close()
      }
    },
    addResults: async (moved) => {
      results ??= ResultsFile.write(resultsAt)
      const rows = rowsOf(
        draft,
        moved.map(({ send }) => send),
      )
      return results.add(moved.map((result) => ({ ...result, row: rows.get(result.send) ?? 0 })))
    },
    resultsOf: async (sends) => results?.of([...rowsOf(draft, sends).values()]) ?? [],
    activate: async () => {
      for (const left of companions(path)) rmSync(left, { force: true })
      moveDurably(draft, path)
      marks?.move(sayClosed(path, options), path)
    },
    close: async () => {
      results?.close()
      marks?.close()
      lock.release()
    },
  }
}

/** Reads the results of a ledger's sends that are there by now, in the order in which they arrived. */
async function* resultsBeside(connection: Connection, target: string): AsyncGenerator<readonly MovedResult[]> {
  const file = ResultsFile.read(resultsPath(connection.path, target))
  try {
    // A receiver that is busy would never let it come to an end.
    const newest = file?.last() ?? 0
    for (let last = 0; last < newest;) {
      const results = file?.after(last, rowsAtOnce) ?? []
      const end = results.at(-1)
      if (end === undefined) return
      yield sendsOf(connection, results).map(({ result }) => result)
      last = end.result
    }
  } finally {
    file?.close()
  }
}

/** Returns the rows of sends in a ledger, by their keyed hashes. */
function rowsOf(path: string, sends: readonly string[]): ReadonlyMap<string, number> {
  const sql =
    'SELECT send.row, recipient FROM json_each(?) AS asked CROSS JOIN message CROSS JOIN send ' +
    'ON send.message = message.message AND recipient = asked.value'
  const rows = Connection.using(path, 'read', (connection) => connection.all(sql, JSON.stringify(sends)))
  return new Map(rows.map(({ row, recipient }) => [String(recipient), Number(row)]))
}

function foundAt(path: string, options: LedgerOptions): FoundAtPlace {
  const draft = arrivingFile(path)
  const there = stateOf(path) === undefined ? undefined : metaAt(path, options)
  const isDraft = stateOf(draft) !== undefined
  if (stateOf(path) !== undefined && there?.movedTo === undefined) {
    return { type: 'ledger', ...(there && { lineage: there.lineage }) }
  }
  if (isDraft) {
    const lineage = metaAt(draft, options)?.lineage
    return { type: 'unfinished', ...(lineage !== undefined && { lineage }) }
  }
  return there ? { type: 'moved-away', lineage: there.lineage } : { type: 'nothing' }
}

/** Returns what a file says about itself; undefined when it says nothing. */
function metaAt(path: string, options: LedgerOptions): MainFileMeta | undefined {
  try {
    return Connection.using(path, 'read', (connection) => readMetaAnywhere(connection, options))
  } catch (error) {
    if (error instanceof LedgerError) return undefined
    throw error
  }
}

/** Writes all records into a file that nobody would miss: what a crash leaves of it is begun anew. */
async function writeDraft(
  draft: string,
  { identity }: LeavingLedger,
  records: Parameters<typeof writeRecords>[0],
): Promise<void> {
  createPrivateFile(draft)
  const connection = Connection.open(draft, 'write')
  try {
    connection.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    connection.run('BEGIN')
    beginTables(connection, identity)
    await writeRecords(records, sinkOf(connection))
    finishTables(connection)
    connection.run('COMMIT')
    connection.exec('PRAGMA journal_mode = DELETE')
  } finally {
    connection.close()
  }
}

/**
 * Says beside a copy that it is whole, unless a claim log is there that it does not fit: then the next start tells.
 *
 * @returns its lineage
 */
function sayClosed(path: string, options: LedgerOptions): string {
  const { lineage, state } = Connection.using(path, 'read', (connection) => {
    const meta = readMeta(connection, options)
    return { lineage: meta.lineage, state: readState(connection) }
  })
  if (state.run !== null || standingOf({ path, meta: { lineage }, state }).type === 'refused') return lineage
  const { changes, next } = state
  closeLog(path, { lineage, run: randomUUID(), first: next, changes, closed: checksumOfFile(path) })
  return lineage
}

function sourceOf(connection: Connection): RecordSource {
  const reader = sendReader(connection.path)
  return {
    path: connection.path,
    sealed: async (table, after) =>
      sealedRows(
        connection,
        table,
        `WHERE ${table}.${table} > ? ORDER BY ${table}.${table} LIMIT ?`,
        after,
        rowsAtOnce,
      ),
    others: async (table) => connection.all(`SELECT * FROM ${table} ORDER BY ${orders[table]}`),
    sends: async (after) =>
      connection
        .all(
          `SELECT ${sendColumns}, CAST(data AS TEXT) AS data FROM send LEFT JOIN personal USING (personal) ` +
            'WHERE row > ? ORDER BY row LIMIT ?',
          after,
          rowsAtOnce,
        )
        .map((row): StoredSend => {
          const send = reader(row)
          return { send, data: send.personal === null ? null : String(row['data']) }
        }),
    sendsAt: async (rows) => {
      const sql = 'SELECT message, recipient FROM send WHERE row = ?'
      return new Map(
        rows.map((row) => {
          const send = connection.get(sql, row)
          return [row, [Number(send?.['message']), String(send?.['recipient'])] as const]
        }),
      )
    },
  }
}

/** In the order of the values, not of numbers of rows. */
const orders: { readonly [T in OtherTable]: string } = {
  lost_release: 'name',
  recovery: 'at, who, reason, problem, sends',
  sample: 'release',
}

const insertedNames = sendNames.filter((name) => name !== 'row')

function sinkOf(connection: Connection): RecordSink {
  const insert = `INSERT INTO send (${insertedNames.join(', ')}) VALUES (${insertedNames.map(() => '?').join(', ')})`
  return {
    addSealed: async (table, rows) =>
      rows.map((row) => insertSealed(connection, table, table === 'preparation' ? { ...row, first_row: 1 } : row)),
    addOthers: async (table, rows) => {
      for (const row of rows) {
        const names = Object.keys(row)
        const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
        connection.run(sql, ...Object.values(row))
      }
    },
    addSends: async (sends) => {
      for (const send of sends) connection.run(insert, ...valuesOf(connection, send))
    },
    rowsOf: async (sends) => {
      const sql = 'SELECT row FROM send WHERE message = ? AND recipient = ?'
      return sends.map((send) => Number(connection.get(sql, ...send)?.['row']))
    },
  }
}

/** Returns the columns of a send; its personal data are added to their table. */
function valuesOf(connection: Connection, send: NewStoredSend): readonly StoredValue[] {
  const { message, preparation, recipient, own_key, masked, ref, person, prepared_at, data, progress } = send
  const { state, attempt, code, description, claimed_at, settled_at, held } = progress
  const personal =
    data === null ? null : connection.run('INSERT INTO personal (data) VALUES (?)', Buffer.from(data)).row
  const given = [message, preparation, recipient, own_key, masked, ref, person, prepared_at]
  const progressValues = [state, attempt, code, description, claimed_at, settled_at, held]
  return [...given, personal, ...progressValues, checksumOf(send)]
}
