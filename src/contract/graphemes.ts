import { isPlainText } from './plain-text.ts'

/** A character as a reader takes it, and where it starts in UTF-16 units. */
export interface Grapheme {
  readonly segment: string
  readonly index: number
}

/**
 * The characters of a text as a reader takes them: a syllable of several jamo, or an emoji of several code points, is
 * one. Segmenting takes long, and is not asked where every unit is a character.
 */
export function graphemesOf(text: string): Iterable<Grapheme> {
  // A line feed behind a carriage return is the same character.
  if (isPlainText(text) && !text.includes('\r')) return unitsOf(text)
  return new Intl.Segmenter('ko', { granularity: 'grapheme' }).segment(text)
}

function unitsOf(text: string): Grapheme[] {
  const units: Grapheme[] = []
  for (let index = 0; index < text.length; index++) units.push({ segment: text.charAt(index), index })
  return units
}
