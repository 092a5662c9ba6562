import { createHash } from 'node:crypto'
import type { Diagnostic } from '../diagnostic.ts'

export interface ReportedFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly source: string
  readonly diagnostics: readonly Diagnostic[]
}

/** A diagnostic and the text that its positions speak of. */
export interface Flagged {
  readonly diagnostic: Diagnostic
  readonly source: string
}

/** Enough to tell places apart; one file may have as many long spans as it has characters. */
const maxFlaggedUnits = 1000

/**
 * Returns a hash for each diagnostic, in their order, that no other of the report has. It is made of the rule, the path
 * and the flagged text, so it stays when lines move; diagnostics that agree in all three are numbered.
 */
export function fingerprintsOf(all: readonly Flagged[]): string[] {
  const seen = new Map<string, number>()
  return all.map((flagged) => {
    const { rule, path } = flagged.diagnostic
    const identity = hashOf([rule, path, flaggedText(flagged)])
    const earlier = seen.get(identity) ?? 0
    seen.set(identity, earlier + 1)
    return earlier === 0 ? identity : hashOf([identity, earlier])
  })
}

/** Returns the marked characters; the line if none are marked. */
function flaggedText({ diagnostic, source }: Flagged): string {
  const { start, end } = diagnostic
  if (end.offset > start.offset) {
    return source.slice(start.offset, Math.min(end.offset, start.offset + maxFlaggedUnits))
  }
  const lineStart = start.offset - (start.column - 1)
  return source.slice(lineStart, lineStart + maxFlaggedUnits).split(/[\r\n]/, 1)[0] ?? ''
}

function hashOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
