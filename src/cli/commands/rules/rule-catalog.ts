import { readFileSync } from 'node:fs'
import { everyRule } from '../../../rules/rules.ts'
import type { RuleInfo } from '../../../rules/finding.ts'
import type { CustomRule } from '../../../rules/custom-rule.ts'
import { ruleUrl } from '../../../rules/rule-url.ts'
import type { Language } from '../../../words/language.ts'
import { packageFolder } from '../../installation.ts'
import type { ReportedFile } from '../../../project/reported-file.ts'
import type { ReportedRule } from '../../reporters/report.ts'
import { UsageError } from '../../../project/usage-error.ts'
import { openProject } from '../../../session/session.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'

export interface RulePage {
  readonly summary: string
  readonly why: string
  /** The heading of the interface or the subject of the platform notes that asks for it. */
  readonly source?: string
  readonly limits: readonly { readonly field: string; readonly fact: string }[]
  /** A message that breaks the rule, with what the rule finds; absent where no text of a message can show it. */
  readonly bad?: ReportedFile
  readonly good?: string
}

/** Reads the pages about rules, by id: `npm run build` takes them from docs/rules. */
export function rulePages(lang: Language): (id: string) => RulePage {
  const text = readFileSync(new URL('dist/rules.json', packageFolder), 'utf8')
  const pages = JSON.parse(text) as { readonly [L in Language]: { readonly [id: string]: RulePage } }
  return (id) => {
    const page = pages[lang][id]
    if (page === undefined) throw new Error(`There is no page about ${id}.`)
    return page
  }
}

export type DescribedRule = ReportedRule & { readonly source?: string | undefined }

export function describedRule(
  { id, tier, severity }: RuleInfo,
  { source, summary, why }: RulePage,
  lang: Language,
): DescribedRule {
  return { id, tier, severity, source, summary, why, url: ruleUrl(id, lang) }
}

/** Every rule with what its page says in short, those of a configuration with what they say themselves; sorted by id. */
export function describedRules(lang: Language, plugins: readonly CustomRule[]): readonly DescribedRule[] {
  const pageOf = rulePages(lang)
  const builtIn = everyRule.map((rule) => describedRule(rule, pageOf(rule.id), lang))
  if (plugins.length === 0) return builtIn
  return [...builtIn, ...plugins.map((rule) => describedCustomRule(rule, lang))].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )
}

/** A custom rule that gives no reason is described by its summary alone. */
export function describedCustomRule({ id, tier, severity, url, words }: CustomRule, lang: Language): DescribedRule {
  const { summary, why = summary } = words[lang]
  return { id, tier, severity, summary, why, url }
}

/**
 * Returns the rules that the configuration adds. A broken one adds none, and says so on the standard error: a person who
 * looks a rule up may be about to repair it.
 */
export async function customRulesIn(flags: GlobalFlags, terminal: Terminal): Promise<readonly CustomRule[]> {
  try {
    const { config } = await openProject(flags, terminal)
    return config.plugins
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    // A configuration that is named has to be read.
    if (flags.config !== undefined || flags.root !== undefined) throw error
    terminal.tell(error.text)
    return []
  }
}
