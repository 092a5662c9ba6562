import type { Language } from '../words/language.ts'
import type { Wording } from '../words/wording.ts'
import type { RecipientFault, RecipientFaultArgs, RecipientRule } from './fault.ts'
import { en } from './words-en.ts'
import { ko } from './words-ko.ts'

/** The words of one language for every rule about recipients. */
export type RecipientWords = { readonly [R in RecipientRule]: (args: RecipientFaultArgs[R]) => Wording }

const words: { readonly [L in Language]: RecipientWords } = { en, ko }

/** The function that words findings of recipients files in a language. */
export function recipientWordsIn(language: Language): (fault: RecipientFault) => Wording {
  return (fault) => {
    // A union's members cannot be told apart by an index of its own type.
    const word = words[language][fault.rule] as (args: RecipientFault['args']) => Wording
    return word(fault.args)
  }
}
