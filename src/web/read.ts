import { type JsonObject, objectOf } from '../text/json-text.ts'

// A payload that was never checked is shown too, and a page may ask for anything: values of another shape are left out.

export function isObject(value: unknown): value is JsonObject {
  return objectOf(value) !== undefined
}

/** Returns the fields of an object; none of anything else. */
export function fieldsOf(value: unknown): JsonObject {
  return objectOf(value) ?? {}
}

/** Returns a text; an empty one for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
