import type { ReceivedMessage } from '../../src/emulator/received.ts'
import { sendStates } from '../../src/ledger/ledger.ts'
import type { World } from './deploy-world.ts'
import { sendsIn } from '../ledger/temp-ledger.ts'

/** How many messages each send request at the emulator carried, in the order of arrival. */
export function requestSizes({ emulator }: Pick<World, 'emulator'>): number[] {
  return emulator
    .requests()
    .filter(({ operation }) => operation.type === 'send')
    .map(({ body }) => (body as { readonly msg_data?: readonly unknown[] } | undefined)?.msg_data?.length ?? 0)
}

/** What the ledger says against what the service did. Everything in it is 0 when nothing was sent twice, lost or made up. */
export interface Truth {
  /** Messages that the service took more than once. */
  readonly twice: number
  /** Recipients that are in no state, or in more than one. */
  readonly lost: number
  /** Sends that are said to be accepted and were not, or to be rejected, deferred or pending although they were. */
  readonly false: number
}

export async function truthOf({
  emulator,
  ledger,
  release,
}: Pick<World, 'emulator' | 'ledger' | 'release'>): Promise<Truth> {
  const received = new Map<string, ReceivedMessage[]>()
  for (const message of emulator.messages({ limit: 10_000 })) {
    received.set(message.msgKey, [...(received.get(message.msgKey) ?? []), message])
  }
  const isTaken = (key: string): boolean => (received.get(key) ?? []).some(({ code }) => code === 'C100')
  const sends = await sendsIn(ledger(), { release })
  const counts = await ledger().counts(release)
  const wrong = sends.filter(({ key, state }) => {
    if (state === 'accepted') return !isTaken(key)
    // What is unknown may be either; what is pending must not even have arrived.
    if (state === 'pending') return received.has(key)
    return state !== 'unknown' && isTaken(key)
  })
  const keys = new Set(sends.map(({ key }) => key))
  const strange = [...received.keys()].filter((key) => !keys.has(key))
  return {
    twice: [...received.values()].filter((messages) => messages.length > 1).length,
    lost: Math.abs(sends.length - sendStates.reduce((sum, state) => sum + counts[state], 0)) + strange.length,
    false: wrong.length + counts.inflight,
  }
}

export const nothingWrong: Truth = { twice: 0, lost: 0, false: 0 }
