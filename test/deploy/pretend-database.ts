import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LedgerError, type LedgerProblem } from '../../src/ledger/ledger-error.ts'
import type { Acceptance, Decision, Ledger, LedgerStore, Prepared, Reconciled } from '../../src/ledger/ledger.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { databaseAddress, pausedBy } from './workers.ts'

export interface PretendPlace {
  readonly url: string
  readonly schema: string
  readonly target: string
  readonly account?: string
  readonly known?: object
}

const nothingAdded: Prepared = { added: 0, existing: 1, retried: 0, notGiven: 0 }

/**
 * What a database promises to those who send from it, kept in a file that all workers of one process share: for what is
 * built on the port. The store of PostgreSQL has tests of its own.
 */
export class PretendDatabase {
  /** What cannot be done with it, for whoever tries. */
  problem: LedgerProblem | undefined
  /** What is said of decisions before they are applied. */
  readonly reconciled: Reconciled[] = []
  readonly decisions: Decision[] = []
  readonly accepted: Acceptance[] = []
  readonly places: PretendPlace[] = []
  readonly #folder = tempFolder()
  readonly #open = new Map<string, { readonly ledger: Promise<Ledger>; workers: number }>()
  #note: string | undefined
  readonly #prepared: string[] = []
  #preparing: Promise<unknown> = Promise.resolve()
  readonly #turns = new Map<string, Promise<unknown>>()

  store = (place: PretendPlace): LedgerStore => {
    this.places.push(place)
    const { target } = place
    const file = ledgerStore({ path: join(this.#folder, `ledger.${target}.db`), target })
    const use = <T>(work: () => Promise<T>): Promise<T> =>
      this.problem === undefined ? work() : Promise.reject(new LedgerError(this.problem))
    return {
      ...file,
      path: databaseAddress,
      state: () => use(file.state),
      read: () => use(file.read),
      holder: async () => undefined,
      workers: async () => this.#open.get(target)?.workers ?? 0,
      check: async () => this.problem && new LedgerError(this.problem),
      accept: async (acceptance) => {
        this.accepted.push(acceptance)
        this.problem = undefined
        return { unknown: 0, notices: [] }
      },
      open: (options) =>
        use(async () => {
          const open = this.#open.get(target) ?? { ledger: file.open(options), workers: 0 }
          open.workers++
          this.#open.set(target, open)
          return this.#joined(await open.ledger, target)
        }),
    }
  }

  #joined(ledger: Ledger, target: string): Ledger {
    return {
      ...ledger,
      shared: {
        share: () => this.#open.get(target)?.workers ?? 1,
        pause: async (note) => {
          this.#note = note
        },
        workers: async () => this.#open.get(target)?.workers ?? 0,
        alone: (name, work) => {
          const turn = (this.#turns.get(name) ?? Promise.resolve()).then(work)
          this.#turns.set(
            name,
            turn.catch(() => {}),
          )
          return turn
        },
      },
      prepare: (preparation) => {
        const begunAt = this.#prepared.length
        const prepared = this.#preparing.then(async () => {
          // Whoever had to wait finds everything there, and nothing is taken from those who send it by then.
          if (this.#prepared.slice(begunAt).includes(preparation.release)) return nothingAdded
          const done = await ledger.prepare(preparation)
          this.#prepared.push(preparation.release)
          return done
        })
        this.#preparing = prepared.catch(() => {})
        return prepared
      },
      claim: async (wanted) => {
        for (;;) {
          if (this.#note !== undefined) throw pausedBy(this.#note)
          const batch = await ledger.claim(wanted)
          if (batch || (await ledger.counts(wanted.release)).inflight === 0) return batch
          await delay(5)
        }
      },
      reconcile: async (decision) => {
        this.decisions.push(decision)
        return this.reconciled.shift() ?? ledger.reconcile({ ...decision, minAgeMs: 0 })
      },
      close: async () => {
        const open = this.#open.get(target)
        if (open === undefined || --open.workers > 0) return
        this.#open.delete(target)
        await ledger.close()
      },
    }
  }
}
