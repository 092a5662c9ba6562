import { tiers } from '../../rules/finding.ts'
import { printable } from '../../words/printable.ts'
import { asJson, command } from '../command.ts'
import { columnsOf } from '../terminal/printable.ts'
import { severityNames, tierNames } from '../terminal/words.ts'
import { customRulesIn, describedRules } from './rules/rule-catalog.ts'

/** `rules`: every rule with its severity, grouped by who asks for it; with those of the configuration. */
export const definition = command({
  usage: 'rules',
  examples: ['friendtalk rules', 'friendtalk rules --json'],
  options: { json: asJson },
  async run({ options, terminal }) {
    // The project decides the language, too.
    const plugins = await customRulesIn(options, terminal)
    const { lang, outColors: colors } = terminal
    const rules = describedRules(lang, plugins)
    const idColumns = Math.max(...rules.map(({ id }) => id.length))
    const severityColumns = Math.max(...Object.values(severityNames).map((name) => columnsOf(name[lang])))
    const sections = tiers.map((tier) => {
      const lines = rules
        .filter((rule) => rule.tier === tier)
        .map(({ id, severity, summary }) => {
          const name = severityNames[severity][lang]
          const padding = ' '.repeat(severityColumns - columnsOf(name))
          const painted = severity === 'error' ? colors.red(name) : colors.yellow(name)
          return `  ${id.padEnd(idColumns)}  ${painted}${padding}  ${printable(summary)}\n`
        })
      return `${colors.bold(tierNames[tier][lang])}\n${lines.join('')}\n`
    })
    const more = {
      en: 'friendtalk explain <rule> says more about one of them.',
      ko: 'friendtalk explain <규칙>으로 자세한 설명을 볼 수 있습니다.',
    }
    return { json: { rules }, text: `${sections.join('')}${more[lang]}\n` }
  },
})
