import { type JsonObject, objectOf } from '../text/json-text.ts'
import type { Contract, FaultyResult } from './contract.ts'
import { namesOf, type Shape } from './shape.ts'

// Readers of answers, which are JSON or were meant to be.

// A key with replacement characters in it would be another key.
const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf(body: Uint8Array): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}

export function dataOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body) ?? '')
  } catch {
    return undefined
  }
}

/** Returns whether a body says something with one of these names, or may, as it breaks off or is no text. */
export function maySpeakOf(body: Uint8Array, names: RegExp): boolean {
  const text = textOf(body)
  if (text === undefined || text.includes('\0') || names.test(text)) return true
  return /^\s*["[{]/.test(text) && dataOf(body) === undefined
}

/** Finds a field of payloads as services name it, `buttons[0].name` or `/buttons/0/name`. */
export function fieldFinder(shapes: Iterable<Shape>): Contract['fieldIn'] {
  const names = Array.from(shapes, namesOf).flat()
  const field = new RegExp(String.raw`(?<![\w:/])\/?((?:${names.join('|')})(?:[./]\w+|\[\d+\])*)`)
  return (description) => {
    const [, name] = field.exec(description) ?? []
    return name === undefined ? undefined : `/${name.replace(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`
  }
}

/** Returns a value of an entry, and not what its prototype has; empty where there is none. */
export function valueIn(fields: JsonObject, field: string): unknown {
  return Object.hasOwn(fields, field) ? (fields[field] ?? '') : ''
}

/** Assumptions: the longest values that are taken for a key and for a code. */
export const maxCharacters = { key: 256, code: 64 }

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

/** Returns the entries of a list of results, or of a body that has one; or why there are none. */
export function entriesOf(
  value: unknown,
  listIn: (body: JsonObject) => unknown,
): { readonly entries: readonly unknown[] } | FaultyResult {
  const body = objectOf(value)
  const list = Array.isArray(value) ? value : body && listIn(body)
  if (list === undefined) return { fault: { type: 'no-results' } }
  return Array.isArray(list) ? { entries: list } : { fault: { type: 'results-not-list' } }
}
