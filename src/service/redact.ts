import { plainReadings, type PlainReading, type TextRange } from './plain-reading.ts'
import { type FindSecrets, secretFinder } from './secret-forms.ts'

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
    ])
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
