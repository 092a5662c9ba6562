import type { Language } from '../../words/language.ts'
import { helpWordsEn } from './help-words-en.ts'
import { helpWordsKo } from './help-words-ko.ts'

/** The words of the command line's help, by command; options by their flag. */
export type HelpWords = typeof helpWordsEn

export const helpWords: { readonly [L in Language]: HelpWords } = { en: helpWordsEn, ko: helpWordsKo }
