// In the place of @photostructure/sqlite: the real engine, whose process may die before each change.
import {
  DatabaseSync as RealDatabase,
  type DatabaseSyncInstance,
  type DatabaseSyncOptions,
  type StatementSyncInstance,
} from '@photostructure/sqlite'
import { checkAlive, checkSpace, closedAtDeath } from './file-system.ts'
import { theWorld } from './world.ts'

/** The engine's result where the disk is full. */
const full = 13

export class DatabaseSync {
  readonly #database: DatabaseSyncInstance
  readonly #forget: () => void

  constructor(path: string, options?: DatabaseSyncOptions) {
    checkAlive()
    this.#database = new RealDatabase(path, options)
    this.#forget = closedAtDeath(() => this.#database.isOpen && this.#database.close())
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
