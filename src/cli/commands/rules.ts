import { ruleUrl } from '../../lint/rule-url.ts'
import { tiers } from '../../lint/rule.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { columnsOf } from '../printable.ts'
import { everyRule } from '../rule-catalog.ts'
import type { GlobalFlags, Terminal } from '../terminal.ts'
import { cliWords } from '../words.ts'

export interface RulesFlags extends GlobalFlags {
  readonly json?: boolean
}

/** `rules`: every rule with its severity, grouped by who asks for it. */
export function rulesCommand({ json }: RulesFlags, { lang, out, outColors: colors }: Terminal): ExitCode {
  if (json) {
    const rules = everyRule.map(({ id, tier, severity, source, summary, why }) => ({
      id,
      tier,
      severity,
      ...(source !== undefined && { source }),
      summary: summary[lang],
      why: why[lang],
      url: ruleUrl(id, lang),
    }))
    out(`${JSON.stringify({ version: 1, rules }, null, 2)}\n`)
    return exitCodes.done
  }
  const words = cliWords[lang]
  const idColumns = Math.max(...everyRule.map(({ id }) => id.length))
  const severityColumns = Math.max(columnsOf(words.severities.error), columnsOf(words.severities.warning))
  for (const tier of tiers) {
    out(`${colors.bold(words.tiers[tier])}\n`)
    for (const { id, severity, summary } of everyRule.filter((rule) => rule.tier === tier)) {
      const paint = severity === 'error' ? colors.red : colors.yellow
      const name = words.severities[severity]
      const padding = ' '.repeat(severityColumns - columnsOf(name))
      out(`  ${id.padEnd(idColumns)}  ${paint(name)}${padding}  ${summary[lang]}\n`)
    }
    out('\n')
  }
  out(`${words.explainHint}\n`)
  return exitCodes.done
}
