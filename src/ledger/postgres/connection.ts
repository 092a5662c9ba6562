import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { LedgerError, type LedgerProblem } from '../ledger-error.ts'

/** A row as the driver gives it; whole numbers of 64 bits come as numbers. */
export type PgRow = Readonly<Record<string, unknown>>

/** In seconds, and in milliseconds. */
const serverTimeouts = [
  'tcp_keepalives_idle TO 10',
  'tcp_keepalives_interval TO 5',
  'tcp_keepalives_count TO 3',
  'tcp_user_timeout TO 25000',
  'idle_in_transaction_session_timeout TO 60000',
]

/** What a statement is given. */
export type PgValue = string | number | boolean | null | Uint8Array | readonly (string | number | null)[]

/** Milliseconds until a server that does not answer counts as unreachable. */
const connectTimeoutMs = 10_000

/** Milliseconds after which a short statement without an answer means that the connection is gone. */
const answerTimeoutMs = 10_000

/** Milliseconds until a connection is given up over which no farewell gets through. */
const closeTimeoutMs = 1_000

/** The oldest server that is supported. */
const neededVersion = 13

/** Returns a name as a statement takes it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Returns the address of a database without its user, password and options, as people are shown it. */
export function shownAddress(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url)
    return `${protocol}//${host}${pathname}`
  } catch {
    return 'postgresql://…'
  }
}

interface ServerFacts {
  readonly version: number
  readonly name: string
  readonly standby: boolean
  /** `on` where the server takes no writes. */
  readonly only: string
}

/** One session of a database. Its statements run one after the other. */
export class Session {
  readonly path: string
  readonly #client: Client
  #last: Promise<unknown> = Promise.resolve()
  #lost: LedgerError | undefined
  /** What the server knows statements by. */
  readonly #names = new Map<string, string>()

  private constructor(client: Client, path: string) {
    this.#client = client
    this.path = path
    client.on('error', (error) => (this.#lost ??= errorOf(error, path)))
    client.on('end', () => (this.#lost ??= new LedgerError({ type: 'connection-lost', path, code: 'closed' })))
  }

  /**
   * Connects.
   *
   * @param url with its password; it is in no error
   * @throws LedgerError for a server that cannot be used
   */
  static async connect(url: string, schema: string): Promise<Session> {
    const path = shownAddress(url)
    let session: Session | undefined
    try {
      // Only who has a database loads its driver.
      const pg = await import('pg')
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
        application_name: 'friendtalk',
      })
      client.setTypeParser(pg.types.builtins.INT8, Number)
      session = new Session(client, path)
      await client.connect()
      await session.#prepare(schema)
      return session
    } catch (error) {
      await session?.close()
      const { problem } = errorOf(error, path)
      // Nothing was there to be lost.
      throw new LedgerError(problem.type === 'connection-lost' ? { ...problem, type: 'unreachable' } : problem)
    }
  }

  async #prepare(schema: string): Promise<void> {
    const { rows } = await this.#client.query<ServerFacts>(
      "SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name, " +
        "pg_is_in_recovery() AS standby, current_setting('default_transaction_read_only') AS only",
    )
    const [server] = rows
    if (server === undefined || server.version < neededVersion * 10_000) {
      const version = server?.name ?? ''
      throw new LedgerError({ type: 'server-too-old', path: this.path, version, needed: neededVersion })
    }
    if (server.standby || server.only === 'on') throw new LedgerError({ type: 'standby', path: this.path })
    await this.#client.query(`SET search_path TO ${quotedName(schema)}`)
    // Whatever the server's default is: a claim is durable before its request leaves.
    await this.#client.query("SET synchronous_commit TO 'on'")
    // The server ends the session of a machine that is gone, or that stands still in a transaction: others can go on then.
    for (const setting of serverTimeouts) await this.#client.query(`SET ${setting}`)
  }

  /** Whether the server ended the session, or it cannot be reached any more. */
  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /** The port of this end of the connection. */
  get localPort(): number | undefined {
    return this.#socket.localPort
  }

  /** Runs one statement, in a transaction of its own. */
  async query(sql: string, ...values: readonly PgValue[]): Promise<readonly PgRow[]> {
    return this.#inTurn(() => this.#run(sql, values))
  }

