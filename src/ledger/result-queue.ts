import { type Delivery, deliveryOf } from '../contract/delivery.ts'
import type { LedgerNotice } from './ledger-error.ts'
import { addDeliveries, type DeliveryResult, type RecordedResults, type ResultInbox } from './results.ts'

/** What came of one result. */
export type ResultOutcome = 'recorded' | 'repeated' | 'foreign'

/** Writes results as a whole or not at all; they are durable when it resolves, with what came of each. */
export type WriteResults = (results: readonly DeliveryResult[]) => Promise<readonly ResultOutcome[]>

interface Waiting {
  readonly results: readonly DeliveryResult[]
  readonly resolve: (recorded: RecordedResults) => void
  readonly reject: (error: unknown) => void
}

/** What results are written with. */
export interface ResultWriting {
  readonly write: WriteResults
  readonly probe: () => Promise<void>
  /** Settles what was written, where that is not done with it. */
  readonly settle?: () => Promise<readonly LedgerNotice[]>
  /** Called once nothing is being written any more. */
  readonly end: () => Promise<void>
}

/** A write holds up readers for as long as it takes. */
const maxResultsAtOnce = 5_000

/** Puts what several requests bring at the same time into one write: a flush of the disk takes longer than all the rest. */
export class ResultQueue implements ResultInbox {
  readonly #writing: ResultWriting
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined

  constructor(writing: ResultWriting) {
    this.#writing = writing
  }

  readonly record = (results: readonly DeliveryResult[]): Promise<RecordedResults> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ results, resolve, reject })
      this.#running ??= this.#run()
    })

  readonly probe = async (): Promise<void> => {
    while (this.#running) await this.#running
    const probing = this.#writing.probe()
    // Nothing else is written meanwhile: it would be a part of what is not kept.
    this.#running = probing.catch(() => {}).then(() => this.#run())
    await probing
  }

  readonly settle = async (): Promise<readonly LedgerNotice[]> => {
    while (this.#running) await this.#running
    return (await this.#writing.settle?.()) ?? []
  }

  readonly close = async (): Promise<void> => {
    while (this.#running) await this.#running
    await this.#writing.end()
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Requests that are just coming in join.
      await new Promise((joined) => setImmediate(joined))
      await this.#writeSome(this.#take())
    }
    // In the same moment: what comes any later is to begin anew.
    this.#running = undefined
  }

  #take(): readonly Waiting[] {
    let results = 0
    const fits = this.#waiting.findIndex((each) => (results += each.results.length) > maxResultsAtOnce)
    return this.#waiting.splice(0, fits < 0 ? this.#waiting.length : Math.max(1, fits))
  }

  async #writeSome(waiting: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#writing.write(waiting.flatMap(({ results }) => results))
      let at = 0
      for (const { results, resolve } of waiting) {
        resolve(recordedOf(results, outcomes.slice(at, at + results.length)))
        at += results.length
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}

function recordedOf(results: readonly DeliveryResult[], outcomes: readonly ResultOutcome[]): RecordedResults {
  const count = (outcome: ResultOutcome): number => outcomes.filter((each) => each === outcome).length
  const isNew = results.filter((_, index) => outcomes[index] === 'recorded')
  const groups = isNew.map(({ code, fallback }): { delivery: Exclude<Delivery, 'none'>; sends: number } => ({
    delivery: deliveryOf(code, fallback?.code),
    sends: 1,
  }))
  return {
    recorded: isNew.length,
    repeated: count('repeated'),
    foreign: count('foreign'),
    deliveries: addDeliveries(groups),
  }
}
