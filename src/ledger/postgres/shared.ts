import type { SharedWork } from '../shared-work.ts'
import type { Run, Session } from './connection.ts'
import type { LedgerRef } from './rows.ts'
import { reserveSlot, slowDown } from './slots.ts'
import { countWorkers, goOn, pauseWorkers, recoverDead } from './workers.ts'

/** What shared work takes of a worker. */
interface SharingWorker extends Pick<SharedWork, 'alone' | 'tooLate'> {
  /** Runs a short statement on the session of the moment. */
  readonly query: Run
  readonly live: () => Promise<Session>
  /** Its number at the moment. */
  readonly number: () => number
}

/** Returns what the workers of a ledger share, as one of them does it. */
export function sharedWork(ledger: LedgerRef, { query, live, number, alone, tooLate }: SharingWorker): SharedWork {
  return {
    reserve: (messages, rate) => reserveSlot(query, ledger, { messages, rate }),
    slow: (refused) => slowDown(query, ledger, refused),
    pause: (note) => pauseWorkers(query, ledger, note),
    goOn: () => goOn(query, number()),
    recover: async () => {
      await recoverDead(await live(), ledger, number())
    },
    alone: (name, work, stop) => alone(`alone ${ledger.ledger} ${name}`, work, stop),
    workers: async () => countWorkers(await live(), ledger),
    tooLate,
  }
}
