import type { LedgerNotice } from '../ledger/ledger-error.ts'
import type { ResultInbox } from '../ledger/results.ts'

/** Settling takes the ledger for a moment, so what results prove waits for it together. */
const settleEveryMs = 30_000

export interface SettlingOptions {
  readonly onSettled: (notices: readonly LedgerNotice[]) => void
  readonly onProblem: (problem: unknown) => void
}

/** Returns an inbox that settles what its results prove, twice a minute and when it is closed. */
export function settlingInbox(inbox: ResultInbox, { onSettled, onProblem }: SettlingOptions): ResultInbox {
  const settle = async (): Promise<void> => onSettled(await inbox.settle())
  const timer = setInterval(() => settle().catch(onProblem), settleEveryMs).unref()
  return {
    record: (results) => inbox.record(results),
    probe: () => inbox.probe(),
    settle: () => inbox.settle(),
    close: async () => {
      clearInterval(timer)
      try {
        await settle()
      } finally {
        await inbox.close()
      }
    },
  }
}
