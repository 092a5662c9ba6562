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
  return text.length <= windowUnits ? segmenter().segment(text) : segmentsOf(text)
}

/** Segmenting takes time that grows with the square of the text: a long one is segmented in stretches of so many units. */
const windowUnits = 1024

/** Making one takes as long as segmenting a line. */
let kept: Intl.Segmenter | undefined

function segmenter(): Intl.Segmenter {
  return (kept ??= new Intl.Segmenter('ko', { granularity: 'grapheme' }))
}

function* segmentsOf(text: string): Generator<Grapheme> {
  const graphemes = segmenter()
  let from = 0
  let units = windowUnits
  while (from < text.length) {
    const base = from
    const stretch = text.slice(base, wholeEnd(text, base + units))
    // Whether a character ends is told by what follows it: the last of a stretch may go on behind it.
    for (const { segment, index } of graphemes.segment(stretch)) {
      const end = base + index + segment.length
      if (index + segment.length === stretch.length && end < text.length) break
      yield { segment, index: base + index }
      from = end
    }
    units = from === base ? units * 2 : windowUnits
  }
}

/** An offset that does not stand between the halves of a code point. */
function wholeEnd(text: string, offset: number): number {
  const last = text.codePointAt(offset - 1) ?? 0
  return last > 0xffff ? offset + 1 : offset
}

function* unitsOf(text: string): Generator<Grapheme> {
  for (let index = 0; index < text.length; index++) yield { segment: text.charAt(index), index }
}
