import { type Language, type Say, sayIn } from '../../words/language.ts'

/** The language of the page. */
export const lang: Language = document.documentElement.lang === 'ko' ? 'ko' : 'en'
export const say: Say = sayIn(lang)
