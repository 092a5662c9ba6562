import type { Kind } from '../contract/kinds.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { MessageRecord } from '../service/service.ts'
import type { Addressee } from './record.ts'
import type { SendSource } from './send-loop.ts'

export interface PreparedMessage {
  readonly kind: Kind
  readonly record: (addressee: Addressee) => MessageRecord | undefined
}

export interface ReleaseSends {
  readonly ledger: Pick<Ledger, 'claim' | 'settle'>
  readonly release: string
  /** How to make the records of each message, by its id. */
  readonly messages: ReadonlyMap<string, PreparedMessage>
}

/** Returns what is pending of a release, until there is no more. */
export function releaseSource({ ledger, release, messages }: ReleaseSends): SendSource {
  /** Whether a claim found nothing: only what comes back of requests in flight is left, and they see to it. */
  let isDry = false
  /** How often something came back. */
  let returns = 0
  return {
    isDry: () => isDry,
    ready: async (maxMessages) => maxMessages,
    claim: async (wanted) => {
      const returnsBefore = returns
      const batch = await ledger.claim({ ...wanted, release })
      // What came back while the ledger answered it may not have seen.
      isDry = batch === undefined && returns === returnsBefore
      if (batch === undefined) return undefined
      const { id, sends, waitedMs } = batch
      const message = messages.get(id)
      if (message === undefined) {
        await ledger.settle(sends.map(({ row, attempt }) => ({ row, attempt, outcome: 'not-written' })))
        throw new Error(`The release ${release} has no message ${id}.`)
      }
      return {
        kind: message.kind,
        sends: sends.map((send) => ({ ...send, id, record: message.record(send) })),
        waitedMs,
      }
    },
    settle: async (_, settlements) => {
      await ledger.settle(settlements)
      if (settlements.every(({ outcome }) => outcome !== 'not-written' && outcome !== 'not-taken')) return
      returns++
      isDry = false
    },
  }
}
