import type { Language } from '../words/language.ts'
import type { CustomRule } from './custom-rule.ts'

/** Where the documentation of the published package can be read. */
const docsUrl = 'https://unpkg.com/friendtalk/docs'

/** The page about a rule. */
export function ruleUrl(id: string, language: Language): string {
  return `${docsUrl}/${language === 'en' ? '' : `${language}/`}rules/${id}.md`
}

/** The page about a rule, which a custom rule may have not. */
export function pageOf(id: string, language: Language, plugins: readonly CustomRule[]): string | undefined {
  const custom = plugins.length === 0 ? undefined : plugins.find((rule) => rule.id === id)
  return custom === undefined ? ruleUrl(id, language) : custom.url
}
