import type { Language } from './language.ts'

/** The sentence that follows a violation where something similar is known; empty where nothing is. */
export const suggestionIn: { readonly [L in Language]: (suggestion: string | undefined) => string } = {
  en: (suggestion) => (suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`),
  ko: (suggestion) => (suggestion === undefined ? '' : ` "${suggestion}"의 오타인지 확인하세요.`),
}
