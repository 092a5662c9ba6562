/** A key of an object in JSON text. */
export interface JsonKey {
  /** What it says, escapes resolved. */
  readonly name: string
  /** The offset of its opening quote. */
  readonly start: number
  /** The offset of its value. */
  readonly valueStart: number
}

/** No name of ours is longer, and bringing a long one to NFC may take long. */
const maxNameUnits = 256

/** A name as it is compared with others: in Unicode NFC. */
export function comparedName(name: string): string {
  return name.length > maxNameUnits ? name : name.normalize('NFC')
}

/** The keys of the object that JSON text stands for, in their order, those of the objects inside left out. */
export function keysOf(json: string): JsonKey[] {
  const keys: JsonKey[] = []
  scan(json, {
    key(found, depth) {
      if (depth === 1) keys.push(keyIn(json, found))
    },
  })
  return keys
}

/** How many keys the object has that JSON text stands for. Costs a part of what reading their names does. */
export function keyCountOf(json: string): number {
  let count = 0
  scan(json, {
    key(_, depth) {
      if (depth === 1) count++
    },
  })
  return count
}

/**
 * The first key that an object of JSON text has a second time, at any depth: `JSON.parse` takes the last one and says
 * nothing. Written with escapes or in another Unicode normalisation it is the same key.
 *
 * @param json what `JSON.parse` takes
 */
export function repeatedKey(json: string): JsonKey | undefined {
  const names: Set<string>[] = []
  let repeated: JsonKey | undefined
  scan(json, {
    key(found, depth, isFirst) {
      if (repeated !== undefined) return
      // What is left from an object before is another's.
      if (isFirst) names[depth] = new Set()
      const key = keyIn(json, found)
      const name = comparedName(key.name)
      if (names[depth]?.has(name)) repeated = key
      names[depth]?.add(name)
    },
  })
  return repeated
}

/** How many objects and lists stand in each other in JSON text. */
export function depthOf(json: string): number {
  let most = 0
  scan(json, { opened: (depth) => (most = Math.max(most, depth)) })
  return most
}

/** Deeper data is not looked at: what calls itself for every level would not come back. No file needs a tenth of it. */
export const maxJsonDepth = 128

/** Whether objects and lists stand in each other more than `maxJsonDepth` deep in data. */
export function isTooDeep(data: unknown): boolean {
  let level: readonly unknown[] = [data]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxJsonDepth) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}

/** Offsets of a key: its quotes included, and of its value. */
interface FoundKey {
  readonly start: number
  readonly end: number
  readonly valueStart: number
}

interface Visitor {
  /** @param isFirst whether its object has none before it */
  readonly key?: (key: FoundKey, depth: number, isFirst: boolean) => void
  readonly opened?: (depth: number) => void
}

const [quote, colon, backslash] = [0x22, 0x3a, 0x5c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Goes through JSON text. A string is skipped at once: most of it is strings. */
function scan(json: string, { key, opened }: Visitor): void {
  let depth = 0
  let isFirst = false
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case openBrace:
        isFirst = true
        depth++
        opened?.(depth)
        break
      case openBracket:
        depth++
        opened?.(depth)
        break
      case closeBrace:
      case closeBracket:
        depth--
        isFirst = false
        break
      case quote: {
        const end = stringEnd(json, at)
        const behind = key === undefined ? end : skipSpace(json, end)
        if (json.charCodeAt(behind) === colon) {
          key?.({ start: at, end, valueStart: skipSpace(json, behind + 1) }, depth, isFirst)
          isFirst = false
        }
        at = end - 1
        break
      }
      // Numbers, words and what stands between values.
    }
  }
}

/** The offset behind the quote that closes a string; the end of the text where none does. */
function stringEnd(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let before = at - 1
    while (json.charCodeAt(before) === backslash) before--
    // An even number of backslashes are escaped themselves.
    if ((at - before) % 2 === 1) return at + 1
  }
  return json.length
}

function skipSpace(json: string, start: number): number {
  let at = start
  while (json[at] === ' ' || json[at] === '\t' || json[at] === '\n' || json[at] === '\r') at++
  return at
}

function keyIn(json: string, { start, end, valueStart }: FoundKey): JsonKey {
  return { name: JSON.parse(json.slice(start, end)) as string, start, valueStart }
}

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
