import { literalRuns } from '../../message/located.ts'
import { ComposedText } from '../composed-text.ts'
import { type AvoidedTerm, defineRule } from '../rule.ts'
import { replacing } from '../word-fixes.ts'

export const termToAvoid = defineRule<{ term: string; use?: string; reason?: string }>({
  id: 'term-to-avoid',
  check({ draft, terms }, report) {
    if (terms.length === 0) return
    const { pattern, termOf } = searchFor(terms)
    for (const { pointer, role, text } of draft.texts) {
      if (role !== 'shown' && role !== 'fallback') continue
      for (const run of literalRuns(text.pieces)) {
        const composed = new ComposedText(run)
        for (const { index, 0: term } of composed.text.matchAll(pattern)) {
          const avoided = termOf.get(term)
          const span = avoided && composed.spanOf(index, index + term.length)
          if (avoided === undefined || span === undefined) continue
          const { use, reason } = avoided
          const fix = use !== undefined && isPlainWord(use) && replacing(span, use, 'unsafe')
          report({
            span,
            pointer,
            args: { term, ...(use !== undefined && { use }), ...(reason !== undefined && { reason }) },
            ...(fix && { fix }),
          })
        }
      }
    }
  },
  en: ({ term, use, reason }) => ({
    message: use === undefined ? `Avoid "${term}".` : `Write "${use}" instead of "${term}".`,
    ...(reason !== undefined && { help: reason }),
  }),
  ko: ({ term, use, reason }) => ({
    message: use === undefined ? `"${term}" 대신 다른 말을 쓰세요.` : `"${term}" 대신 "${use}"(이)라고 쓰세요.`,
    ...(reason !== undefined && { help: reason }),
  }),
})

interface Search {
  readonly pattern: RegExp
  /** Terms by their text in NFC; undefined for a text to write that holds the one to avoid. */
  readonly termOf: ReadonlyMap<string, AvoidedTerm | undefined>
}

/** One pattern for all terms, which finds the longest of those that start at a place. */
function searchFor(terms: readonly AvoidedTerm[]): Search {
  const termOf = new Map<string, AvoidedTerm | undefined>()
  for (const term of terms) termOf.set(term.avoid.normalize('NFC'), term)
  for (const { avoid, use = '' } of terms) {
    const right = use.normalize('NFC')
    if (right.includes(avoid.normalize('NFC')) && !termOf.has(right)) termOf.set(right, undefined)
  }
  termOf.delete('')
  const alternatives = [...termOf.keys()].toSorted((a, b) => b.length - a.length).map(edged)
  return { pattern: new RegExp(alternatives.join('|') || '(?!)', 'g'), termOf }
}

/** A word in Latin letters or digits is not looked for inside of a longer one; what Korean adds to a word is no part of it. */
function edged(text: string): string {
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  const before = /^[A-Za-z0-9]/.test(text) ? '(?<![A-Za-z0-9])' : ''
  const after = /[A-Za-z0-9]$/.test(text) ? '(?![A-Za-z0-9])' : ''
  return before + literal + after
}

/** Returns whether a text means itself wherever it is written: in a line, and in YAML with and without quotes. */
function isPlainWord(text: string): boolean {
  return /^\p{L}[\p{L}\p{M}\p{N} .·-]*$/u.test(text) && !/\s$|^(?:true|false|null)$/i.test(text)
}
