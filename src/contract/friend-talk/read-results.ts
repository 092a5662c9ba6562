import { type JsonObject, objectOf } from '../../text/json-text.ts'
import { momentOfTimestamp } from '../../text/korean-time.ts'
import type { DeliveryResult, FaultyResult, Redact } from '../contract.ts'
import { maxCodeCharacters, resultsOf, textIn, valueIn } from '../read-results.ts'

/** Delivery results, as the webhook's `results` have them. Fields that count for nothing are not looked at. */
export const results = resultsOf({
  key: 'msg_key',
  code: 'code',
  doneAt: 'done_date',
  others: ['desc', 'failback_code', 'failback_desc', 'failback_done_date'],
  listIn: (body) => body['results'],
  restIn(fields, code, redact) {
    const failback = objectOf(fields['failback'] ?? {})
    if (failback === undefined) return { fault: { type: 'not-an-object' } }
    const own = saidIn(fields, '', redact)
    if ('fault' in own) return own
    const fallbackCode = textIn(failback, 'code', maxCodeCharacters, 'failback.')
    if ('fault' in fallbackCode) return fallbackCode
    const fallback = saidIn(failback, 'failback.', redact)
    if ('fault' in fallback) return fallback
    const { description, ...delivery } = own
    return {
      ...delivery,
      // The description of a success tells nothing.
      ...(code !== '0' && description !== undefined && { description }),
      ...(fallbackCode.text !== '' && { fallback: { code: fallbackCode.text, ...fallback } }),
    }
  },
  // `failback_code` of a row is `code` of `failback`.
  entryOf(row) {
    const failback = Object.entries(row).map(([name, cell]) => [/^failback_(.+)$/.exec(name)?.[1] ?? '', cell] as const)
    return { ...row, failback: Object.fromEntries(failback) }
  },
})

/** Reads when a message, or its fallback, was delivered or given up, and why. */
function saidIn(
  fields: JsonObject,
  within: '' | 'failback.',
  redact: Redact,
): Pick<DeliveryResult, 'doneAt' | 'description'> | FaultyResult {
  const [date, desc] = [valueIn(fields, 'done_date'), valueIn(fields, 'desc')]
  const isDated = typeof date !== 'string' || date.trim() !== ''
  const doneAt = typeof date === 'string' ? momentOfTimestamp(date.trim()) : undefined
  if (isDated && (doneAt === undefined || doneAt < 0))
    return { fault: { type: 'not-a-date', field: `${within}done_date` } }
  return {
    ...(doneAt !== undefined && { doneAt }),
    ...(typeof desc === 'string' && desc.trim() !== '' && { description: redact(desc) }),
  }
}
