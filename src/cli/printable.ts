import stringWidth from 'string-width'

// Control characters would steer the terminal; bidirectional and zero-width ones would show what is not there.
const unprintable =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\p{Surrogate}/gu

/** Text from a file or the service, made safe to print: what a reader could not see or trust stands as `\u{…}`. */
export function printable(text: string): string {
  return text.replace(unprintable, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`)
}

/** Printable text over several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** The number of columns that text takes on a terminal: a Hangul syllable two, a combining mark none. */
export function columnsOf(text: string): number {
  return stringWidth(text, { countAnsiEscapeCodes: true })
}

const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' })

/** The longest start of a text that fits into some columns; what a reader sees as one character is not cut. */
export function fitColumns(text: string, columns: number): string {
  let fitting = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += columnsOf(segment)
    if (used > columns) break
    fitting += segment
  }
  return fitting
}
