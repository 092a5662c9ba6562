import type { Fault, FaultArgs, Rule } from '../fault.ts'
import { en } from './en.ts'
import { ko } from './ko.ts'

/** The languages that diagnostics, help and pages speak. */
export const languages = ['en', 'ko'] as const
export type Language = (typeof languages)[number]

/** A fault in words: one sentence that says what is wrong and what to do, and, apart from it, why or how. */
export interface Wording {
  readonly message: string
  readonly help?: string
}

/** The words of one language for every rule. */
export type Words = { readonly [R in Rule]: (args: FaultArgs[R]) => Wording }

const words: { readonly [L in Language]: Words } = { en, ko }

/** The function that words faults in a language. */
export function wordsIn(language: Language): (fault: Fault) => Wording {
  return (fault) => {
    // A union's members cannot be told apart by an index of its own type.
    const word = words[language][fault.rule] as (args: Fault['args']) => Wording
    return word(fault.args)
  }
}