  /**
   * Runs one short statement that comes again and again: the server plans it once. When no answer comes the connection
   * counts as lost.
   */
  async quick(sql: string, ...values: readonly PgValue[]): Promise<readonly PgRow[]> {
    const name = this.#names.get(sql) ?? `s${this.#names.size}`
    this.#names.set(sql, name)
    return this.#inTurn(async () => {
      const timer = setTimeout(() => this.drop('ETIMEDOUT'), answerTimeoutMs)
      try {
        return await this.#run(sql, values, name)
      } finally {
        clearTimeout(timer)
      }
    })
  }

  /** Runs statements in one transaction. */
  async transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#run('BEGIN', [])
      try {
        const result = await work((sql, ...values) => this.#run(sql, values))
        await this.#run('COMMIT', [])
        return result
      } catch (error) {
        // A session that is lost has rolled back.
        if (!this.isLost) await this.#run('ROLLBACK', []).catch(() => {})
        throw error
      }
    })
  }

  /** Copies lines in the text format of COPY into a table, within a transaction of `transaction`. */
  async copyIn(target: string, lines: string): Promise<void> {
    try {
      const { from: copyFrom } = await import('pg-copy-streams')
      const stream = this.#client.query(copyFrom(`COPY ${target} FROM STDIN`))
      await pipeline(Readable.from([Buffer.from(lines)]), stream)
    } catch (error) {
      throw this.#failed(error)
    }
  }

  async close(): Promise<void> {
    this.#lost ??= new LedgerError({ type: 'connection-lost', path: this.path, code: 'closed' })
    const timer = setTimeout(() => this.#socket.destroy(), closeTimeoutMs)
    await this.#client.end().catch(() => {})
    clearTimeout(timer)
  }

  /** Gives the connection up: what waits for an answer rejects. */
  drop(code: string): void {
    this.#lost ??= new LedgerError({ type: 'connection-lost', path: this.path, code })
    this.#socket.destroy()
  }

  get #socket(): Socket {
    return (this.#client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }

  async #run(text: string, values: readonly PgValue[], name?: string): Promise<readonly PgRow[]> {
    if (this.#lost) throw this.#lost
    try {
      const query = { text, values: [...values], ...(name !== undefined && { name }) }
      const { rows } = await this.#client.query<PgRow>(query)
      return rows
    } catch (error) {
      throw this.#failed(error)
    }
  }

  #failed(error: unknown): unknown {
    if (!isDatabaseError(error) && !isSystemError(error) && !this.isLost) return error
    const failure = this.#lost ?? errorOf(error, this.path)
    if (failure.problem.type === 'connection-lost') this.#lost = failure
    return failure
  }
}

/** Runs a statement of a transaction. */
export type Run = (sql: string, ...values: readonly PgValue[]) => Promise<readonly PgRow[]>

/** A text as a value of COPY's text format. */
export function copyText(value: string | number | null): string {
  if (value === null) return String.raw`\N`
  if (typeof value === 'number') return String(value)
  return /[\\\n\r\t\b\f\v]/.test(value)
    ? value.replaceAll(/[\\\n\r\t\b\f\v]/g, (character) => escapes[character] ?? '')
    : value
}

const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
  '\b': String.raw`\b`,
  '\f': String.raw`\f`,
  '\v': String.raw`\v`,
}

interface DatabaseError {
  readonly code: string
  readonly message: string
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

function isSystemError(error: unknown): error is Error & { readonly code?: string } {
  return (
    error instanceof Error && ('syscall' in error || /Connection terminated|timeout|not queryable/i.test(error.message))
  )
}

/** Returns what an error of the driver or the server means for the ledger. Its text may quote values and is left out. */
function errorOf(error: unknown, path: string): LedgerError {
  if (error instanceof LedgerError) return error
  return new LedgerError(problemOf(error, path), { cause: error })
}

/** Classes and codes of the SQL standard and of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function problemOf(error: unknown, path: string): LedgerProblem {
  if (!isDatabaseError(error)) {
    const { code, message = '' } = error as { readonly code?: string; readonly message?: string }
    const isLate = /timeout/i.test(message)
    return { type: 'connection-lost', path, code: code ?? (isLate ? 'ETIMEDOUT' : 'closed') }
  }
  const { code } = error
  switch (code) {
    case '28000':
    case '28P01':
      return { type: 'login-refused', path }
    case '3D000':
      return { type: 'no-database', path }
    case '53300':
      return { type: 'no-connections', path }
    case '53100':
      return { type: 'disk-full', path }
    case '25006':
      return { type: 'standby', path }
    case '42501':
      return { type: 'not-granted', path, grants: [] }
    case '57P01':
    case '57P02':
    case '57P03':
      return { type: 'connection-lost', path, code }
    default:
      // Class 08 is about connections; XX001 and XX002 are damaged pages.
      if (code.startsWith('08')) return { type: 'connection-lost', path, code }
      if (code.startsWith('XX00')) return { type: 'corrupt', path, detail: code }
      return { type: 'failed', path, code }
  }
}
