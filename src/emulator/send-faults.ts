import type { SendResponse } from '../contract/responses.ts'
import { isRecord } from './check-fields.ts'
import { type ServerExchange, faultsOf } from './exchange.ts'
import type { Chosen } from './faults.ts'
import type { EmulatedService } from './service.ts'

/** Whether a fault concerns a message. */
export function isChosen(chosen: Chosen | undefined, message: unknown, index: number): boolean {
  if (chosen === undefined || chosen === 'all') return true
  if ('indexes' in chosen) return chosen.indexes.includes(index)
  if (!isRecord(message)) return false
  if ('msgKeys' in chosen) return chosen.msgKeys.includes(String(message['msg_key']))
  return chosen.receiverNumbers.includes(String(message['receiver_number']))
}

/** Lets images expire in the moment before the messages that refer to them are checked. */
export function expireImages(
  { images, clock }: EmulatedService,
  exchange: ServerExchange,
  messages: readonly unknown[],
): void {
  for (const { url } of faultsOf(exchange, 'expire-image')) {
    const expiring = url ?? firstImageUrl(messages)
    if (expiring !== undefined) images.expire(expiring, clock.now())
  }
}

function firstImageUrl(value: unknown): string | undefined {
  const entries: unknown[] = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  if (isRecord(value) && typeof value['img_url'] === 'string') return value['img_url']
  for (const entry of entries) {
    const url = firstImageUrl(entry)
    if (url !== undefined) return url
  }
  return undefined
}

type Results = SendResponse['results']

/** The results as the request's faults have them: missing, doubled, reordered or with a key that nobody sent. */
export function faultyResults(
  exchange: ServerExchange,
  { results }: SendResponse,
  messages: readonly unknown[],
): SendResponse {
  let changed: Results = results
  const pick = (chosen: Chosen | undefined): Set<Results[number]> =>
    // Without a choice one message is enough to tell the client's way of matching.
    new Set(results.filter((_, index) => isChosen(chosen ?? { indexes: [0] }, messages[index], index)))
  for (const { fault } of exchange.struck) {
    if (fault.type === 'results-missing') {
      const picked = pick(fault.messages)
      changed = changed.filter((result) => !picked.has(result))
    } else if (fault.type === 'results-doubled') {
      const picked = pick(fault.messages)
      changed = changed.flatMap((result) => (picked.has(result) ? [result, { ...result }] : [result]))
    } else if (fault.type === 'results-reordered') changed = changed.toReversed()
    else if (fault.type === 'results-foreign-key') changed = withForeignKey(changed, fault.replace ?? false)
  }
  return { results: changed }
}

function withForeignKey(results: Results, replaces: boolean): Results {
  const [first, ...rest] = results
  if (first === undefined) return results
  const foreign = { ...first, msg_key: 'a-key-that-was-not-sent' }
  return replaces ? [foreign, ...rest] : [...results, foreign]
}
