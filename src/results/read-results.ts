import { momentOfTimestamp } from '../contract/korean-time.ts'
import type { DeliveryResult } from '../ledger/results.ts'
import type { Redact } from '../service/redact.ts'

/** Why something is not taken for a result. `field` is the one that is meant, as the webhook calls it. */
export type ResultFault =
  | { readonly type: 'not-utf8' | 'not-json' | 'not-an-object' | 'no-results' | 'results-not-list' }
  | { readonly type: 'too-large' | 'quote-wrong' | 'not-commas' | 'workbook' | 'web-page' }
  | { readonly type: 'key-repeated'; readonly field: string }
  | { readonly type: 'missing' | 'not-text' | 'too-long' | 'not-a-date'; readonly field: string }

export interface Faulty {
  readonly fault: ResultFault
}

/** Assumptions: the longest values that are taken for a key and for a code. */
const maxKeyCharacters = 256
const maxCodeCharacters = 64

const utf8 = new TextDecoder('utf-8', { fatal: true })

type Json = { readonly value: unknown } | Faulty

/** Reads the bytes of JSON. */
export function jsonOf(bytes: Uint8Array): Json {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { fault: { type: 'not-utf8' } }
  }
  return jsonIn(text)
}

export function jsonIn(text: string): Json {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { fault: { type: 'not-json' } }
  }
}

/** Returns the entries of a body of the webhook, or of a list of results, or why it is none of them. */
export function entriesIn(value: unknown): { readonly entries: readonly unknown[] } | Faulty {
  if (Array.isArray(value)) return { entries: value }
  if (!isRecord(value) || !Object.hasOwn(value, 'results')) return { fault: { type: 'no-results' } }
  const { results } = value
  return Array.isArray(results) ? { entries: results } : { fault: { type: 'results-not-list' } }
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads one entry of the webhook's `results`. Fields that it does not need are not looked at, and not kept. */
export function readResult(entry: unknown, redact: Redact): { readonly result: DeliveryResult } | Faulty {
  const failback = isRecord(entry) ? (entry['failback'] ?? {}) : undefined
  if (!isRecord(entry) || !isRecord(failback)) return { fault: { type: 'not-an-object' } }
  const key = textIn(entry, 'msg_key', maxKeyCharacters)
  if ('fault' in key) return key
  const own = deliveryIn(entry, '', redact)
  if ('fault' in own) return own
  const fallback = deliveryIn(failback, 'failback.', redact)
  if ('fault' in fallback) return fallback
  const missing = key.text === '' ? 'msg_key' : own.code === '' ? 'code' : undefined
  if (missing !== undefined) return { fault: { type: 'missing', field: missing } }
  const { description, ...delivery } = own
  // What the service says of a success is the same for all.
  const said = own.code === '0' || description === undefined ? {} : { description }
  return { result: { key: key.text, ...delivery, ...said, ...(fallback.code !== '' && { fallback }) } }
}

/** What is reported of a message, or of the one in its place. The code is empty where there is none. */
function deliveryIn(
  fields: Fields,
  within: '' | 'failback.',
  redact: Redact,
): NonNullable<DeliveryResult['fallback']> | Faulty {
  const code = textIn(fields, 'code', maxCodeCharacters, within)
  if ('fault' in code) return code
  const [date, desc] = [ownIn(fields, 'done_date'), ownIn(fields, 'desc')]
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

/** Not what the prototype has. */
function ownIn(fields: Fields, field: string): unknown {
  return Object.hasOwn(fields, field) ? (fields[field] ?? '') : ''
}

/** A text, or a whole number as one; empty where there is none. */
function textIn(fields: Fields, field: string, maxCharacters: number, within = ''): { readonly text: string } | Faulty {
  const value = ownIn(fields, field)
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string') return { fault: { type: 'not-text', field: within + field } }
  const trimmed = text.trim()
  return trimmed.length > maxCharacters
    ? { fault: { type: 'too-long', field: within + field } }
    : { text: trimmed.toWellFormed().replaceAll('\0', '\uFFFD') }
}
