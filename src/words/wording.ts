import type { FaultArgs, Rule } from '../fault.ts'

/** A fault in words: one sentence that says what is wrong and what to do, and, apart from it, why or how. */
export interface Wording {
  readonly message: string
  readonly help?: string
}

/** The words of one language for every rule. */
export type Words = { readonly [R in Rule]: (args: FaultArgs[R]) => Wording }
