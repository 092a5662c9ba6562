/** The languages that diagnostics, help and pages speak. */
export const languages = ['en', 'ko'] as const
/** A language that diagnostics, help and pages speak. */
export type Language = (typeof languages)[number]

/** A text in each language. */
export type Text = { readonly [L in Language]: string }

/** Chooses what is said, in one language. */
export type Say = (en: string, ko: string) => string

/** Returns what chooses a language's text. */
export function sayIn(language: Language): Say {
  return (en, ko) => (language === 'ko' ? ko : en)
}

/** One line or several, in each language. */
export type Lines = { readonly [L in Language]: string | readonly string[] }

/** Returns whether the tool speaks a language. */
export function isLanguage(name: string): name is Language {
  return languages.some((language) => language === name)
}

/** A violation in words: one sentence that says what is wrong and what to do, and, apart from it, why or how. */
export interface Wording {
  readonly message: string
  readonly help?: string
}

/** Words a violation by its arguments, in each language. */
export type Words<Args> = { readonly [L in Language]: (args: Args) => Wording }

/** The words of a rule in each language: one sentence, or what its arguments make of them. */
export type Sentences<Args> = { readonly [L in Language]: string | ((args: Args) => string | Wording) }

export function wordsOf<Args>({ en, ko }: Sentences<Args>): Words<Args> {
  return { en: (args) => worded(en, args), ko: (args) => worded(ko, args) }
}

function worded<Args>(sentence: Sentences<Args>[Language], args: Args): Wording {
  const words = typeof sentence === 'string' ? sentence : sentence(args)
  return typeof words === 'string' ? { message: words } : words
}
