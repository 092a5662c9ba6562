import { createColors } from 'picocolors'
import type { Diagnostic } from '../diagnostic.ts'
import { parse } from '../language/parse.ts'
import { configurableRules } from '../lint/lint.ts'
import { type Example, type RuleInfo, tiers } from '../lint/rule.ts'
import { rules } from '../lint/rules/index.ts'
import type { Language } from '../words/language.ts'
import { exampleReport } from './example-report.ts'
import { fieldNamed, limitRowsOf } from './interface-table.ts'
import { printableLines } from './printable.ts'
import { textReport } from './reporters/text.ts'
import { everyRule } from './rule-catalog.ts'
import { pageWords } from './rule-page-words.ts'
import { cliWords } from './words.ts'

/** How a terminal of the usual width shows a report. */
const look = { colors: createColors(false), columns: 80 } as const
const maxLineCharacters = 120

const suppressible: ReadonlySet<string> = new Set(rules.map(({ id }) => id))
const recipientFile = /^recipients?-/

/** The page about a rule, in Markdown: `docs/rules/<id>.md`. */
export function rulePage(rule: RuleInfo, lang: Language): string {
  const words = pageWords[lang]
  const { id, tier, severity, source, summary, why, bad, good } = rule
  const found = bad ? exampleReport(bad, lang) : []
  const tierName = cliWords[lang].tiers[tier]
  return paragraphs([
    `# ${id}`,
    words.otherLanguage(id),
    `**${cliWords[lang].severities[severity]}** · [${tierName}](README.md#${anchorOf(tierName)})`,
    summary[lang],
    why[lang],
    ...(source === undefined ? [] : [words.source(source, tier)]),
    ...limitsOf(rule, lang),
    ...(bad ? [`## ${words.bad}`, ...shown(bad, lang), words.output, output(bad, found, lang)] : []),
    ...(good ? [`## ${words.good}`, ...shown(good, lang)] : []),
    ...(bad ? [`## ${words.fixTitle}`, words.fix(fixOf(found, id))] : []),
    `## ${words.settingTitle}`,
    ...settingOf(rule, found[0], lang),
  ])
}

/** The list of all rules: `docs/rules/README.md`. */
export function ruleIndex(lang: Language): string {
  const words = pageWords[lang]
  return paragraphs([
    `# ${words.indexTitle}`,
    words.otherLanguage('README'),
    words.index,
    ...tiers.flatMap((tier) => [
      `## ${capitalised(cliWords[lang].tiers[tier])}`,
      words.tiers[tier],
      [
        `| ${words.columns.join(' | ')} |`,
        '| --- | --- | --- |',
        ...everyRule.filter((rule) => rule.tier === tier).map((rule) => indexRow(rule, lang)),
      ].join('\n'),
    ]),
  ])
}

function indexRow({ id, severity, summary }: RuleInfo, lang: Language): string {
  return `| [${id}](${id}.md) | ${cliWords[lang].severities[severity]} | ${summary[lang].replaceAll('|', '\\|')} |`
}

/** The limits that a rule of the interface holds, with their numbers. */
function limitsOf(rule: RuleInfo, lang: Language): string[] {
  const { limitsTitle, limitColumns } = pageWords[lang]
  const rows = limitRowsOf(rule).map(({ field, fact }) => `| ${fieldNamed(field, lang)} | ${fact[lang]} |`)
  if (rows.length === 0) return []
  return [`## ${limitsTitle}`, [`| ${limitColumns.join(' | ')} |`, '| --- | --- |', ...rows].join('\n')]
}

/** A message as it is typed, with what its text does not show. */
function shown({ source, path, image }: Example, lang: Language): string[] {
  const words = pageWords[lang]
  const about = [...(path === undefined ? [] : [words.path(path)]), ...(image ? [words.image(image)] : [])]
  return [
    ...(about.length === 0 ? [] : [about.join(' ')]),
    source === ''
      ? words.emptyFile
      : fenced('markdown', printableLines(source.trimEnd()).split('\n').map(cut).join('\n')),
  ]
}

function output({ source }: Example, diagnostics: readonly Diagnostic[], lang: Language): string {
  const path = diagnostics[0]?.path ?? ''
  return fenced('text', textReport([{ path, source, diagnostics }], { ...look, lang }).trimEnd())
}

/** How a rule is set or silenced. */
function settingOf(rule: RuleInfo, found: Diagnostic | undefined, lang: Language): string[] {
  const { id, tier, severity } = rule
  const words = pageWords[lang]
  const isOfReader = !suppressible.has(id)
  const ways = [
    ...(configurableRules.has(id)
      ? [words.configurable, fenced('ts', `rules: { '${id}': 'off' }, // off, warning, error`)]
      : []),
    ...(isOfReader ? [] : [words.suppressible, fenced(...commentFor(rule, found, words.reason))]),
    ...(tier === 'interface' && !isOfReader ? [words.blocksDeploy] : []),
  ]
  if (ways.length > 0) return ways
  return [recipientFile.test(id) && !configurableRules.has(id) ? words.neverInRecipients(severity) : words.never]
}

/** The directive above the line of a finding: YAML has other comments than a body. */
function commentFor(
  { id, bad }: RuleInfo,
  found: Diagnostic | undefined,
  reason: string,
): ['yaml' | 'markdown', string] {
  const directive = `friendtalk-disable-next-line ${id} -- ${reason}`
  const isYaml = found && bad && isInYaml(bad.source, found.start.offset)
  return isYaml ? ['yaml', `# ${directive}`] : ['markdown', `<!-- ${directive} -->`]
}

function isInYaml(source: string, offset: number): boolean {
  const { frontmatter, lines } = parse(source)
  const blocks = lines.flatMap((line) => (line.type === 'block' ? [line.content] : []))
  return [...(frontmatter ? [frontmatter.content] : []), ...blocks].some(
    ({ start, end }) => offset >= start && offset < end,
  )
}

/** Whether `--fix` mends an example, and by which flags. */
function fixOf(found: readonly Diagnostic[], id: string): 'safe' | 'unsafe' | 'none' {
  const fixes = found.filter(({ rule }) => rule === id).flatMap(({ fix }) => fix ?? [])
  if (fixes.length === 0) return 'none'
  return fixes.every(({ safe }) => safe) ? 'safe' : 'unsafe'
}

/** A block of code; what it holds may have fences itself. */
function fenced(language: string, content: string): string {
  const longest = Math.max(2, ...Array.from(content.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${content}\n${fence}`
}

function cut(line: string): string {
  const characters = Array.from(line)
  return characters.length > maxLineCharacters ? `${characters.slice(0, maxLineCharacters).join('')}…` : line
}

function paragraphs(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}

/** The anchor of a heading as Git hosts make it. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-')
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
