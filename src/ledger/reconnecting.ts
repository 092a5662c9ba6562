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
export class Reconnecting implements Driver {
  readonly #options: ReconnectingOptions
  #driver: PostgresDriver
  #reconnecting: Promise<void> | undefined
  #isClosed = false
  #isGivenUp = false

  constructor(driver: PostgresDriver, options: ReconnectingOptions) {
    this.#driver = driver
    this.#options = options
  }

  get path(): string {
    return this.#driver.path
  }

  get dialect(): Driver['dialect'] {
    return this.#driver.dialect
  }

  readonly now = (): number => Date.now() + this.#driver.aheadMs

  readonly run: Driver['run'] = async (sql, ...values) => {
    try {
      return await this.#driver.run(sql, ...values)
    } catch (error) {
      await this.reconnect(error)
      return this.#driver.run(sql, ...values)
    }
  }

  /** Not tried again after a loss: only the caller knows whether that does harm. */
  readonly transaction: Driver['transaction'] = (work) => this.#driver.transaction(work)

  /** Resolves once the connection is back. Rejects with the error where it was not lost, or does not come back in time. */
  readonly reconnect = async (error: unknown): Promise<void> => {
    const isLost = error instanceof LedgerError && error.code === 'connection-lost'
    if (!isLost || this.#isClosed || this.#isGivenUp) throw error
    // Another call reconnected already.
    if (!this.#driver.isLost()) return
    this.#reconnecting ??= this.#tryAgain(error)
    try {
      await this.#reconnecting
    } finally {
      this.#reconnecting = undefined
    }
  }

  async #tryAgain(error: unknown): Promise<void> {
    const lost = this.#driver
    await lost.close()
    const over = AbortSignal.timeout(patienceMs)
    while (!over.aborted && !this.#isClosed) {
      let driver: PostgresDriver | undefined
      try {
        driver = await this.#options.connect(over)
        await this.#options.onReconnected(driver, lost)
        this.#driver = driver
        return
      } catch (failure) {
        await driver?.close()
        if (!over.aborted && !(failure instanceof LedgerError)) throw failure
        await delay(tryAgainMs)
      }
    }
    this.#isGivenUp = true
    throw error
  }

  readonly close = async (): Promise<void> => {
    this.#isClosed = true
    await this.#driver.close()
  }
}
