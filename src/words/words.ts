import type { Fault } from '../fault.ts'
import { en } from './en.ts'
import { ko } from './ko.ts'
import type { Language } from './language.ts'
import type { Wording, Words } from './wording.ts'

const words: { readonly [L in Language]: Words } = { en, ko }

/** The function that words faults in a language. */
export function wordsIn(language: Language): (fault: Fault) => Wording {
  return (fault) => {
    // A union's members cannot be told apart by an index of its own type.
    const word = words[language][fault.rule] as (args: Fault['args']) => Wording
    return word(fault.args)
  }
}
