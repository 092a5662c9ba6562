import { fold, lettersAndDigits, type PlainReading, plainReadings, type TextRange } from './plain-reading.ts'

/** Makes a text of the service presentable: without secrets, and no longer than stated. */
export type Redact = (text: string, maxCharacters?: number) => string

const masked = '***'
/** More than any description of the interface; what is longer would only fill the ledger. */
const defaultMaxCharacters = 500
/** What is behind it is not looked at, and not shown. */
const maxReadUnits = 20_000
/** A secret that is cut off at the end of what is read would not be found. No form of one is longer. */
const cutUnits = 4_000

/** Takes secrets and mobile numbers out of texts: a service may quote the header or the recipient that it did not like. */
export function redactor(secrets: readonly string[]): Redact {
  const find = secretFinder(secrets)
  const presentable = (text: string, maxCharacters: number): string => {
    const read = text.slice(0, maxReadUnits)
    const isCut = read.length < text.length
    const plain = withoutRanges(read, [
      ...rangesIn(read, find),
      ...(isCut ? [{ start: maxReadUnits - cutUnits, end: maxReadUnits }] : []),
      // No ledger keeps a NUL as it is: SQLite ends a text there, and PostgreSQL takes none.
    ]).replaceAll('\0', '\uFFFD')
    // Most texts are short, whatever their units are.
    if (plain.length <= maxCharacters) return plain.toWellFormed()
    const points = Array.from(plain.toWellFormed())
    return points.length > maxCharacters ? `${points.slice(0, maxCharacters - 1).join('')}…` : points.join('')
  }
  // A service says the same of nearly every message.
  let last = { text: '', maxCharacters: 0, result: '' }
  return (text, maxCharacters = defaultMaxCharacters) => {
    if (text !== last.text || maxCharacters !== last.maxCharacters) {
      last = { text, maxCharacters, result: presentable(text, maxCharacters) }
    }
    return last.result
  }
}

/** Takes mobile numbers out of what a person writes as a reason: it is kept, and shown to others. */
export function withoutNumbers(text: string): string {
  return redactor([])(text, Number.POSITIVE_INFINITY)
}

/** A shorter secret may stand in a text by chance. */
const minTellingUnits = 8

/** Prepares to tell whether a text that has to stay as it is, such as a URL, holds a secret. */
export function secretDetector(secrets: readonly string[]): (text: string) => boolean {
  const find = secretFinder(secrets.filter(({ length }) => length >= minTellingUnits))
  return (text) =>
    plainReadings(text).some((reading) => {
      const { plain, encoded } = find(reading)
      return plain.length + encoded.length > 0
    })
}

function rangesIn(text: string, find: FindSecrets): readonly TextRange[] {
  return plainReadings(text).flatMap((reading) => {
    const { plain, encoded } = find(reading)
    return [...plain, ...encoded, ...wordsAround(text, encoded), ...numbersIn(reading)]
  })
}

/** The words that ranges stand in: the bytes of a secret share characters of base64 with those beside them. */
function wordsAround(text: string, ranges: readonly TextRange[]): readonly TextRange[] {
  if (ranges.length === 0) return []
  const touched = new Uint8Array(text.length)
  for (const { start } of ranges) touched[start] = 1
  return Array.from(text.matchAll(/[\w+/=%\\-]+/g), ({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  })).filter(({ start, end }) => touched.subarray(start, end).includes(1))
}

// Read as a number it has lost its zero.
const mobileNumber =
  /(?<!\d)(?:(?:(?:(?:\+|00)[ +]{0,3})?8[ +]{0,3}2[ +]{0,3}(?:0[ +]{0,3})?|0[ +]{0,3})1[ +]{0,3}[016-9](?:[ +]{0,3}\d){7,8}|10\d{8})(?!\d)/g

/**
 * A text with digits and plus signs alone, and for every other unit an `x`, where it keeps numbers apart, or a blank. A
 * colon keeps them apart: times of day have it. (One expression for all of it takes a second to be compiled.)
 */
function digitsIn(text: string): string {
  return text.replace(/[\p{L}\p{No}\p{Nl}:]/gu, (unit) => 'x'.repeat(unit.length)).replace(/[^\dx+]/g, ' ')
}

const minNumberDigits = 10

/** Mobile numbers, however their digits are grouped: the service's own form of a number is not known. */
function numbersIn({ text, rangeOf }: PlainReading): readonly TextRange[] {
  if (text.replace(/\D+/g, '').length < minNumberDigits) return []
  return Array.from(digitsIn(text).matchAll(mobileNumber), ({ index, 0: number }) => rangeOf(index, number.length))
}

