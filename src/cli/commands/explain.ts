import { suggestionFor } from '../../language/nearest.ts'
import { fieldNamed, limitRowsOf } from '../interface-table.ts'
import { exampleReport } from '../example-report.ts'
import type { RuleInfo } from '../../lint/rule.ts'
import { ruleUrl } from '../../lint/rule-url.ts'
import { UsageError } from '../../project/usage-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { printableLines } from '../printable.ts'
import { textReport } from '../reporters/text.ts'
import { everyRule, ruleNamed } from '../rule-catalog.ts'
import type { Terminal } from '../terminal.ts'
import { cliWords } from '../words.ts'

/**
 * `explain`: what a rule reports and why, where that is said, and a message that breaks it beside one that does not.
 *
 * @throws UsageError for a rule that there is not
 */
export function explainCommand(id: string, terminal: Terminal): ExitCode {
  const rule = ruleNamed(id)
  if (rule === undefined) {
    const { suggestion } = suggestionFor(
      id,
      everyRule.map((known) => known.id),
    )
    throw new UsageError({ type: 'rule-unknown', rule: id, ...(suggestion !== undefined && { suggestion }) })
  }
  terminal.out(`${explanationOf(rule, terminal).join('\n')}\n`)
  return exitCodes.done
}

function explanationOf(rule: RuleInfo, { lang, outColors: colors, outColumns: columns }: Terminal): string[] {
  const words = cliWords[lang]
  const { id, tier, severity, source, summary, why, bad, good } = rule
  const lines = [
    `${colors.bold(id)}  ${words.severities[severity]}, ${words.tiers[tier]}`,
    '',
    summary[lang],
    why[lang],
    ...limitRowsOf(rule).map(({ field, fact }) => `  ${fieldNamed(field, lang)}  ${fact[lang]}`),
    // The subjects of the platform's notes are no text that people can look up.
    ...(source === undefined || tier === 'platform' ? [] : ['', `${words.source}: ${source}`]),
  ]
  if (bad) {
    const found = exampleReport(bad, lang).filter((diagnostic) => diagnostic.rule === id)
    const path = found[0]?.path ?? ''
    const shown = textReport([{ path, source: bad.source, diagnostics: found }], { colors, columns, lang })
    lines.push('', colors.bold(words.bad), indented(bad.source), '', shown.trimEnd())
  }
  if (good) lines.push('', colors.bold(words.good), indented(good.source))
  return [...lines, '', ruleUrl(id, lang)]
}

/** Examples are shown as they are typed, up to what a screen can take. */
function indented(source: string): string {
  return printableLines(source.trimEnd())
    .split('\n')
    .map((line) => `  ${line.length > maxLineUnits ? `${line.slice(0, maxLineUnits)}…` : line}`)
    .join('\n')
}

const maxLineUnits = 120
