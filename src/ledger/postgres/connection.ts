import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { LedgerError } from '../ledger-error.ts'
import { answerTimeoutMs, clientOf, connectTimeoutMs, endOf, isPooled, serverWork, socketOf } from './client.ts'
import { errorOf, isDatabaseError, isSystemError } from './database-error.ts'
import { lookAfter } from './patience.ts'

/** A row as the driver gives it; whole numbers of 64 bits come as numbers. */
export type PgRow = Readonly<Record<string, unknown>>

/**
 * What holds in every session, where the server knows it; in seconds for keepalives, else in milliseconds. Whatever the
 * server's defaults are: a claim is durable before its request leaves. The server ends the session of a machine that is
 * gone, or that stands still in a transaction, so that others can go on, and no statement waits or works for ever.
 */
const settings: Readonly<Record<string, string>> = {
  synchronous_commit: 'on',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25000',
  idle_in_transaction_session_timeout: '60000',
  client_connection_check_interval: '10000',
  lock_timeout: '30000',
  statement_timeout: '900000',
}

/** What a statement is given. */
export type PgValue = string | number | boolean | null | Uint8Array | readonly (string | number | null)[]

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
  /** The port that the server sees the session come from; null for a socket. */
  readonly port: number | null
  /** The process of the server that has the session. */
  readonly backend: number
}

/** One session of a database. Its statements run one after the other. */
export class Session {
  readonly path: string
  readonly #url: string
  readonly #client: Client
  #backend = 0
  #last: Promise<unknown> = Promise.resolve()
  #lost: LedgerError | undefined
  /** What the server knows statements by. */
  readonly #names = new Map<string, string>()

  private constructor(client: Client, url: string) {
    const path = shownAddress(url)
    this.#client = client
    this.#url = url
    this.path = path
    client.on('error', (error) => (this.#lost ??= errorOf(error, path)))
    client.on('end', () => (this.#lost ??= new LedgerError({ type: 'connection-lost', path, code: 'closed' })))
  }

  /**
   * Connects.
   *
   * @param url with its password; it is in no error
   * @param stop ends it at once
   * @throws LedgerError for a server that cannot be used
   */
  static async connect(url: string, schema: string, stop?: AbortSignal): Promise<Session> {
    const path = shownAddress(url)
    let session: Session | undefined
    let isLate = false
    // A server may take the connection and say nothing.
    const timer = setTimeout(() => {
      isLate = true
      session?.drop('ETIMEDOUT')
    }, connectTimeoutMs + answerTimeoutMs)
    try {
      const client = await clientOf(url, { timeoutMs: connectTimeoutMs })
      const connecting = (session = new Session(client, url))
      await connecting.unlessStopped(stop, async () => {
        await client.connect()
        await connecting.#prepare(schema)
      })
      return connecting
    } catch (error) {
      await session?.close()
      stop?.throwIfAborted()
      const { problem } = isLate ? lateIn(path) : errorOf(error, path)
      // Nothing was there to be lost.
      throw new LedgerError(problem.type === 'connection-lost' ? { ...problem, type: 'unreachable' } : problem)
    } finally {
      clearTimeout(timer)
    }
  }

  async #prepare(schema: string): Promise<void> {
    const { rows } = await this.#client.query<ServerFacts>(
      "SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name, " +
        "pg_is_in_recovery() AS standby, current_setting('default_transaction_read_only') AS only, " +
        'inet_client_port() AS port, pg_backend_pid() AS backend',
    )
    const [server] = rows
    if (server === undefined || server.version < neededVersion * 10_000) {
      const version = server?.name ?? ''
      throw new LedgerError({ type: 'server-too-old', path: this.path, version, needed: neededVersion })
    }
    if (server.standby || server.only === 'on') throw new LedgerError({ type: 'standby', path: this.path })
    this.#backend = server.backend
    // Whoever connects through a pooler has another port here than the server sees.
    const isDirect = server.port === null || server.port === this.#socket.localPort
    if (!isDirect && (await isPooled(this.#url, this.#client, server.backend)))
      throw new LedgerError({ type: 'pooled', path: this.path })
    await this.#client.query(
      'SELECT set_config(name, value, false) FROM json_each_text($1) AS wanted (name, value) ' +
        "JOIN pg_settings USING (name) UNION ALL SELECT set_config('search_path', $2, false)",
      [JSON.stringify(settings), quotedName(schema)],
    )
  }

  /** Whether the server ended the session, or it cannot be reached any more. */
  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /**
   * Runs one statement, in a transaction of its own. When no answer comes the connection counts as lost, unless the server
   * works on the statement.
   */
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
        return await this.#ask(sql, values, name)
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
    const { from: copyFrom } = await import('pg-copy-streams')
    await this.#answered(() => {
      const stream = this.#client.query(copyFrom(`COPY ${target} FROM STDIN`))
      return pipeline(Readable.from([Buffer.from(lines)]), stream)
    })
  }

  /** Does work that ends at once when it is stopped: the session is given up then. Rejects with the signal's reason. */
  async unlessStopped<T>(stop: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const giveUp = (): void => this.drop('stopped')
    stop?.throwIfAborted()
    stop?.addEventListener('abort', giveUp)
    try {
      return await work()
    } catch (error) {
      stop?.throwIfAborted()
      throw error
    } finally {
      stop?.removeEventListener('abort', giveUp)
    }
  }

  async close(): Promise<void> {
    this.#lost ??= new LedgerError({ type: 'connection-lost', path: this.path, code: 'closed' })
    await endOf(this.#client)
  }

  /** Gives the connection up: what waits for an answer rejects. */
  drop(code: string): void {
    this.#lost ??= new LedgerError({ type: 'connection-lost', path: this.path, code })
    this.#socket.destroy()
  }

  get #socket(): Socket {
    return socketOf(this.#client)
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }

  async #run(sql: string, values: readonly PgValue[]): Promise<readonly PgRow[]> {
    return this.#answered(() => this.#ask(sql, values))
  }

  async #ask(text: string, values: readonly PgValue[], name?: string): Promise<readonly PgRow[]> {
    if (this.#lost) throw this.#lost
    try {
      const query = { text, values: [...values], ...(name !== undefined && { name }) }
      const { rows } = await this.#client.query<PgRow>(query)
      return rows
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /** Waits for an answer for as long as the server works for it; then the connection counts as lost. */
  async #answered<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#lost) throw this.#lost
    const socket = this.#socket
    const end = lookAfter({
      moved: () => socket.bytesRead + socket.bytesWritten - socket.writableLength,
      ask: () => serverWork(this.#url, this.#backend),
      giveUp: (code) => this.drop(code),
    })
    try {
      return await ask()
    } catch (error) {
      throw this.#failed(error)
    } finally {
      end()
    }
  }

  #failed(error: unknown): unknown {
    if (!isDatabaseError(error) && !isSystemError(error) && !this.isLost) return error
    const failure = this.#lost ?? errorOf(error, this.path)
    if (failure.problem.type === 'connection-lost') this.#lost = failure
    return failure
  }
}

function lateIn(path: string): LedgerError {
  return new LedgerError({ type: 'connection-lost', path, code: 'ETIMEDOUT' })
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
