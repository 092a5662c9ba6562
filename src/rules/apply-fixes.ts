import { type Diagnostic, withoutByteOrderMark } from '../diagnostic.ts'
import { edited, groupsApart } from './edits.ts'

/** The fixes to make. */
export type FixSafety = 'safe' | 'unsafe'

/** A source and how much of it was fixed. */
export interface FixedSource {
  /** The source with its fixes made; the given one where there was nothing to fix. */
  readonly source: string
  /** Count of fixes that were made. */
  readonly applied: number
}

/** The part of a diagnostic that fixing needs. */
export type Fixable = Pick<Diagnostic, 'fix'>

/**
 * Makes the fixes of a source's diagnostics. Of fixes that overlap the first in the source is made; the others come when the
 * result is compiled and fixed again.
 *
 * @param source the text that the diagnostics are about; a byte order mark stays
 * @param diagnostics of that text alone, as `compile` and `lint` give them
 * @param options `unsafe: true` also makes fixes that change what a reader of the message sees
 */
export function applyFixes(
  source: string,
  diagnostics: readonly Fixable[],
  { unsafe = false }: { readonly unsafe?: boolean | undefined } = {},
): FixedSource {
  const fixes = groupsApart(diagnostics.flatMap(({ fix }) => (fix && (fix.safe || unsafe) ? [fix.edits] : [])))
  if (fixes.length === 0) return { source, applied: 0 }
  // Positions do not count it.
  const text = withoutByteOrderMark(source)
  const mark = source.slice(0, source.length - text.length)
  return { source: mark + edited(text, fixes.flat()), applied: fixes.length }
}

/** So many rounds are enough for fixes that make room for others; more would mean that two undo each other. */
const maxRounds = 10

/** Makes fixes until nothing is left that can be fixed. */
export function fixAll(source: string, lint: (source: string) => readonly Diagnostic[], safety: FixSafety): string {
  let current = source
  for (let round = 0; round < maxRounds; round++) {
    const { source: next } = applyFixes(current, lint(current), { unsafe: safety === 'unsafe' })
    if (next === current) return current
    current = next
  }
  // Fixes that never come to rest undo or feed each other: none of them is made.
  return source
}
