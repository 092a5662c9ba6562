/** The languages that diagnostics, help and pages speak. */
export const languages = ['en', 'ko'] as const
/** A language that diagnostics, help and pages speak. */
export type Language = (typeof languages)[number]

/** What is said, in each language. */
export type Text = { readonly [L in Language]: string }

/** One line or several, in each language. */
export type Lines = { readonly [L in Language]: string | readonly string[] }

/** Whether the tool speaks a language. */
export function isLanguage(name: string): name is Language {
  return languages.some((language) => language === name)
}

/** A violation in words: one sentence that says what is wrong and what to do, and, apart from it, why or how. */
export interface Wording {
  readonly message: string
  readonly help?: string
}
