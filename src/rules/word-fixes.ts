import type { Fix, Span } from '../diagnostic.ts'
import type { Wrong } from './finding.ts'

/** A text as YAML takes it anywhere: in quotes unless it is plain words. */
export function yamlText(text: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{M}\p{N}_]*(?: [\p{L}\p{N}_]+)*$/u.test(text)
  return isPlain && !/^(?:true|false|null)$/i.test(text) ? text : JSON.stringify(text)
}

export function replacing(span: Span, text: string, safety: 'safe' | 'unsafe'): Fix {
  return { safe: safety === 'safe', edits: [{ ...span, text }] }
}

/** Puts the suggestion where the wrong name stands, which the place of the violation may surround with more. */
export function suggested(name: string, suggestion: string | undefined, { span, text }: Wrong): Fix | undefined {
  const at = text.indexOf(name)
  if (suggestion === undefined || at < 0) return undefined
  const start = span.start + at
  // Letters in another case or width have no other meaning in a word of the language.
  const isSame = name.normalize('NFKC').toLowerCase() === suggestion.toLowerCase() && /^[a-z_-]+$/i.test(suggestion)
  return replacing({ start, end: start + name.length }, suggestion, isSame ? 'safe' : 'unsafe')
}
