import { DatabaseSync } from '@photostructure/sqlite'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { holderName, LedgerError, type LockHolder } from './ledger-error.ts'
import { guarded } from './sqlite.ts'

/** A lock; the operating system gives it back when the process ends, however it ends. */
export interface FileLock {
  readonly release: () => void
}

/**
 * Takes a lock: a write transaction that stays open in an empty database. The file stays, as another process could lock
 * another one of its name; the holder's name is written beside it.
 *
 * @param path of the ledger, for errors
 * @throws LedgerError `locked`, with the holder's name, when another process has it
 */
export function takeLock(file: string, path: string): FileLock {
  const lock = lockIfFree(file, path)
  if (lock === undefined) throw lockedBy(holderIn(file).holder, path)
  const me: LockHolder = { pid: process.pid, host: hostname(), since: Date.now() }
  guarded(path, () => writeFileSync(holderFile(file), JSON.stringify(me), { mode: 0o600 }))
  return lock
}

/** Returns the holder of a lock; undefined if it is free. */
export function lockHeld(file: string, path: string): { readonly holder?: LockHolder } | undefined {
  if (!existsSync(file)) return undefined
  const lock = lockIfFree(file, path)
  lock?.release()
  return lock ? undefined : holderIn(file)
}

function lockIfFree(file: string, path: string): FileLock | undefined {
  const database = guarded(path, () => {
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    return new DatabaseSync(file, { timeout: 0 })
  })
  try {
    guarded(path, () => database.exec('BEGIN IMMEDIATE'))
  } catch (error) {
    database.close()
    if (error instanceof LedgerError && error.code === 'busy') return undefined
    throw error
  }
  return {
    release: () => {
      // A transaction that ends with its connection may leave a journal behind.
      if (database.isOpen) database.exec('ROLLBACK')
      database.close()
    },
  }
}

function lockedBy(holder: LockHolder | undefined, path: string): LedgerError {
  return new LedgerError(
    'locked',
    {
      en: [
        `${path}: another process is changing the ledger${holder ? `: ${holderName.en(holder)}` : ''}.`,
        'Wait until it ends, or stop it, then run the same command again.',
      ],
      ko: [
        `${path}: 다른 프로세스가 발송 기록을 쓰고 있습니다${holder ? `(${holderName.ko(holder)})` : ''}.`,
        '끝날 때까지 기다리거나 중지한 뒤 같은 명령을 다시 실행하세요.',
      ],
    },
    { holder },
  )
}

const holderFile = (file: string): string => `${file}-holder`

function holderIn(file: string): { readonly holder?: LockHolder } {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(holderFile(file), 'utf8')) as LockHolder
    return { holder: { pid, host, since } }
  } catch {
    // The holder is being written.
    return {}
  }
}
