import type { Language } from '../words/language.ts'
import type { CustomRule } from './custom-rule.ts'
import { rules } from './rules.ts'

/** Where the documentation of the published package can be read. */
const docsUrl = 'https://unpkg.com/friendtalk/docs'

const withPage: ReadonlySet<string> = new Set(rules.map(({ id }) => id))

/** The page about a rule, or the row about a finding. */
export function ruleUrl(id: string, language: Language): string {
  const page = withPage.has(id) ? `${id}.md` : `findings.md#${id}`
  return `${docsUrl}/${language === 'en' ? '' : `${language}/`}rules/${page}`
}

/** The page about a rule, which a custom rule may have not. */
export function pageOf(id: string, language: Language, plugins: readonly CustomRule[]): string | undefined {
  const custom = plugins.length === 0 ? undefined : plugins.find((rule) => rule.id === id)
  return custom === undefined ? ruleUrl(id, language) : custom.url
}
