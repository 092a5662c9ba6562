/** A mistake, its file below `src`, the tests that see it, and each text with what takes its place. */
export type Mistake = readonly [
  name: string,
  file: string,
  tests: string,
  edits: readonly (readonly [from: string, to: string])[],
]

export const mistakes: readonly Mistake[]

/** Returns the code of a source with a mistake in it; what is to be changed must be there once. */
export function withMistake(mistake: Mistake, code: string): string
