import { momentOfTimestamp } from '../contract/korean-time.ts'
import { depthOf, repeatedKey } from '../json-text.ts'
import type { DeliveryResult } from '../ledger/results.ts'
import type { Redact } from '../service/redact.ts'

/** Why something is not taken for a result. `field` is the one that is meant, as the webhook calls it. */
export type ResultFault =
  | { readonly type: 'not-utf8' | 'not-json' | 'too-deep' | 'not-an-object' | 'no-results' | 'results-not-list' }
  | { readonly type: 'too-large' | 'quote-wrong' | 'not-commas' }
  | { readonly type: 'key-repeated'; readonly field: string }
  | { readonly type: 'missing' | 'not-text' | 'too-long' | 'not-a-date'; readonly field: string }

export type ReadResult =
  | { readonly type: 'result'; readonly result: DeliveryResult }
  | { readonly type: 'malformed'; readonly fault: ResultFault }

/** Assumptions: the longest values that are taken for a key and for a code. */
const maxKeyCharacters = 256
const maxCodeCharacters = 64
/** The webhook needs 4; what is deeper is not looked at. */
const maxDepth = 16

/** Reads JSON text. Two values for one key are refused: which one is meant nobody knows. */
export function jsonIn(text: string): { readonly value: unknown } | { readonly fault: ResultFault } {
  if (depthOf(text) > maxDepth) return { fault: { type: 'too-deep' } }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: { type: 'not-json' } }
  }
  const repeated = repeatedKey(text)
  return repeated === undefined
    ? { value }
    : { fault: { type: 'key-repeated', field: repeated.name.slice(0, maxCodeCharacters) } }
}

/** Returns the entries of a body of the webhook, or of a list of results, or why it is none of them. */
export function entriesIn(value: unknown): { readonly entries: readonly unknown[] } | { readonly fault: ResultFault } {
  if (Array.isArray(value)) return { entries: value }
  if (!isRecord(value) || !Object.hasOwn(value, 'results')) return { fault: { type: 'no-results' } }
  const { results } = value
  return Array.isArray(results) ? { entries: results } : { fault: { type: 'results-not-list' } }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads one entry of the webhook's `results`. Fields that it does not need are not looked at, and not kept. */
export function readResult(entry: unknown, redact: Redact): ReadResult {
  if (!isRecord(entry)) return malformed({ type: 'not-an-object' })
  const key = requiredText(entry, 'msg_key', maxKeyCharacters)
  const code = requiredText(entry, 'code', maxCodeCharacters)
  const doneAt = dateIn(entry, 'done_date')
  const failback = entry['failback'] ?? undefined
  if (failback !== undefined && !isRecord(failback)) return malformed({ type: 'not-an-object' })
  const fallbackCode = textIn(failback ?? {}, 'code', maxCodeCharacters, 'failback.')
  const fallbackDoneAt = dateIn(failback ?? {}, 'done_date', 'failback.')
  for (const value of [key, code, doneAt, fallbackCode, fallbackDoneAt]) {
    if ('fault' in value) return malformed(value.fault)
  }
  const [keyText, codeText, fallbackText] = [key, code, fallbackCode].map((value) =>
    'text' in value ? value.text : '',
  )
  const fallback = {
    code: fallbackText ?? '',
    ...('at' in fallbackDoneAt && { doneAt: fallbackDoneAt.at }),
    ...describedBy(failback?.['desc'], redact),
  }
  return {
    type: 'result',
    result: {
      key: keyText ?? '',
      code: codeText ?? '',
      ...('at' in doneAt && { doneAt: doneAt.at }),
      // What the service says of a success is the same for all.
      ...(codeText !== '0' && describedBy(entry['desc'], redact)),
      ...(fallbackText !== '' && { fallback }),
    },
  }
}

function malformed(fault: ResultFault): ReadResult {
  return { type: 'malformed', fault }
}

type Value = { readonly text: string } | { readonly fault: ResultFault }

function requiredText(record: Readonly<Record<string, unknown>>, field: string, maxCharacters: number): Value {
  const value = textIn(record, field, maxCharacters)
  return 'text' in value && value.text === '' ? { fault: { type: 'missing', field } } : value
}

/** A text, or a whole number as one; empty where there is none. */
function textIn(record: Readonly<Record<string, unknown>>, field: string, maxCharacters: number, within = ''): Value {
  const name = within + field
  const value = Object.hasOwn(record, field) ? (record[field] ?? '') : ''
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string') return { fault: { type: 'not-text', field: name } }
  const trimmed = text.trim()
  return trimmed.length > maxCharacters
    ? { fault: { type: 'too-long', field: name } }
    : { text: trimmed.toWellFormed().replaceAll('\0', '\uFFFD') }
}

function dateIn(
  record: Readonly<Record<string, unknown>>,
  field: string,
  within = '',
): { readonly at: number } | { readonly none: true } | { readonly fault: ResultFault } {
  const value = Object.hasOwn(record, field) ? (record[field] ?? '') : ''
  if (typeof value !== 'string') return { fault: { type: 'not-a-date', field: within + field } }
  if (value.trim() === '') return { none: true }
  const at = momentOfTimestamp(value.trim())
  return at === undefined || at < 0 ? { fault: { type: 'not-a-date', field: within + field } } : { at }
}

function describedBy(description: unknown, redact: Redact): { readonly description?: string } {
  if (typeof description !== 'string' || description.trim() === '') return {}
  return { description: redact(description) }
}
