import { suggestionIn } from '../../words/phrases.ts'
import { asJson, command } from '../command.ts'
import { suggestionFor } from '../../language/nearest.ts'
import type { CustomRule } from '../../rules/custom-rule.ts'
import type { RuleInfo } from '../../rules/finding.ts'
import { ruleUrl } from '../../rules/rule-url.ts'
import { UsageError } from '../../project/usage-error.ts'
import { printableLines } from '../../words/printable.ts'
import { diagnosticEntry } from '../../session/lint-output.ts'
import { textReport } from '../reporters/text.ts'
import { customRulesIn, describedCustomRule, describedRule, rulePages } from './rules/rule-catalog.ts'
import { everyRule } from '../../rules/rules.ts'
import { projectHere } from '../../session/session.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { severityNames, tierNames } from '../terminal/words.ts'

/**
 * `explain`: what a rule reports and why, where that is said, and a message that breaks it beside one that does not.
 *
 * @throws UsageError for a rule that there is not
 */
export const definition = command({
  usage: 'explain <rule>',
  summary: { en: 'Explains a rule, with examples.', ko: '규칙을 예와 함께 설명합니다.' },
  examples: ['friendtalk explain button-name-too-long', 'friendtalk explain button-name-too-long --json'],
  arguments: {
    rule: { en: 'its id', ko: '규칙 이름' },
  },
  options: { json: asJson },
  async run({ args: [id], options, terminal }) {
    await projectHere(options, terminal)
    const rule = everyRule.find((each) => each.id === id)
    // A rule that is not friendtalk's can only be the configuration's.
    const [json, lines] = rule
      ? [explanationJson(rule, terminal), explanationOf(rule, terminal)]
      : customExplanationOf(await customRule(id, options, terminal), terminal)
    return { json, text: `${lines.join('\n')}\n` }
  },
})

/** @throws UsageError for a rule that the configuration does not have either */
async function customRule(id: string, flags: GlobalFlags, terminal: Terminal): Promise<CustomRule> {
  const plugins = await customRulesIn(flags, terminal)
  const custom = plugins.find((rule) => rule.id === id)
  if (custom !== undefined) return custom
  const names = [...everyRule, ...plugins].map((rule) => rule.id)
  const { suggestion } = suggestionFor(id, names)
  throw new UsageError('rule-unknown', {
    en: `There is no rule "${id}".${suggestionIn.en(suggestion)} friendtalk rules lists them all.`,
    ko: `"${id}" 규칙은 없습니다.${suggestionIn.ko(suggestion)} 전체 목록은 friendtalk rules로 볼 수 있습니다.`,
  })
}

function customExplanationOf(rule: CustomRule, terminal: Terminal): readonly [json: object, lines: readonly string[]] {
  const described = describedCustomRule(rule, terminal.lang)
  const { summary, why, url } = described
  const added = {
    en: 'A rule that the configuration adds under "plugins".',
    ko: '설정의 "plugins"에서 추가한 규칙입니다.',
  }
  const lines = [
    headOf(rule, terminal),
    '',
    ...(why === summary ? [summary] : [summary, why]).map(printableLines),
    '',
    added[terminal.lang],
    ...(url === undefined ? [] : [printableLines(url)]),
  ]
  return [{ ...described, limits: [] }, lines]
}

function headOf(
  { id, severity, tier }: Pick<RuleInfo, 'id' | 'severity' | 'tier'>,
  { lang, outColors }: Terminal,
): string {
  return `${outColors.bold(id)}  ${severityNames[severity][lang]}, ${tierNames[tier][lang]}`
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

function explanationOf(rule: RuleInfo, terminal: Terminal): string[] {
  const { lang, outColors: colors, outColumns: columns } = terminal
  const { summary, why, source, limits, bad, good } = rulePages(lang)(rule.id)
  const [sourceName, incorrect, correct] =
    lang === 'ko' ? ['근거', '잘못된 예', '올바른 예'] : ['Source', 'Incorrect', 'Correct']
  const lines = [
    headOf(rule, terminal),
    '',
    summary,
    why,
    ...limits.map(({ field, fact }) => `  ${field}  ${fact}`),
    // The subjects of the platform's notes cannot be looked up.
    ...(source === undefined || rule.tier === 'platform' ? [] : ['', `${sourceName}: ${source}`]),
  ]
  if (bad) {
    const shown = textReport([bad], { colors, columns, lang })
    lines.push('', colors.bold(incorrect), indented(bad.source), '', shown.trimEnd())
  }
  if (good) lines.push('', colors.bold(correct), indented(good))
  const url = ruleUrl(rule.id, lang)
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
