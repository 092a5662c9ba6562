// In the place of @photostructure/sqlite: the real engine, whose process may die before each change.
import { statSync } from 'node:fs'
import {
  DatabaseSync as RealDatabase,
  type DatabaseSyncInstance,
  type DatabaseSyncOptions,
  type StatementSyncInstance,
} from '@photostructure/sqlite'
import { checkAlive, checkSpace, closedAtDeath, onReplaced } from './file-system.ts'
import { theWorld } from './world.ts'

type Statement = Pick<StatementSyncInstance, 'run' | 'get' | 'all'>

/** A connection of the engine, and what was prepared on it. */
interface Opened {
  readonly database: DatabaseSyncInstance
  readonly statements: Map<string, Statement>
  readonly kind: string
  readonly inode: number | undefined
}

/**
 * Connections that were closed in order, by path. They are taken for the next ones of their file: to open one and to
 * prepare its statements takes longer than what is mostly done with it. One that other files were attached to is closed, and
 * a file that was put in the place of another, or that a crash left, is opened anew.
 */
const idle = new Map<string, Opened[]>()

onReplaced((path) => {
  for (const [file, connections] of idle) {
    if (!file.startsWith(path)) continue
    for (const { database } of connections) database.close()
    idle.delete(file)
  }
})

export class DatabaseSync {
  readonly #path: string
  readonly #opened: Opened
  readonly #forget: () => void
  #isOpen = true
  #isAttached = false
  #hasTemporary = false

  constructor(path: string, options?: DatabaseSyncOptions) {
    checkAlive()
    this.#path = path
    this.#opened = openedOf(path, options)
    const { database } = this.#opened
    this.#forget = closedAtDeath(() => this.#isOpen && database.close())
  }

  get isOpen(): boolean {
    return this.#isOpen && this.#opened.database.isOpen
  }

  get isTransaction(): boolean {
    return this.#opened.database.isTransaction
  }

  exec(sql: string): void {
    if (!sql.startsWith('PRAGMA')) theWorld().step(sql.slice(0, 40))
    checkAlive()
    this.#note(sql)
    if (!sql.includes('busy_timeout')) this.#opened.database.exec(sql)
  }

  prepare(sql: string): Statement {
    checkAlive()
    this.#note(sql)
    const { statements, database } = this.#opened
    const known = statements.get(sql)
    if (known) return known
    const statement = statementOf(database.prepare(sql), sql.slice(0, 40))
    statements.set(sql, statement)
    return statement
  }

  close(): void {
    checkAlive()
    this.#forget()
    this.#isOpen = false
    const { database } = this.#opened
    const isOfFile = this.#opened.inode !== undefined
    if (isOfFile && !this.#isAttached && !database.isTransaction) {
      if (this.#hasTemporary) emptyTemporary(this.#opened)
      idle.set(this.#path, [...(idle.get(this.#path) ?? []), this.#opened])
    } else database.close()
  }

  #note(sql: string): void {
    if (sql.includes('TEMP')) this.#hasTemporary = true
    if (sql.includes('ATTACH')) this.#isAttached = true
  }
}

function openedOf(path: string, options: DatabaseSyncOptions | undefined): Opened {
  const kind = options?.readOnly === true ? 'read' : 'write'
  const inode = inodeOf(path)
  const isSame = (each: Opened): boolean => each.kind === kind && each.inode === inode
  const connections = idle.get(path) ?? []
  const known = connections.find(isSame)
  if (known) {
    connections.splice(connections.indexOf(known), 1)
    return known
  }
  // Whoever waits for another process would wait for ever: time does not go by meanwhile.
  const database = new RealDatabase(path, { ...options, timeout: 0 })
  return { database, statements: new Map(), kind, inode: inode ?? inodeOf(path) }
}

/** Empties the temporary tables, which the next one creates only where they are not there. */
function emptyTemporary({ database }: Opened): void {
  const tables = database.prepare("SELECT name FROM temp.sqlite_schema WHERE type = 'table'").all()
  for (const { name } of tables) database.exec(`DELETE FROM temp.${String(name)}`)
}

/** Of a database in memory there is none. */
function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

function statementOf(statement: StatementSyncInstance, name: string): Statement {
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
  }
}
