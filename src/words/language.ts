/** The languages that diagnostics, help and pages speak. */
export const languages = ['en', 'ko'] as const
export type Language = (typeof languages)[number]

/** Whether the tool speaks a language. */
export function isLanguage(name: string): name is Language {
  return languages.some((language) => language === name)
}
