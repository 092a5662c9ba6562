import type { Fix, Span } from '../diagnostic.ts'
import { plainly } from '../dialect/near-miss/characters.ts'
import type { Wrong } from './rule.ts'

/** In the form that `plainly` gives them: of a Korean vowel alone that is the letter of a syllable. */
const flags: ReadonlyMap<string, 'Y' | 'N'> = new Map([
  ...['true', 'y', 'yes', 'on', '1', 'o', '예', '네', '광고', 'ᅭ'].map((word) => [word, 'Y'] as const),
  ...['false', 'n', 'no', 'off', '0', 'x', '아니오', '아니요', '비광고', 'ᅮ'].map((word) => [word, 'N'] as const),
])

export function replacing(span: Span, text: string, safety: 'safe' | 'unsafe'): Fix {
  return { safe: safety === 'safe', edits: [{ ...span, text }] }
}

/** Writes a flag as the service takes it, where what stands there means one. */
export function flagFix({ span, text }: Wrong): Fix | undefined {
  const flag = flags.get(plainly(text).replace(/^["']|(?:[.,;"']|<br\/?>)$/g, ''))
  return flag && replacing(span, flag, 'safe')
}

/** Puts the suggestion where the wrong name stands, which the place of the violation may surround with more. */
export function suggested(name: string, suggestion: string | undefined, { span, text }: Wrong): Fix | undefined {
  const at = text.indexOf(name)
  if (suggestion === undefined || at < 0) return undefined
  const start = span.start + at
  // Letters in another case or width have no other meaning in a word of the language.
  const isSame = plainly(name) === plainly(suggestion) && /^[a-z-]+$/.test(suggestion)
  return replacing({ start, end: start + name.length }, suggestion, isSame ? 'safe' : 'unsafe')
}
