const plain = /^[\t\n\r\x20-\x7e\uac00-\ud7a3]*$/

/**
 * Whether a text is made of ASCII and of composed Hangul syllables alone, as most are: then it is in Unicode NFC, has
 * no combining marks, no invisible and no bidirectional characters and no surrogates, and what is said of those need
 * not be looked for.
 */
export function isPlainText(text: string): boolean {
  return plain.test(text)
}

/** What Unicode calls stream-safe (UAX #15): more combining marks in a row make normalising take quadratic time. */
export const maxMarks = 30
const tooManyMarks = new RegExp(`\\p{M}{${maxMarks + 1},}`, 'gu')

/** Whether a text has more combining marks in a row than normalising can be trusted with. */
export function hasTooManyMarks(text: string): boolean {
  return text.search(tooManyMarks) >= 0
}

/** Where a text has more of them in a row. */
export function overlongMarks(text: string): { readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(tooManyMarks), ({ index, 0: run }) => ({ start: index, end: index + run.length }))
}
