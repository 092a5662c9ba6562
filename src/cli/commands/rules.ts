import { command, option } from '../command.ts'
import { tiers } from '../../rules/finding.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { customRulesIn } from './rules/custom-rules.ts'
import { columnsOf } from '../terminal/printable.ts'
import { printable, printableJsonText } from '../../words/printable.ts'
import { describedRules } from './rules/rule-catalog.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { cliWords } from '../terminal/words.ts'

export const definition = command({
  usage: 'rules',
  examples: ['friendtalk rules', 'friendtalk rules --json'],
  options: [option('--json', { en: 'as JSON', ko: 'JSON으로 출력' })],
  run: (terminal: Terminal, flags: RulesFlags) => rulesCommand(flags, terminal),
})

export interface RulesFlags extends GlobalFlags {
  readonly json?: boolean
}

/** `rules`: every rule with its severity, grouped by who asks for it; those that the configuration adds among them. */
async function rulesCommand(flags: RulesFlags, terminal: Terminal): Promise<ExitCode> {
  // The project decides the language, too.
  const plugins = await customRulesIn(flags, terminal)
  const { lang, out, outColors: colors } = terminal
  const rules = describedRules(lang, plugins)
  if (flags.json) {
    out(`${printableJsonText(JSON.stringify({ version: 1, rules }, null, 2))}\n`)
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
      out(`  ${id.padEnd(idColumns)}  ${paint(name)}${padding}  ${printable(summary)}\n`)
    }
    out('\n')
  }
  out(`${words.explainHint}\n`)
  return exitCodes.done
}
