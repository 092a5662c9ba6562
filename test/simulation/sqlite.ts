// In the place of @photostructure/sqlite and of the ledger's driver: the real engine, whose process may die before each
// change, and whose statements take time, in which others go on.
import {
  DatabaseSync as RealDatabase,
  type DatabaseSyncInstance,
  type DatabaseSyncOptions,
  type StatementSyncInstance,
} from '@photostructure/sqlite'
import type { Run } from '../../src/ledger/driver.ts'
import { openSqlite as openReal, type SqliteDriver } from '../../src/ledger/sqlite.ts'
import { checkAlive, checkSpace, closedAtDeath } from './file-system.ts'
import { theWorld } from './world.ts'

export * from '../../src/ledger/sqlite.ts'

/** The engine's result where the disk is full. */
const full = 13

export class DatabaseSync {
  readonly #database: DatabaseSyncInstance
  readonly #forget: () => void

  constructor(path: string, options?: DatabaseSyncOptions) {
    checkAlive()
    this.#database = new RealDatabase(path, options)
    this.#forget = closedAtDeath(() => {
      // The binding closes a connection when its statements are collected: until then it would go on with its transaction.
      if (!this.#database.isOpen) return
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      this.#database.close()
    })
  }

  get isOpen(): boolean {
    return this.#database.isOpen
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  exec(sql: string): void {
    before(sql, 'alone')
    this.#database.exec(sql)
  }

  prepare(sql: string): Pick<StatementSyncInstance, 'all'> {
    checkAlive()
    const statement = this.#database.prepare(sql)
    return {
      all: (...values) => {
        before(sql, this.isTransaction ? 'inside' : 'alone')
        return statement.all(...values)
      },
    }
  }

  close(): void {
    checkAlive()
    this.#forget()
    this.#database.close()
  }
}

/** What is written within a transaction takes space when that ends. */
function before(sql: string, where: 'alone' | 'inside'): void {
  const isRead = /^(?:SELECT|PRAGMA (?!wal_checkpoint))/.test(sql)
  if (isRead) {
    checkAlive()
    return
  }
  theWorld().step(sql.slice(0, 40))
  if (where === 'alone' && !/^(?:BEGIN|ROLLBACK)/.test(sql)) checkSpace(full)
}

export function openSqlite(path: string, mode: 'read' | 'write'): SqliteDriver {
  const driver = openReal(path, mode)
  return {
    ...driver,
    run: slowly(driver.run),
    transaction: async (work) => {
      const result = await driver.transaction((run) => work(slowly(run)))
      await pass()
      return result
    },
  }
}

function slowly(run: Run): Run {
  return async (sql, ...values) => {
    const rows = await run(sql, ...values)
    await pass()
    return rows
  }
}

async function pass(): Promise<void> {
  const { current, random } = theWorld()
  const { statementMs = 0 } = current ?? {}
  if (statementMs > 0 && random.chance(0.3)) await theWorld().sleep(random.between(0, statementMs))
}
