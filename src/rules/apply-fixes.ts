import type { Diagnostic } from '../diagnostic.ts'
import { apart, Revision } from '../dialect/revision.ts'

/** Which fixes are made. */
export type FixSafety = 'safe' | 'unsafe'

/** What became of a source with fixes. */
export interface FixedSource {
  /** The source itself where nothing can be fixed. */
  readonly source: string
  /** The diagnostics whose fixes were made, in their order. */
  readonly applied: readonly Diagnostic[]
}

/**
 * Makes the fixes of diagnostics in the source they are about. Of fixes that overlap the first in the source is made:
 * compile the result for what is left.
 *
 * @param options `unsafe` makes also fixes that may change what is sent; only safe ones are made when absent
 */
export function makeFixes(
  source: string,
  diagnostics: readonly Diagnostic[],
  { unsafe = false }: { readonly unsafe?: boolean } = {},
): FixedSource {
  const fixes = diagnostics.flatMap(({ fix }) => (fix && (fix.safe || unsafe) ? [fix.edits] : []))
  const made = new Set(apart(fixes))
  return {
    source: applyFixes(source, diagnostics, unsafe ? 'unsafe' : 'safe'),
    applied: diagnostics.filter(({ fix }) => fix && made.has(fix.edits)),
  }
}

/**
 * A source with the fixes of its diagnostics made. Of fixes that overlap the first in the source is made: what is
 * left comes with the next round.
 *
 * @returns the source itself where nothing can be fixed
 */
export function applyFixes(source: string, diagnostics: readonly Diagnostic[], safety: FixSafety): string {
  const fixes = diagnostics.flatMap(({ fix }) => (fix && (fix.safe || safety === 'unsafe') ? [fix.edits] : []))
  return fixes.length === 0 ? source : Revision.of(source).edited(fixes).source
}

/** So many rounds are enough for fixes that make room for others; more would mean that two undo each other. */
const maxRounds = 10

/** Makes fixes until nothing is left that can be fixed. */
export function fixAll(source: string, lint: (source: string) => readonly Diagnostic[], safety: FixSafety): string {
  let current = source
  for (let round = 0; round < maxRounds; round++) {
    const next = applyFixes(current, lint(current), safety)
    if (next === current) return current
    current = next
  }
  // Fixes that never come to rest undo or feed each other: none of them is made.
  return source
}
