import stringWidth from 'string-width'

// Control characters would steer the terminal; bidirectional and zero-width ones would show what is not there.
const unprintable =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u115F\u1160\u3164\uFFA0\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]|\p{Surrogate}/gu

/** ASCII and Hangul syllables, which most text is made of, are safe, and their columns need not be looked up. */
const plain = /^[\x20-\x7e\uac00-\ud7a3]*$/

/** Text from a file or the service, made safe to print: what a reader could not see or trust stands as `\u{…}`. */
export function printable(text: string): string {
  if (plain.test(text)) return text
  return text.replace(unprintable, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`)
}

/** Data as JSON that is safe to print, and still JSON. */
export function printableJson(data: unknown, indent?: number): string {
  return printableJsonText(JSON.stringify(data, null, indent))
}

/**
 * Data as indented JSON that is safe to print and still exact, as a whole text: what a reader could not see or trust is
 * written as an escape of JSON, so that paths and fixes are parsed as they are.
 */
export function jsonText(data: unknown): string {
  return `${printableJson(data, 2)}\n`
}

/** JSON as one that is safe to print and means the same: what `printable` takes out stands as `\\uXXXX`. */
export function printableJsonText(json: string): string {
  const escaped = (char: string): string =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
  return json.replace(unprintable, (char) => (char === '\n' ? char : escaped(char)))
}

/** Printable text over several lines. */
export function printableLines(text: string): string {
  if (plain.test(text)) return text
  return text.split('\n').map(printable).join('\n')
}

/** With the mark of what is left out, which stands in every line that is cut. */
const narrowOrHangul = /^[\x20-\x7e\u2026\uac00-\ud7a3]*$/
const hangul = /[\uac00-\ud7a3]/g

/** Whether every unit of a text is a character that is shown as it is. */
export function isShownAsTyped(text: string): boolean {
  return plain.test(text)
}

/** The number of columns that text takes on a terminal: a Hangul syllable two, a combining mark none. */
export function columnsOf(text: string): number {
  if (narrowOrHangul.test(text)) return text.length + (text.match(hangul)?.length ?? 0)
  return stringWidth(text, { countAnsiEscapeCodes: true })
}

/** Rows of cells as lines whose columns stand under each other; numbers to the right. */
export function textTable(rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? grouped(cell) : cell)))
  const widths = (texts[0] ?? []).map((_, at) => Math.max(...texts.map((row) => columnsOf(row[at] ?? ''))))
  const isNumeric = widths.map((_, at) => rows.some((row) => typeof row[at] === 'number'))
  return texts.map((row) =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - columnsOf(cell))
        return isNumeric[at] ? `${space}${cell}` : `${cell}${space}`
      })
      .join('  ')
      .trimEnd(),
  )
}

/** A number with its thousands apart: `1,234,567`. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
