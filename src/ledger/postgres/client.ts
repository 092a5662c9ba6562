import type { Socket } from 'node:net'
import type { Client } from 'pg'
import { isDatabaseError } from './database-error.ts'

/** Milliseconds until a server that does not answer counts as unreachable. */
export const connectTimeoutMs = 10_000

/** Milliseconds after which a short statement without an answer means that the connection is gone. */
export const answerTimeoutMs = 10_000

/** Milliseconds in which a server has to say whether it works on a statement. */
const lookTimeoutMs = 5_000

/** Milliseconds until a connection is given up over which no farewell gets through. */
const closeTimeoutMs = 1_000

/** Only who has a database loads its driver. */
export async function clientOf(url: string, options: { readonly timeoutMs: number }): Promise<Client> {
  const pg = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: options.timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'friendtalk',
  })
  client.setTypeParser(pg.types.builtins.INT8, Number)
  return client
}

export function socketOf(client: Client): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
}

export async function endOf(client: Client): Promise<void> {
  const timer = setTimeout(() => socketOf(client).destroy(), closeTimeoutMs)
  await client.end().catch(() => {})
  clearTimeout(timer)
}

/** Connects once more for one question; rejects when it takes longer than it may. */
async function besides<T>(url: string, timeoutMs: number, work: (other: Client) => Promise<T>): Promise<T> {
  const other = await clientOf(url, { timeoutMs })
  // What is wrong with it is said by what waits for it.
  other.on('error', () => {})
  const timer = setTimeout(() => socketOf(other).destroy(), timeoutMs)
  try {
    await other.connect()
    return await work(other)
  } finally {
    clearTimeout(timer)
    await endOf(other)
  }
}

/**
 * Returns whether transactions of the same session are in different sessions of the server, where its locks and settings do
 * not hold. A pooler has several ways to choose; one of these questions shows each of them.
 *
 * @param backend the process of the server that the session had before
 */
export async function isPooled(url: string, client: Client, backend: number): Promise<boolean> {
  const backendOf = async (of: Client): Promise<number | undefined> =>
    (await of.query<{ readonly backend: number }>('SELECT pg_backend_pid() AS backend')).rows[0]?.backend
  try {
    return await besides(url, answerTimeoutMs, async (other) => {
      const first = await backendOf(other)
      await other.query('BEGIN')
      const second = await backendOf(other)
      return first === backend || second !== first || (await backendOf(client)) !== backend
    })
  } catch (error) {
    // A pool that has no other session to give hands out sessions.
    if (isDatabaseError(error)) throw error
    return false
  }
}

/**
 * What the server does for a statement of a session. `unconfirmed`: it is done, and waits for a synchronous standby.
 * `not-working` is also said while it waits for the client.
 */
export type ServerWork = 'working' | 'not-working' | 'unconfirmed' | 'unreachable'

/** Asks over another connection what the server does for a session. */
export async function serverWork(url: string, backend: number): Promise<ServerWork> {
  const sql =
    "SELECT wait_event = 'SyncRep' AS unconfirmed FROM pg_stat_activity " +
    "WHERE pid = $1 AND state = 'active' AND wait_event_type IS DISTINCT FROM 'Client'"
  try {
    const { rows } = await besides(url, lookTimeoutMs, (other) =>
      other.query<{ readonly unconfirmed: boolean | null }>(sql, [backend]),
    )
    const [session] = rows
    if (session === undefined) return 'not-working'
    return session.unconfirmed === true ? 'unconfirmed' : 'working'
  } catch (error) {
    if (!isDatabaseError(error)) return 'unreachable'
    // A server that takes no more connections is there all the same, and ends long statements itself.
    return error.code === '53300' ? 'working' : 'not-working'
  }
}
