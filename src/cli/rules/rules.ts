import { tiers } from '../../rules/rule.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import { columnsOf } from '../terminal/printable.ts'
import { describedRules } from './rule-catalog.ts'
import { projectHere } from '../../session/session.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { cliWords } from '../terminal/words.ts'

export interface RulesFlags extends GlobalFlags {
  readonly json?: boolean
}

/** `rules`: every rule with its severity, grouped by who asks for it. */
export async function rulesCommand(flags: RulesFlags, terminal: Terminal): Promise<ExitCode> {
  await projectHere(flags, terminal)
  const { lang, out, outColors: colors } = terminal
  const rules = describedRules(lang)
  if (flags.json) {
    out(`${JSON.stringify({ version: 1, rules }, null, 2)}\n`)
    return exitCodes.done
  }
  const words = cliWords[lang]
  const idColumns = Math.max(...rules.map(({ id }) => id.length))
  const severityColumns = Math.max(columnsOf(words.severities.error), columnsOf(words.severities.warning))
  for (const tier of tiers) {
    out(`${colors.bold(words.tiers[tier])}\n`)
    for (const { id, severity, summary } of rules.filter((rule) => rule.tier === tier)) {
      const paint = severity === 'error' ? colors.red : colors.yellow
      const name = words.severities[severity]
      const padding = ' '.repeat(severityColumns - columnsOf(name))
      out(`  ${id.padEnd(idColumns)}  ${paint(name)}${padding}  ${summary}\n`)
    }
    out('\n')
  }
  out(`${words.explainHint}\n`)
  return exitCodes.done
}