function withoutRanges(text: string, ranges: readonly TextRange[]): string {
  let plain = ''
  let at = 0
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start > at || at === 0) plain += text.slice(at, start) + masked
    at = Math.max(at, end)
  }
  return plain + text.slice(at)
}

/** Where secrets stand in a text. */
interface FoundSecrets {
  /** As they are, or so that their own letters and digits come in their order. */
  readonly plain: readonly TextRange[]
  /** Encoded. The characters around it may hold a part of one too. */
  readonly encoded: readonly TextRange[]
}

/** Finds secrets in a reading of a text. */
type FindSecrets = (reading: PlainReading) => FoundSecrets

/**
 * A form is known by each of its parts of some length: a service may have cut it, or turned its parts around. Half of a
 * secret is enough as it is written; what is left of it without its other characters may be made of words.
 */
const partLengths = {
  exact: ({ length }: string) => Math.min(length, 12, Math.max(8, Math.floor(length / 2))),
  loose: ({ length }: string) => Math.min(length, 12),
  encoded: ({ length }: string) => Math.min(length, 10),
} as const

/** A shorter form would be found in what only looks like it. */
const minLooseLength = 6
/** The parts of longer secrets are found without it. */
const maxShortBase64Length = 12

/** Prepares to look for secrets, in the encodings that a service may have put what it quotes into. */
export function secretFinder(secrets: readonly string[]): FindSecrets {
  const exact = new Parts(partLengths.exact)
  const loose = new Parts(partLengths.loose)
  const encoded = new Parts(partLengths.encoded)
  for (const secret of secrets) {
    if (secret === '') continue
    exact.add(fold(secret))
    const base64 = Buffer.from(secret).toString('base64')
    if (base64.length < maxShortBase64Length) exact.add(fold(base64))
    for (const written of withReversed(secret)) {
      loose.add(bare(written), minLooseLength)
      for (const spelt of [written, written.toLowerCase(), written.toUpperCase()]) {
        for (const form of encodedForms(Buffer.from(spelt))) {
          for (const turned of withReversed(bare(form))) encoded.add(turned, minLooseLength)
        }
      }
    }
  }
  return (reading) => {
    const letters = lettersAndDigits(reading)
    return { plain: [...exact.in(reading), ...loose.in(letters)], encoded: encoded.in(letters) }
  }
}

function withReversed(text: string): readonly [string, string] {
  return [text, Array.from(text).toReversed().join('')]
}

function bare(text: string): string {
  return fold(text).replace(/[^a-z0-9]+/g, '')
}

/** The bytes in hexadecimal, in decimal, and in base64 behind any others. */
function encodedForms(bytes: Buffer): readonly string[] {
  return [bytes.toString('hex'), [...bytes].join(''), ...[0, 1, 2].map((before) => base64Core(bytes, before))]
}

/** The characters of base64 that hold these bytes alone, when so many others (modulo 3) come before them. */
function base64Core(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const isLastShared = (before + bytes.length) % 3 > 0
  return all.slice(Math.ceil((before * 8) / 6), isLastShared ? -1 : undefined)
}

/** Parts of texts, looked for all at once. */
class Parts {
  readonly #byLength = new Map<number, Set<string>>()
  /** Whether a part starts with units of this hash: nearly every place of a text is passed over by it. */
  readonly #starts = new Uint8Array(startHashes)
  readonly #lengthOf: (form: string) => number

  constructor(lengthOf: (form: string) => number) {
    this.#lengthOf = lengthOf
  }

  add(form: string, minLength = 1): void {
    if (form.length < minLength) return
    const length = this.#lengthOf(form)
    const parts = this.#byLength.get(length) ?? new Set()
    this.#byLength.set(length, parts)
    for (let at = 0; at + length <= form.length; at++) {
      const part = form.slice(at, at + length)
      parts.add(part)
      if (length >= hashedUnits) this.#starts[startHash(part, 0)] = 1
    }
  }

  in({ text, rangeOf }: PlainReading): readonly TextRange[] {
    const found: TextRange[] = []
    const lengths = [...this.#byLength]
    const isShort = lengths.some(([length]) => length < hashedUnits)
    for (let at = 0; at < text.length; at++) {
      if (!isShort && this.#starts[startHash(text, at)] === 0) continue
      for (const [length, parts] of lengths) {
        if (at + length > text.length || !parts.has(text.slice(at, at + length))) continue
        found.push(rangeOf(at, length))
      }
    }
    return found
  }
}

const hashedUnits = 4
const startHashes = 2 ** 18

function startHash(text: string, at: number): number {
  let hash = 0
  for (let unit = at; unit < at + hashedUnits; unit++) hash = Math.imul(hash, 37) + text.charCodeAt(unit)
  return hash & (startHashes - 1)
}
