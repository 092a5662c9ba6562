// A payload that was never checked is shown too, and a page may ask for anything: whatever is not of its shape is left
// out.

export type Fields = { readonly [name: string]: unknown }

const nothing: Fields = {}

/** Returns the fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : nothing
}

/** Returns a text; an empty one for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
