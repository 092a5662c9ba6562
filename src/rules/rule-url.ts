import type { Language } from '../words/language.ts'

/** Where the documentation of the published package can be read. */
const docsUrl = 'https://unpkg.com/friendtalk/docs'

/** The page about a rule. */
export function ruleUrl(id: string, language: Language): string {
  return `${docsUrl}/${language === 'en' ? '' : `${language}/`}rules/${id}.md`
}
