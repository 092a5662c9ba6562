// In the place of @photostructure/sqlite: the real engine, whose process may die before each change.
import {
  DatabaseSync as RealDatabase,
  type DatabaseSyncInstance,
  type DatabaseSyncOptions,
  type StatementSyncInstance,
} from '@photostructure/sqlite'
import { checkAlive, checkSpace, closedAtDeath } from './file-system.ts'
import { theWorld } from './world.ts'

export class DatabaseSync {
  readonly #database: DatabaseSyncInstance
  readonly #forget: () => void

  constructor(path: string, options?: DatabaseSyncOptions) {
    checkAlive()
    // Whoever waits for another process would wait for ever: time does not go by meanwhile.
    this.#database = new RealDatabase(path, { ...options, timeout: 0 })
    const database = this.#database
    this.#forget = closedAtDeath(() => database.isOpen && database.close())
  }

  get isOpen(): boolean {
    return this.#database.isOpen
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  exec(sql: string): void {
    if (!/^PRAGMA/.test(sql)) theWorld().step(sql.slice(0, 40))
    checkAlive()
    if (!sql.includes('busy_timeout')) this.#database.exec(sql)
  }

  prepare(sql: string): Pick<StatementSyncInstance, 'run' | 'get' | 'all' | 'iterate'> {
    checkAlive()
    const statement = this.#database.prepare(sql)
    const name = sql.slice(0, 40)
    return {
      run: (...values) => {
        theWorld().step(name)
        if (name === 'COMMIT') checkSpace(13)
        return statement.run(...values)
      },
      get: (...values) => {
        checkAlive()
        return statement.get(...values)
      },
      all: (...values) => {
        checkAlive()
        return statement.all(...values)
      },
      iterate: (...values) => {
        checkAlive()
        return statement.iterate(...values)
      },
    }
  }

  close(): void {
    checkAlive()
    this.#forget()
    this.#database.close()
  }
}
