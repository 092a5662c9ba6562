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

/** Printable text over several lines. */
export function printableLines(text: string): string {
  if (plain.test(text)) return text
  return text.split('\n').map(printable).join('\n')
}

/** JSON as one that is safe to print and means the same: what `printable` takes out stands as `\\uXXXX`. */
export function printableJsonText(json: string): string {
  const escaped = (char: string): string =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
  return json.replace(unprintable, (char) => (char === '\n' ? char : escaped(char)))
}

/** A number with its thousands apart: `1,234,567`. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Returns a number of things in English: `1 message`, `1,234 messages`. */
export function counted(count: number, word: string): string {
  return `${grouped(count)} ${word}${count === 1 ? '' : 's'}`
}
