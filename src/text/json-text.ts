/**
 * The canonical JSON of data (RFC 8785): keys sorted by UTF-16 units, no white space, so that equal data has equal
 * text. Keys without a value are left out; texts must be well-formed Unicode.
 */
export function canonicalJson(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  let json = ''
  if (Array.isArray(data)) {
    for (const item of data as readonly unknown[]) json += `${json === '' ? '' : ','}${canonicalJson(item ?? null)}`
    return `[${json}]`
  }
  const record = data as { readonly [key: string]: unknown }
  // Without a comparison of its own, sorting compares UTF-16 units.
  for (const key of Object.keys(record).toSorted()) {
    const value = record[key]
    if (value !== undefined) json += `${json === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value)}`
  }
  return `{${json}}`
}

/**
 * Where a text stops being JSON, as an offset. `JSON.parse` does not say so in every version of Node, and where it
 * does it quotes the text, which may be a secret.
 */
export function jsonFaultOffset(text: string): number {
  // A prefix that ends behind a delimiter cuts no number or literal: it is either the start of JSON or not.
  const cuts = [...Array.from(text.matchAll(/[[\]{},:"\s]/g), ({ index }) => index + 1), text.length]
  let low = 0
  let high = cuts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (startsJson(text.slice(0, cuts[middle]))) low = middle + 1
    else high = middle
  }
  const behind = cuts[low - 1] ?? 0
  return behind + (/\S/.exec(text.slice(behind))?.index ?? 0)
}

function startsJson(prefix: string): boolean {
  try {
    JSON.parse(prefix)
    return true
  } catch (error) {
    const { message } = error as SyntaxError
    const position = /position (\d+)/.exec(message)?.[1]
    return /end of JSON|Unterminated/.test(message) || Number(position) === prefix.length
  }
}

/** A key as a token of a JSON Pointer (RFC 6901). */
export function escapePointer(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

/** Returns the key that a token of a JSON Pointer stands for. */
export function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

export function lastKeyOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1)
}

export function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'))
}

/** Returns the value at a JSON Pointer; undefined where there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1).map(unescapePointer)
  return keys.reduce<unknown>((at, name) => {
    if (typeof at !== 'object' || at === null) return undefined
    return Object.hasOwn(at, name) ? (at as { readonly [key: string]: unknown })[name] : undefined
  }, value)
}

export interface JsonObject {
  readonly [name: string]: unknown
}

/** Returns the JSON object that a value is; undefined for anything else. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/** Returns whether a value is nothing: null, empty, or made of nothing else. Programs write fields that they do not use so. */
export function isUnset(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.values(value).every(isUnset)
}
