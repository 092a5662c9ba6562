import { once } from './once.ts'

const plain = /^[\t\n\r\x20-\x7e\uac00-\ud7a3]*$/

/** The pattern of a JSON Schema for text that is not blank. */
export const filledPattern = '\\S'

/**
 * Returns whether a text is made of ASCII and of composed Hangul syllables alone, as most are: then it is in Unicode NFC, has
 * no combining marks, no invisible and no bidirectional characters and no surrogates, and what is said of those need
 * not be looked for.
 */
export function isPlainText(text: string): boolean {
  return plain.test(text)
}

/** The stream-safe limit of Unicode (UAX #15): more combining marks in a row make normalising take quadratic time. */
export const maxMarks = 30
const tooManyMarks = new RegExp(`\\p{M}{${maxMarks + 1},}`, 'gu')

/** Returns where a text has more combining marks in a row than normalising can be trusted with. */
export function overlongMarks(text: string): { readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(tooManyMarks), ({ index, 0: run }) => ({ start: index, end: index + run.length }))
}

type Grapheme = Pick<Intl.SegmentData, 'segment' | 'index'>

/**
 * The characters of a text as a reader takes them: a syllable of several jamo, or an emoji of several code points, is
 * one. Segmenting takes long, and is not asked where every unit is a character.
 */
export function graphemesOf(text: string): Iterable<Grapheme> {
  // A line feed behind a carriage return is the same character.
  if (isPlainText(text) && !text.includes('\r')) return unitsOf(text)
  return text.length <= windowUnits ? segmenter().segment(text) : segmentsOf(text)
}

/** Segmenting takes time that grows with the square of the text: a long one is segmented in stretches of so many units. */
const windowUnits = 1024

/** Making one takes as long as segmenting a line. */
const segmenter = once(() => new Intl.Segmenter('ko', { granularity: 'grapheme' }))

function* segmentsOf(text: string): Generator<Grapheme> {
  for (let from = 0, units = windowUnits; from < text.length;) {
    const segments = Array.from(segmenter().segment(text.slice(from, from + units)))
    // The last may continue behind the stretch, and so may the one before it where a code point is cut in two.
    const whole = from + units < text.length ? segments.slice(0, -2) : segments
    for (const { segment, index } of whole) yield { segment, index: from + index }
    const { segment = '', index = 0 } = whole.at(-1) ?? {}
    from += index + segment.length
    units = whole.length === 0 ? units * 2 : windowUnits
  }
}

function* unitsOf(text: string): Generator<Grapheme> {
  for (let index = 0; index < text.length; index++) yield { segment: text.charAt(index), index }
}

/** The reading of `bytes`. The interface is UTF-8 throughout, so `utf-8` is its literal reading. */
export const byteReadings = ['utf-8', 'euc-kr', 'characters'] as const
/** The counting of a limit in bytes: in UTF-8, in EUC-KR, or as characters. */
export type ByteReading = (typeof byteReadings)[number]

/** The reading of `characters`. */
export const characterReadings = ['utf-16', 'code-points', 'graphemes'] as const
/** The counting of a limit in characters: UTF-16 units, code points, or what people see as one character. */
export type CharacterReading = (typeof characterReadings)[number]

/** The length of a text in another reading. */
export interface OtherReading {
  readonly reading: ByteReading | CharacterReading
  readonly count: number
}

/** The unit that a limit's number is in: one that the interface states in bytes may be read as one of characters. */
export function unitInForce<U extends string>(unit: U, { bytes }: { readonly bytes: ByteReading }): U | 'characters' {
  return unit === 'bytes' && bytes === 'characters' ? 'characters' : unit
}

/** Returns the number of characters of a text. Never throws. */
export function countCharacters(text: string, reading: CharacterReading): number {
  if (reading === 'utf-16') return text.length
  let count = 0
  for (const _ of reading === 'graphemes' ? graphemesOf(text) : text) count++
  return count
}

/**
 * Returns the number of bytes of a text. Never throws; a lone surrogate counts as the three bytes of U+FFFD in UTF-8.
 *
 * `euc-kr` is code page 949, what Korean systems mean by the name: one byte for ASCII, two for any other
 * character it has. A character it lacks has no size there and counts two bytes for each UTF-16 unit, never too
 * few. `characters` counts UTF-16 units.
 */
export function countBytes(text: string, reading: ByteReading): number {
  if (reading === 'characters') return text.length
  let bytes = 0
  for (const character of text) {
    if (character < '\u0080') bytes++
    else if (reading === 'euc-kr') bytes += character.length * 2
    else bytes += character.length === 2 ? 4 : character < '\u0800' ? 2 : 3
  }
  return bytes
}

// Braille's blank is a pattern without dots.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * The form in which names of releases, messages, targets and senders are compared and kept: names that look the same
 * are the same (Unicode NFKC, no white space around them), whatever keyboard or file system they come from.
 *
 * @returns undefined for a name of nothing but white space, and for one with invisible characters: it would look
 * like another name and be a different one
 */
export function normalizeName(text: string): string | undefined {
  const name = text.normalize('NFKC').trim()
  return name === '' || unseen.test(name) ? undefined : name
}

export function isSameName(one: string, other: string): boolean {
  return one === other || (normalizeName(one) ?? one) === (normalizeName(other) ?? other)
}

/** The code points of some characters, as Unicode writes them, each once: `U+200B, U+2060`. */
export function codePointsOf(characters: string): string {
  const points = Array.from(characters, (one) => (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0'))
  return [...new Set(points)].map((point) => `U+${point}`).join(', ')
}

export function hasUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

/** Stands for characters that a check must not look at: of no script, and one for each unit. */
export const placeholder = '\uE000'

export function inQuotes(texts: readonly string[], separator = ', '): string {
  return texts.map((text) => `"${text}"`).join(separator)
}

export function shortened(text: string, max: number): string {
  const characters = Array.from(text)
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text
}
