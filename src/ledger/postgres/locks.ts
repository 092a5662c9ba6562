import { setTimeout as delay } from 'node:timers/promises'
import type { Run, Session } from './connection.ts'

/** The key of a lock of this name, which is `$1`, in the schema of the session. */
const named = 'hashtext(current_schema()), hashtext($1)'
const pollMs = 100

interface LedgerOfTarget {
  readonly schema: string
  readonly target: string
}

/** Takes part in a ledger until the session ends. Returns false while somebody has it alone, to move it. */
export async function sharesLedger(session: Session, { schema, target }: LedgerOfTarget): Promise<boolean> {
  const sql = 'SELECT pg_try_advisory_lock_shared(hashtext($1), hashtext($2)) AS free'
  // The schema may not be there yet.
  const [row] = await session.query(sql, schema, `ledger ${target}`)
  return row?.['free'] === true
}

/** Takes a ledger alone until the session ends. Returns false while somebody takes part in it. */
export async function takesLedger(session: Session, { schema, target }: LedgerOfTarget): Promise<boolean> {
  const sql = 'SELECT pg_try_advisory_lock(hashtext($1), hashtext($2)) AS free'
  const [row] = await session.query(sql, schema, `ledger ${target}`)
  return row?.['free'] === true
}

const proving = (ledger: number): string => `proving ${ledger}`

/** Keeps results from settling sends of a ledger until the session ends; those that are at it are waited for. */
export async function keepsFromProving(session: Session, ledger: number): Promise<void> {
  await session.query(`SELECT pg_advisory_lock(${named})`, proving(ledger))
}

/** Returns whether results may settle sends of a ledger until the end of the transaction. */
export async function mayProve(run: Run, ledger: number): Promise<boolean> {
  const [row] = await run(`SELECT pg_try_advisory_xact_lock_shared(${named}) AS free`, proving(ledger))
  return row?.['free'] === true
}

/** Takes a lock until the end of the transaction. Returns false when somebody else has it. */
export async function takesInTransaction(run: Run, name: string): Promise<boolean> {
  const [row] = await run(`SELECT pg_try_advisory_xact_lock(${named}) AS free`, name)
  return row?.['free'] === true
}

/** Takes a lock until the end of the transaction, when whoever has it is done. */
export async function waitsInTransaction(run: Run, name: string): Promise<void> {
  await run(`SELECT pg_advisory_xact_lock(${named})`, name)
}

/**
 * Does work while no other session does work of the same name; the server lets the next one begin when the session ends. The
 * session itself is not kept from a second one: see `NamedTurns`.
 *
 * @param stop ends waiting; rejects with its reason then
 */
export async function whileAlone<T>(
  session: Session,
  name: string,
  work: () => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  // Waiting in the server would keep the session from everything else.
  for (;;) {
    stop?.throwIfAborted()
    const [row] = await session.quick(`SELECT pg_try_advisory_lock(${named}) AS free`, name)
    if (row?.['free'] === true) break
    // Rejects when it is aborted, which is looked at next.
    await delay(pollMs, undefined, stop && { signal: stop }).catch(() => {})
  }
  try {
    return await work()
  } finally {
    if (!session.isLost) await session.quick(`SELECT pg_advisory_unlock(${named})`, name)
  }
}

/** Work of one process that is done one after the other where it has the same name. */
export class NamedTurns {
  readonly #last = new Map<string, Promise<unknown>>()

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work)
    // Whatever becomes of it, the next one begins.
    const over = Promise.allSettled([turn])
    this.#last.set(name, over)
    try {
      return await turn
    } finally {
      if (this.#last.get(name) === over) this.#last.delete(name)
    }
  }
}
