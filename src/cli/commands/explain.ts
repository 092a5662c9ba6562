import { suggestionIn } from '../../words/phrases.ts'
import { command, option } from '../command.ts'
import { suggestionFor } from '../../language/nearest.ts'
import type { CustomRule } from '../../rules/custom-rule.ts'
import type { RuleInfo } from '../../rules/finding.ts'
import { ruleUrl } from '../../rules/rule-url.ts'
import { UsageError } from '../../project/usage-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { customRulesIn } from './rules/custom-rules.ts'
import { printableJson } from '../terminal/printable.ts'
import { printableLines } from '../../words/printable.ts'
import { diagnosticEntry } from '../../session/lint-output.ts'
import { textReport } from '../reporters/text.ts'
import { describedCustomRule, describedRule, rulePages } from './rules/rule-catalog.ts'
import { everyRule } from '../../rules/rules.ts'
import { projectHere } from '../../session/session.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { cliWords } from '../terminal/words.ts'

export const definition = command({
  usage: 'explain <rule>',
  examples: ['friendtalk explain button-name-too-long', 'friendtalk explain button-name-too-long --json'],
  arguments: {
    rule: { en: 'its id', ko: '규칙 이름' },
  },
  options: [option('--json', { en: 'as JSON', ko: 'JSON으로 출력' })],
  run: (terminal: Terminal, rule: string, flags: ExplainFlags) => explainCommand(rule, flags, terminal),
})

export interface ExplainFlags extends GlobalFlags {
  readonly json?: boolean
}

/**
 * `explain`: what a rule reports and why, where that is said, and a message that breaks it beside one that does not.
 *
 * @throws UsageError for a rule that there is not
 */
async function explainCommand(id: string, flags: ExplainFlags, terminal: Terminal): Promise<ExitCode> {
  await projectHere(flags, terminal)
  const rule = everyRule.find((known) => known.id === id)
  if (rule !== undefined)
    print(flags, terminal, { json: explanationJson(rule, terminal), lines: explanationOf(rule, terminal) })
  else {
    // Only a rule that is not friendtalk's can be the configuration's.
    const custom = await customRule(id, flags, terminal)
    const json = { ...describedCustomRule(custom, terminal.lang), limits: [] }
    print(flags, terminal, { json, lines: customExplanationOf(custom, terminal) })
  }
  return exitCodes.done
}

interface Explanation {
  readonly json: object
  readonly lines: readonly string[]
}

function print(flags: ExplainFlags, { out }: Terminal, { json, lines }: Explanation): void {
  out(`${flags.json ? printableJson({ version: 1, ...json }, 2) : lines.join('\n')}\n`)
}

/** @throws UsageError for a rule that the configuration does not have either */
async function customRule(id: string, flags: ExplainFlags, terminal: Terminal): Promise<CustomRule> {
  const plugins = await customRulesIn(flags, terminal)
  const custom = plugins.find((known) => known.id === id)
  if (custom !== undefined) return custom
  const names = [...everyRule, ...plugins].map((known) => known.id)
  const { suggestion } = suggestionFor(id, names)
  throw new UsageError('rule-unknown', {
    en: `There is no rule "${id}".${suggestionIn.en(suggestion)} friendtalk rules lists them all.`,
    ko: `"${id}" 규칙은 없습니다.${suggestionIn.ko(suggestion)} 전체 목록은 friendtalk rules로 볼 수 있습니다.`,
  })
}

function customExplanationOf(rule: CustomRule, { lang, outColors: colors }: Terminal): string[] {
  const words = cliWords[lang]
  const { id, severity, tier, summary, why, url } = describedCustomRule(rule, lang)
  const said = why === summary ? [summary] : [summary, why]
  return [
    `${colors.bold(id)}  ${words.severities[severity]}, ${words.tiers[tier]}`,
    '',
    ...said.map(printableLines),
    '',
    words.customRule,
    ...(url === undefined ? [] : [printableLines(url)]),
  ]
}

function explanationJson(rule: RuleInfo, { lang }: Terminal): object {
  const page = rulePages(lang)(rule.id)
  const { limits, bad, good } = page
  return {
    ...describedRule(rule, page, lang),
    limits,
    ...(bad && { bad: { source: bad.source, diagnostics: bad.diagnostics.map(diagnosticEntry) } }),
    ...(good !== undefined && { good: { source: good } }),
  }
}

function explanationOf(rule: RuleInfo, { lang, outColors: colors, outColumns: columns }: Terminal): string[] {
  const words = cliWords[lang]
  const { id, tier, severity } = rule
  const { summary, why, source, limits, bad, good } = rulePages(lang)(id)
  const lines = [
    `${colors.bold(id)}  ${words.severities[severity]}, ${words.tiers[tier]}`,
    '',
    summary,
    why,
    ...limits.map(({ field, fact }) => `  ${field}  ${fact}`),
    // The subjects of the platform's notes are no text that people can look up.
    ...(source === undefined || tier === 'platform' ? [] : ['', `${words.source}: ${source}`]),
  ]
  if (bad) {
    const shown = textReport([bad], { colors, columns, lang })
    lines.push('', colors.bold(words.bad), indented(bad.source), '', shown.trimEnd())
  }
  if (good) lines.push('', colors.bold(words.good), indented(good))
  const url = ruleUrl(id, lang)
  return url === undefined ? lines : [...lines, '', url]
}

/** Examples are shown as they are typed, up to what a screen can take. */
function indented(source: string): string {
  return printableLines(source.trimEnd())
    .split('\n')
    .map((line) => `  ${line.length > maxLineUnits ? `${line.slice(0, maxLineUnits)}…` : line}`)
    .join('\n')
}

const maxLineUnits = 120
