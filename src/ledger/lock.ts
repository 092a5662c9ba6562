import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { LedgerError, type LockHolder } from './ledger-error.ts'
import { guarded, problemOf } from './sqlite.ts'

/** A lock; the operating system gives it back when the process ends, however it ends. */
export interface FileLock {
  readonly release: () => void
}

/**
 * Takes a lock: a write transaction that stays open in an empty database. The file stays, as another process could lock
 * another one of its name; who has it is written beside it.
 *
 * @param path of the ledger, for what is told
 * @throws LedgerError `locked`, with the holder's name, when another process has it
 */
export function takeLock(file: string, path: string): FileLock {
  const database = openLock(file, path)
  if (!begin(database, path)) {
    database.close()
    throw new LedgerError({ type: 'locked', path, ...holderIn(file) })
  }
  const me: LockHolder = { pid: process.pid, host: hostname(), since: Date.now() }
  guarded(path, () => writeFileSync(holderFile(file), JSON.stringify(me), { mode: 0o600 }))
  return {
    release: () => {
      // A transaction that ends with its connection may leave a journal behind.
      if (database.isOpen) database.exec('ROLLBACK')
      database.close()
    },
  }
}

/** Who has a lock; undefined when it is free. */
export function lockHeld(file: string, path: string): { readonly holder?: LockHolder } | undefined {
  if (!existsSync(file)) return undefined
  const database = openLock(file, path)
  try {
    if (!begin(database, path)) return holderIn(file)
    database.exec('ROLLBACK')
    return undefined
  } finally {
    database.close()
  }
}

function openLock(file: string, path: string): DatabaseSyncInstance {
  return guarded(path, () => {
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    return new DatabaseSync(file, { timeout: 0 })
  })
}

function begin(database: DatabaseSyncInstance, path: string): boolean {
  try {
    database.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    const problem = problemOf(error, path)
    if (problem instanceof LedgerError && problem.problem.type === 'busy') return false
    throw problem
  }
}

const holderFile = (file: string): string => `${file}-holder`

function holderIn(file: string): { readonly holder?: LockHolder } {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(holderFile(file), 'utf8')) as LockHolder
    return { holder: { pid, host, since } }
  } catch {
    // It is being written.
    return {}
  }
}
