import { type JsonObject, objectOf } from '../text/json-text.ts'
import type { Contract, DeliveryResult, FaultyResult, Redact } from './contract.ts'

/** The names of what a service's results say. */
interface ResultForm extends Pick<Contract['results'], 'signatureHeader'> {
  readonly key: string
  readonly code: string
  readonly doneAt: string
  /** Further columns of a table that count. */
  readonly others: readonly string[]
  readonly listIn: (body: JsonObject) => unknown
  /** Reads what an entry says beside its key and its code. */
  readonly restIn: (
    fields: JsonObject,
    code: string,
    redact: Redact,
  ) => Omit<DeliveryResult, 'key' | 'code'> | FaultyResult
  /** Returns a row of a table, whose cells have the names of its columns, as an entry. */
  readonly entryOf?: (row: JsonObject) => object
}

export function resultsOf({ listIn, restIn, entryOf = (row) => row, ...form }: ResultForm): Contract['results'] {
  const required = [form.key, form.code]
  const fields = [...required, form.doneAt]
  return {
    required,
    fields,
    columns: new Set([...fields, ...form.others]),
    signatureHeader: form.signatureHeader,
    entryOfRow: (header, cells) => entryOf(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']))),
    entriesIn(value) {
      const body = objectOf(value)
      const list = Array.isArray(value) ? value : body && listIn(body)
      if (list === undefined) return { fault: { type: 'no-results' } }
      return Array.isArray(list) ? { entries: list } : { fault: { type: 'results-not-list' } }
    },
    read(value, redact) {
      const entry = objectOf(value)
      if (entry === undefined) return { fault: { type: 'not-an-object' } }
      const key = textIn(entry, form.key, maxKeyCharacters)
      if ('fault' in key) return key
      const code = textIn(entry, form.code, maxCodeCharacters)
      if ('fault' in code) return code
      const rest = restIn(entry, code.text, redact)
      if ('fault' in rest) return rest
      const missing = key.text === '' ? form.key : code.text === '' ? form.code : undefined
      if (missing !== undefined) return { fault: { type: 'missing', field: missing } }
      return { result: { key: key.text, code: code.text, ...rest } }
    },
  }
}

// Assumptions: the longest values that are taken for a key and for a code.
const maxKeyCharacters = 256
export const maxCodeCharacters = 64

/** Returns a text of an entry, or a whole number as one; empty where there is none. */
export function textIn(
  fields: JsonObject,
  field: string,
  max: number,
  within = '',
): { readonly text: string } | FaultyResult {
  const value = valueIn(fields, field)
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string') return { fault: { type: 'not-text', field: within + field } }
  const trimmed = text.trim()
  return trimmed.length > max
    ? { fault: { type: 'too-long', field: within + field } }
    : { text: trimmed.toWellFormed().replaceAll('\0', '\uFFFD') }
}

/** Returns a value of an entry, and not what its prototype has; empty where there is none. */
export function valueIn(fields: JsonObject, field: string): unknown {
  return Object.hasOwn(fields, field) ? (fields[field] ?? '') : ''
}
