import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { Ledger, SharedWork } from '../../src/ledger/ledger.ts'

export const databaseAddress = 'postgres://ledger.example.com:5432/messages?schema=friendtalk'

/** What workers of several machines share, as a database would keep it. */
export class Workers {
  readonly notes: string[] = []
  #workers = 0

  /** The ledger as one more worker has it open. */
  join(ledger: Ledger): Ledger {
    this.#workers++
    const shared: SharedWork = {
      share: () => this.#workers,
      pause: async (note) => {
        this.notes.push(note)
      },
      workers: async () => this.#workers,
      alone: (_, work) => work(),
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

function pausedBy(note: string): LedgerError {
  return new LedgerError('paused', { en: ['', ''], ko: ['', ''] }, { note })
}
