/** A part of a text; `end` is not included. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A text as somebody would read it who undoes what hides its characters, in small letters. */
export interface PlainReading {
  readonly text: string
  /** The part of the original that so many units from a place on stand for. */
  readonly rangeOf: (at: number, units: number) => TextRange
}

/** How often what was escaped may have been escaped again. */
const maxLayers = 3

/**
 * The readings of a text: as it is, and with escapes of URLs, HTML, JSON and programming languages undone, also where
 * they are nested. Letter case and full width are no difference in any of them. The time grows with the length alone.
 */
export function plainReadings(text: string): readonly PlainReading[] {
  const readings = [folded(text)]
  for (let layer = 0; layer < maxLayers; layer++) {
    const next = unescaped(readings.at(-1) ?? folded(text))
    if (next === undefined) break
    readings.push(next)
  }
  return readings
}

/** A reading of ASCII letters and digits alone: what separates them, or is written otherwise in a variant of base64, is gone. */
export function lettersAndDigits({ text, rangeOf }: PlainReading): PlainReading {
  // Nearly always nothing is found, and nobody asks where it would be.
  let kept: readonly number[] | undefined
  return {
    text: text.replace(/[^a-z0-9]+/g, ''),
    rangeOf: (at, units) => {
      kept ??= Array.from({ length: text.length }, (_, place) => place).filter((place) =>
        isLetterOrDigit(text.charCodeAt(place)),
      )
      const [first = 0, last = 0] = [kept[at], kept[at + units - 1]]
      return rangeOf(first, last - first + 1)
    },
  }
}

function isLetterOrDigit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
}

/** The form in which letter case and width are no difference. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

class ReadingBuilder {
  readonly #pieces: string[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  add(piece: string, { start, end }: TextRange): void {
    this.#pieces.push(piece)
    for (let unit = 0; unit < piece.length; unit++) {
      this.#starts.push(start)
      this.#ends.push(end)
    }
  }

  build(): PlainReading {
    return {
      text: this.#pieces.join(''),
      rangeOf: (at, units) => ({ start: this.#starts[at] ?? 0, end: this.#ends[at + units - 1] ?? 0 }),
    }
  }
}

const ascii = /^[\0-\x7f]*$/
const foldedAsIs = /^[\0-@[-\x7f\uac00-\ud7a3]$/

function folded(text: string): PlainReading {
  if (ascii.test(text)) {
    return { text: text.toLowerCase(), rangeOf: (at, units) => ({ start: at, end: at + units }) }
  }
  const builder = new ReadingBuilder()
  let at = 0
  for (const character of text) {
    const piece = foldedAsIs.test(character) ? character : fold(character)
    builder.add(piece, { start: at, end: at + character.length })
    at += character.length
  }
  return builder.build()
}

// A sequence of UTF-8 in a URL, a reference of HTML, an escape of JSON or of a programming language; small letters alone.
const escape =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});?|\\u(?:[\da-f]{4}|\{[\da-f]{1,6}\})|(?:\\|0)x[\da-f]{2}|\\[^\da-z]|\\[bfnrt]/g

/** @returns undefined where nothing is escaped */
function unescaped({ text, rangeOf }: PlainReading): PlainReading | undefined {
  if (!/[%&\\]|0x/.test(text)) return undefined
  const builder = new ReadingBuilder()
  let isEscaped = false
  let at = 0
  const keep = (until: number): void => {
    for (; at < until; at++) builder.add(text.charAt(at), rangeOf(at, 1))
  }
  for (const { index, 0: found } of text.matchAll(escape)) {
    const character = characterOf(found)
    if (character === undefined) continue
    keep(index)
    builder.add(fold(character), rangeOf(index, found.length))
    at = index + found.length
    isEscaped = true
  }
  keep(text.length)
  return isEscaped ? builder.build() : undefined
}

function characterOf(found: string): string | undefined {
  if (found.startsWith('%')) return decoded(found)
  if (found.startsWith('&#x')) return fromCodePoint(found.slice(3).replace(';', ''), 16)
  if (found.startsWith('&#')) return fromCodePoint(found.slice(2).replace(';', ''), 10)
  if (found.startsWith('&')) return references.get(found.slice(1).replace(';', ''))
  if (found.startsWith('\\u') || /^.x/.test(found)) return fromCodePoint(found.slice(2).replace(/[{}]/g, ''), 16)
  return /^\\[bfnrt]$/.test(found) ? ' ' : found.slice(1)
}

function decoded(sequence: string): string | undefined {
  try {
    return decodeURIComponent(sequence)
  } catch {
    // Overlong, or a surrogate: no character.
    return undefined
  }
}

function fromCodePoint(digits: string, radix: 10 | 16): string | undefined {
  const codePoint = Number.parseInt(digits, radix)
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint).toWellFormed() : undefined
}

/** The named references of HTML for ASCII. */
const references: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['ast', '*'],
  ['bsol', '\\'],
  ['colon', ':'],
  ['comma', ','],
  ['commat', '@'],
  ['dollar', '$'],
  ['equals', '='],
  ['excl', '!'],
  ['grave', '`'],
  ['gt', '>'],
  ['hat', '^'],
  ['lbrace', '{'],
  ['lbrack', '['],
  ['lcub', '{'],
  ['lowbar', '_'],
  ['lpar', '('],
  ['lsqb', '['],
  ['lt', '<'],
  ['nbsp', ' '],
  ['num', '#'],
  ['percnt', '%'],
  ['period', '.'],
  ['plus', '+'],
  ['quest', '?'],
  ['quot', '"'],
  ['rbrace', '}'],
  ['rbrack', ']'],
  ['rcub', '}'],
  ['rpar', ')'],
  ['rsqb', ']'],
  ['semi', ';'],
  ['sol', '/'],
  ['verbar', '|'],
  ['vert', '|'],
])
