import type { Language } from '../words/language.ts'
import type { CustomRule } from './custom-rule.ts'
import { rules } from './rules.ts'

/** The address of the documentation, below the `homepage` of package.json; undefined while there is none. */
const docsUrl: string | undefined = undefined

const withPage: ReadonlySet<string> = new Set(rules.map(({ id }) => id))

/** The page about a rule, or the row about a finding; undefined where none can be opened. */
export function ruleUrl(id: string, language: Language): string | undefined {
  if (docsUrl === undefined) return undefined
  const page = withPage.has(id) ? `${id}.md` : `findings.md#${id}`
  return `${docsUrl}/${language === 'en' ? '' : `${language}/`}rules/${page}`
}

/** The page about a rule, which a custom rule may have not. */
export function pageOf(id: string, language: Language, plugins: readonly CustomRule[]): string | undefined {
  const custom = plugins.length === 0 ? undefined : plugins.find((rule) => rule.id === id)
  return custom === undefined ? ruleUrl(id, language) : custom.url
}
