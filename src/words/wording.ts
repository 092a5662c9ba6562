/** A violation in words: one sentence that says what is wrong and what to do, and, apart from it, why or how. */
export interface Wording {
  readonly message: string
  readonly help?: string
}
