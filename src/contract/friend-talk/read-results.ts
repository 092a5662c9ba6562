import { type JsonObject, objectOf } from '../../text/json-text.ts'
import { momentOfTimestamp } from '../../text/korean-time.ts'
import type { Contract, DeliveryResult, FaultyResult, Redact } from '../contract.ts'
import { entriesOf, maxCharacters, textIn, valueIn } from '../read-json.ts'

export const entriesIn: Contract['results']['entriesIn'] = (value) => entriesOf(value, ({ results }) => results)

/** Reads one entry of the webhook's `results`. Fields that it does not need are not looked at, and not kept. */
export const readResult: Contract['results']['read'] = (entry, redact) => {
  const fields = objectOf(entry)
  const failback = objectOf(fields?.['failback'] ?? {})
  if (fields === undefined || failback === undefined) return { fault: { type: 'not-an-object' } }
  const key = textIn(fields, 'msg_key', maxCharacters.key)
  if ('fault' in key) return key
  const own = deliveryIn(fields, '', redact)
  if ('fault' in own) return own
  const fallback = deliveryIn(failback, 'failback.', redact)
  if ('fault' in fallback) return fallback
  const missing = key.text === '' ? 'msg_key' : own.code === '' ? 'code' : undefined
  if (missing !== undefined) return { fault: { type: 'missing', field: missing } }
  const { description, ...delivery } = own
  // The description of a success tells nothing.
  const said = own.code === '0' || description === undefined ? {} : { description }
  return { result: { key: key.text, ...delivery, ...said, ...(fallback.code !== '' && { fallback }) } }
}

/** Reads the result of a message, or of its fallback. The code is empty if there is none. */
function deliveryIn(
  fields: JsonObject,
  within: '' | 'failback.',
  redact: Redact,
): NonNullable<DeliveryResult['fallback']> | FaultyResult {
  const code = textIn(fields, 'code', maxCharacters.code, within)
  if ('fault' in code) return code
  const [date, desc] = [valueIn(fields, 'done_date'), valueIn(fields, 'desc')]
  const isDated = typeof date !== 'string' || date.trim() !== ''
  const doneAt = typeof date === 'string' ? momentOfTimestamp(date.trim()) : undefined
  if (isDated && (doneAt === undefined || doneAt < 0))
    return { fault: { type: 'not-a-date', field: `${within}done_date` } }
  return {
    code: code.text,
    ...(doneAt !== undefined && { doneAt }),
    ...(typeof desc === 'string' && desc.trim() !== '' && { description: redact(desc) }),
  }
}

/** Those that count; the others may be there in any number. */
export const resultColumns: ReadonlySet<string> = new Set(
  ['', 'failback_'].flatMap((part) => ['code', 'desc', 'done_date'].map((name) => part + name)).concat('msg_key'),
)

/** A row as the webhook would have it: `failback_code` is `code` of `failback`. */
export const entryOfRow: Contract['results']['entryOfRow'] = (header, cells) => {
  const fields = header.map((name, index) => [name, cells[index] ?? ''] as const)
  const failback = fields.map(([name, cell]) => [/^failback_(.+)$/.exec(name)?.[1] ?? '', cell] as const)
  return { ...Object.fromEntries(fields), failback: Object.fromEntries(failback) }
}
