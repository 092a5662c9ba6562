import { setTimeout as delay } from 'node:timers/promises'
import type { Driver } from './driver.ts'
import { LedgerError } from './ledger-error.ts'
import type { PostgresDriver } from './postgres.ts'

/** Time to try a lost connection again; sends without a recorded outcome become unknown after it. */
const patienceMs = 30_000
const tryAgainMs = 250

export interface ReconnectingOptions {
  readonly connect: (stop: AbortSignal) => Promise<PostgresDriver>
  /** Called with a new session, before anybody uses it. */
  readonly onReconnected: (driver: PostgresDriver, lost: PostgresDriver) => Promise<void>
}

/** A database whose connection may be lost, and is tried again for a while. */
export interface ReconnectingDriver extends Driver {
  /** The clock of the server. */
  readonly now: () => number
  /** Resolves once the connection is back. Rejects with the error where it was not lost, or does not come back in time. */
  readonly reconnect: (error: unknown) => Promise<void>
}

export function reconnecting(
  first: PostgresDriver,
  { connect, onReconnected }: ReconnectingOptions,
): ReconnectingDriver {
  let driver = first
  let trying: Promise<void> | undefined
  const over = new AbortController()

  const tryAgain = async (error: unknown): Promise<void> => {
    const lost = driver
    await lost.close()
    // Node.js collects a timeout that only a combined signal refers to, and then it never comes.
    const timeout = AbortSignal.timeout(patienceMs)
    const stop = AbortSignal.any([timeout, over.signal])
    while (!timeout.aborted && !over.signal.aborted) {
      let next: PostgresDriver | undefined
      try {
        next = await connect(stop)
        await onReconnected(next, lost)
        driver = next
        return
      } catch (failure) {
        await next?.close()
        if (!stop.aborted && !(failure instanceof LedgerError)) throw failure
        await delay(tryAgainMs)
      }
    }
    over.abort()
    throw error
  }

  const reconnect = async (error: unknown): Promise<void> => {
    const isLost = error instanceof LedgerError && error.code === 'connection-lost'
    if (!isLost || over.signal.aborted) throw error
    // Another call reconnected already.
    if (!driver.isLost()) return
    trying ??= tryAgain(error)
    try {
      await trying
    } finally {
      trying = undefined
    }
  }

  return {
    path: first.path,
    dialect: first.dialect,
    now: () => Date.now() + driver.aheadMs,
    run: async (sql, ...values) => {
      try {
        return await driver.run(sql, ...values)
      } catch (error) {
        await reconnect(error)
        return driver.run(sql, ...values)
      }
    },
    // Not tried again after a loss: only the caller knows whether that does harm.
    transaction: (work) => driver.transaction(work),
    reconnect,
    close: async () => {
      over.abort()
      await driver.close()
    },
  }
}
