import { suggestionIn } from '../../words/phrases.ts'
import { asJson, command } from '../command.ts'
import { suggestionFor } from '../../language/nearest.ts'
import type { CustomRule } from '../../rules/custom-rule.ts'
import { UsageError } from '../../project/usage-error.ts'
import { printableLines } from '../../words/printable.ts'
import { diagnosticEntry } from '../../session/lint-output.ts'
import { textReport } from '../reporters/text.ts'
import {
  customRulesIn,
  type DescribedRule,
  describedCustomRule,
  describedRule,
  type RulePage,
  rulePages,
} from './rules/rule-catalog.ts'
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
  examples: ['friendtalk explain button-name-too-long', 'friendtalk explain button-name-too-long --json'],
  arguments: {
    rule: { en: 'its id', ko: '규칙 이름' },
  },
  options: { json: asJson },
  async run({ args: [id], options, terminal }) {
    await projectHere(options, terminal)
    const { lang } = terminal
    const rule = everyRule.find((each) => each.id === id)
    const page = rule && rulePages(lang)(id)
    // A rule that is not friendtalk's can only be the configuration's.
    const described = page
      ? describedRule(rule, page, lang)
      : describedCustomRule(await customRule(id, options, terminal), lang)
    const { limits = [], bad, good } = page ?? {}
    return {
      json: {
        ...described,
        limits,
        bad: bad && { source: bad.source, diagnostics: bad.diagnostics.map(diagnosticEntry) },
        good: good && { source: good },
      },
      text: `${explanationOf(described, page, terminal).join('\n')}\n`,
    }
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

function explanationOf(described: DescribedRule, page: RulePage | undefined, terminal: Terminal): readonly string[] {
  const { lang, outColors: colors, outColumns: columns } = terminal
  const { id, severity, tier, summary, why, source, url } = described
  const { limits = [], bad, good } = page ?? {}
  const [sourceName, incorrect, correct, added] =
    lang === 'ko'
      ? ['근거', '잘못된 예', '올바른 예', '설정의 "plugins"에서 추가한 규칙입니다.']
      : ['Source', 'Incorrect', 'Correct', 'A rule that the configuration adds under "plugins".']
  return [
    `${colors.bold(id)}  ${severityNames[severity][lang]}, ${tierNames[tier][lang]}`,
    '',
    ...(why === summary ? [summary] : [summary, why]).map(printableLines),
    ...limits.map(({ field, fact }) => `  ${field}  ${fact}`),
    // The subjects of the platform's notes cannot be looked up.
    ...(source === undefined || tier === 'platform' ? [] : ['', `${sourceName}: ${source}`]),
    ...(page ? [] : ['', added]),
    ...(bad
      ? ['', colors.bold(incorrect), indented(bad.source), '', textReport([bad], { colors, columns, lang }).trimEnd()]
      : []),
    ...(good === undefined ? [] : ['', colors.bold(correct), indented(good)]),
    ...(url === undefined ? [] : ['', printableLines(url)]),
  ]
}

/** Examples are shown as they are typed, up to what a screen can take. */
function indented(source: string): string {
  return printableLines(source.trimEnd())
    .split('\n')
    .map((line) => `  ${line.length > maxLineUnits ? `${line.slice(0, maxLineUnits)}…` : line}`)
    .join('\n')
}

const maxLineUnits = 120
