// In the place of @photostructure/sqlite and of the ledger's driver: the real engine, whose process may die before each
// change, and whose statements take time, in which others go on.
import {
  DatabaseSync as RealDatabase,
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

export class DatabaseSync extends RealDatabase {
  readonly #close: () => void

  constructor(path: string, options?: DatabaseSyncOptions) {
    checkAlive()
    super(path, options)
    this.#close = closedAtDeath(() => {
      // The binding closes a connection when its statements are collected: until then it would go on with its transaction.
      if (this.isTransaction) super.exec('ROLLBACK')
      super.close()
    })
  }

  override exec(sql: string): void {
    before(sql, 'alone')
    super.exec(sql)
  }

  override prepare(sql: string): StatementSyncInstance {
    checkAlive()
    const statement = super.prepare(sql)
    const all = statement.all.bind(statement)
    const value: typeof all = (...values) => {
      before(sql, this.isTransaction ? 'inside' : 'alone')
      return all(...values)
    }
    return Object.defineProperty(statement, 'all', { value })
  }

  override close(): void {
    checkAlive()
    this.#close()
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
  const slowly =
    (run: Run): Run =>
    async (sql, ...values) =>
      pass(await run(sql, ...values))
  return {
    ...driver,
    run: slowly(driver.run),
    transaction: async (work) => pass(await driver.transaction((run) => work(slowly(run)))),
  }
}

async function pass<T>(result: T): Promise<T> {
  const { current, random } = theWorld()
  const { statementMs = 0 } = current ?? {}
  if (statementMs > 0 && random.chance(0.3)) await theWorld().sleep(random.between(0, statementMs))
  return result
}
