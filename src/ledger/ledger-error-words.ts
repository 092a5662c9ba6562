import { englishLedgerErrors } from './ledger-error-words-en.ts'
import { koreanLedgerErrors } from './ledger-error-words-ko.ts'
import type { LedgerErrorWords, LedgerProblem, Sentences } from './ledger-error.ts'
import type { Language } from '../words/language.ts'

/** Returns why a ledger cannot be used, in a language: a line that says what is wrong, and one that says what to do. */
export function ledgerProblemIn(language: Language, problem: LedgerProblem): Sentences {
  const inWords = words[language][problem.type] as (problem: LedgerProblem) => Sentences
  return inWords(problem)
}

const words: { readonly [L in Language]: LedgerErrorWords } = { en: englishLedgerErrors, ko: koreanLedgerErrors }
