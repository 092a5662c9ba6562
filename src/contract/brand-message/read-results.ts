import { momentOfTimestamp } from '../../text/korean-time.ts'
import { type JsonObject, objectOf } from '../../text/json-text.ts'
import type { Contract, DeliveryResult, Redact } from '../contract.ts'
import { entriesOf, maxCharacters, textIn, valueIn } from '../read-json.ts'
import { fallbackStates } from './delivery.ts'

/** The fields of a webhook's entry, or of a row of a query, that count. */
const resultFields = [
  'recipientGroupingKey',
  'resultCode',
  'resultCodeName',
  'receiveDate',
  'resendStatusCode',
  'resendStatus',
  'resendStatusName',
  'resendResultCode',
] as const

/** Entries of a body of the webhook, or of a page of a query. */
const entriesIn: Contract['results']['entriesIn'] = (value) =>
  entriesOf(value, ({ hooks, messageSearchResultResponse: page }) => hooks ?? objectOf(page)?.['messages'])

export function readResult(entry: unknown, redact: Redact): ReturnType<Contract['results']['read']> {
  const fields = objectOf(entry)
  if (fields === undefined) return { fault: { type: 'not-an-object' } }
  const key = textIn(fields, 'recipientGroupingKey', maxCharacters.key)
  if ('fault' in key) return key
  const code = textIn(fields, 'resultCode', maxCharacters.code)
  if ('fault' in code) return code
  const missing = key.text === '' ? 'recipientGroupingKey' : code.text === '' ? 'resultCode' : undefined
  if (missing !== undefined) return { fault: { type: 'missing', field: missing } }
  const fallback = fallbackIn(fields, redact)
  return {
    result: {
      key: key.text,
      code: code.text,
      ...doneAtIn(fields),
      ...(code.text !== '1000' && descriptionIn(fields, ['resultCodeName'], redact)),
      ...(fallback && { fallback }),
    },
  }
}

/** Assumption: the interface shows no form of this date. One that is not read leaves the result without a time. */
function doneAtIn(fields: JsonObject): { readonly doneAt?: number } {
  const text = String(valueIn(fields, 'receiveDate')).trim().replace('T', ' ')
  const doneAt = momentOfTimestamp(/:\d\d:/.test(text) ? text : `${text}:00`)
  return doneAt === undefined || doneAt < 0 ? {} : { doneAt }
}

function descriptionIn(
  fields: JsonObject,
  names: readonly string[],
  redact: Redact,
): { readonly description?: string } {
  const text = names
    .map((name) => String(valueIn(fields, name)))
    .join(' ')
    .trim()
  return text === '' ? {} : { description: redact(text) }
}

/** Only the last states of a fallback message are its result. */
function fallbackIn(fields: JsonObject, redact: Redact): DeliveryResult['fallback'] | undefined {
  const state = String(valueIn(fields, 'resendStatusCode') || valueIn(fields, 'resendStatus'))
  if (!fallbackStates.has(state)) return undefined
  return { code: state, ...descriptionIn(fields, ['resendStatusName', 'resendResultCode'], redact) }
}

export const results: Contract['results'] = {
  entriesIn,
  read: readResult,
  signatureHeader: 'x-toast-webhook-signature',
  fields: ['recipientGroupingKey', 'resultCode', 'receiveDate'],
  columns: new Set(resultFields),
  required: ['recipientGroupingKey', 'resultCode'],
  entryOfRow: (header, cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])),
}
