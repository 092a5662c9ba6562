import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import type { SharedWork } from '../../src/ledger/shared-work.ts'
import type { VirtualClock } from './virtual-clock.ts'

export const databaseAddress = 'postgres://ledger.example.com:5432/messages?schema=friendtalk'

/** What workers of several machines share, as a database would keep it. */
export class Workers {
  readonly reserved: (readonly [messages: number, rate: number])[] = []
  readonly notes: string[] = []
  readonly #clock: VirtualClock
  #freeAtMs = Number.NEGATIVE_INFINITY
  #workers = 0

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  /** The ledger as one more worker has it open. */
  join(ledger: Ledger): Ledger {
    this.#workers++
    const shared: SharedWork = {
      reserve: async (messages, rate) => {
        this.reserved.push([messages, rate])
        const nowMs = this.#clock.elapsedMs
        const waitMs = Math.max(0, this.#freeAtMs - nowMs)
        this.#freeAtMs = nowMs + waitMs + (messages / rate) * 1_000
        return { waitMs, rate, slowed: 0 }
      },
      slow: async () => 0.5,
      pause: async (note) => {
        this.notes.push(note)
      },
      workers: async () => this.#workers,
      goOn: async () => {},
      recover: async () => {},
      alone: (_, work) => work(),
      tooLate: () => 0,
    }
    return {
      ...ledger,
      shared,
      claim: async (wanted) => {
        const [note] = this.notes
        if (note !== undefined) throw pausedBy(note)
        return ledger.claim(wanted)
      },
    }
  }
}

export function pausedBy(note: string): LedgerError {
  return new LedgerError({ type: 'paused', path: databaseAddress, by: 'process 7 on deploy-2', note })
}
