import { englishLedgerErrors } from './ledger-error-words-en.ts'
import { koreanLedgerErrors } from './ledger-error-words-ko.ts'
import type { LedgerProblem } from './ledger-error.ts'
import type { Language } from '../words/language.ts'

type Sentences = readonly [wrong: string, toDo: string]

/** Returns why a ledger cannot be used, in a language: a line that says what is wrong, and one that says what to do. */
export function ledgerProblemIn(language: Language, problem: LedgerProblem): Sentences {
  const inWords = words[language][problem.type] as (problem: LedgerProblem) => Sentences
  return inWords(problem)
}

type ProblemOf<T, P = LedgerProblem> = P extends { readonly type: infer U } ? (T extends U ? P : never) : never

/** What every problem is called in a language. */
export type LedgerErrorWords = { readonly [T in LedgerProblem['type']]: (problem: ProblemOf<T>) => Sentences }
const words: { readonly [L in Language]: LedgerErrorWords } = { en: englishLedgerErrors, ko: koreanLedgerErrors }
