import { createColors } from 'picocolors'
import { describe, expect, it } from 'vitest'
import {
  type Example,
  exampleContext,
  quotedSource,
  readFindings,
  readRulePages,
  ruleFolders,
  type RulePage,
  rowsOf,
} from '../../scripts/rule-pages.mjs'
import { textReport } from '../../src/cli/reporters/text.ts'
import { severityNames, tierNames } from '../../src/cli/terminal/words.ts'
import { compile, type CompileResult } from '../../src/compile.ts'
import { contracts } from '../../src/contract/contracts.ts'
import { applyFixes } from '../../src/rules/apply-fixes.ts'
import { tiers } from '../../src/rules/finding.ts'
import { everyRule, rules } from '../../src/rules/rules.ts'
import { type Language, languages } from '../../src/words/language.ts'
import { isUpdating, readPage, writePage } from './generated-pages.ts'
import { brokenLinks } from './links.ts'

const pagesOf = { en: readRulePages('en'), ko: readRulePages('ko') }
const findingsOf = { en: readFindings('en'), ko: readFindings('ko') }
const checks = rules.map(({ id }) => id).toSorted()
const isCheck = new Set(checks)
const findings = everyRule.filter(({ id }) => !isCheck.has(id))
/** Rules whose example breaks no other; one of the others may well be broken along with another: too long in two ways, say. */
const alone = new Set(rules.filter(({ tier }) => tier === 'platform').map(({ id }) => id))

/** What the head of a page says of how the bad example is fixed. */
const fixWords = {
  en: { safe: ' · fixed by `lint --fix`', unsafe: ' · fixed by `lint --fix --unsafe-fixes`', none: '' },
  ko: { safe: ' · `lint --fix` 명령으로 고침', unsafe: ' · `lint --fix --unsafe-fixes` 명령으로 고침', none: '' },
} as const

const compiled = (example: Example, lang: Language): CompileResult =>
  compile(example.source, exampleContext(example, lang))
const rulesIn = (example: Example): string[] => compiled(example, 'en').diagnostics.map(({ rule }) => rule)

/** What a terminal of the usual width shows of an example. */
function reportOf(example: Example, lang: Language): string {
  const { diagnostics } = compiled(example, lang)
  const look = { colors: createColors(false), columns: 80, lang }
  return `${textReport([{ path: example.path, source: example.source, diagnostics }], look).trimEnd()}\n`
}

function update(path: string, report: string): void {
  const fence = '`'.repeat(Math.max(3, ...Array.from(report.matchAll(/`+/g), ([ticks]) => ticks.length + 1)))
  const block = `${fence}text\n${report}${fence}`
  writePage(
    path,
    readPage(path).replace(/^(`{3,})text\n[^]*?^\1$/m, () => block),
  )
}

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-')

describe.each(languages)('the pages about rules in %s', (lang) => {
  const pages = pagesOf[lang]
  const folder = ruleFolders[lang]
  /** What is wrong with the pages, one line each. */
  const wrong = (check: (id: string, page: RulePage) => readonly string[]): string[] =>
    [...pages].flatMap(([id, page]) => check(id, page).map((text) => `${folder}/${id}.md: ${text}`))

  it('are one for every rule that looks, and a row for every finding', () => {
    expect([...pages.keys()].toSorted()).toEqual(checks)
    expect([...findingsOf[lang]].map(([id, { isWarning }]) => `${id} ${isWarning}`).toSorted()).toEqual(
      findings.map(({ id, severity }) => `${id} ${severity === 'warning'}`).toSorted(),
    )
  })

  it('state the id, the severity and the tier of their rule, and how its example is fixed', () => {
    const headOf = (id: string, bad: Example): string => {
      const rule = rules.find((each) => each.id === id)
      if (rule === undefined) return ''
      const { diagnostics } = compiled(bad, 'en')
      const fixes = (unsafe: boolean): boolean =>
        !rulesIn({ ...bad, source: applyFixes(bad.source, diagnostics, { unsafe }).source }).includes(id)
      const safety = fixes(false) ? 'safe' : fixes(true) ? 'unsafe' : 'none'
      const tier = tierNames[rule.tier][lang]
      return `${id} **${severityNames[rule.severity][lang]}** · [${tier}](README.md#${anchorOf(tier)})${fixWords[lang][safety]}`
    }
    const different = wrong((id, { title, meta, bad }) => {
      if (bad === undefined) return ['it has no bad example']
      const head = headOf(id, bad)
      return `${title} ${meta}` === head ? [] : [`"${meta}", not ${head}`]
    })
    expect(different).toEqual([])
  })

  it('have at most 80 words beside their examples', () => {
    const wordsOf = ({ summary, why, source = '' }: RulePage): number =>
      `${summary} ${why} ${source}`.split(/\s+/).length
    expect(wrong((_, page) => (wordsOf(page) > 80 ? [`${wordsOf(page)} words`] : []))).toEqual([])
  })

  it('name their source where the interface or other services ask for it', () => {
    const headings = new Set<string>([
      'Limits',
      'Endpoints: upload',
      'Button types',
      'Parts per kind',
      'Send friend messages',
      ...contracts
        .flatMap(({ limits }) => limits)
        .filter(({ tier }) => tier === 'interface')
        .map(({ source }) => source),
    ])
    const asking = new Map(everyRule.map(({ id, tier }) => [id, tier]))
    const isMissing = (id: string, { source }: Pick<RulePage, 'source'>): boolean =>
      source === undefined && (asking.get(id) === 'interface' || asking.get(id) === 'platform')
    expect(wrong((id, page) => (isMissing(id, page) ? ['it names no source'] : []))).toEqual([])
    const isOther = (id: string, page: Pick<RulePage, 'source'>): boolean =>
      asking.get(id) === 'interface' &&
      !(quotedSource(page) ?? '').split(', ').every((heading) => headings.has(heading))
    const named = [...pages, ...findingsOf[lang]].filter(([id, page]) => isMissing(id, page) || isOther(id, page))
    expect(named.map(([id, { source }]) => `${id}: ${source}`)).toEqual([])
  })

  it('show exactly what is found in the bad example', () => {
    const different = wrong((id, { bad, output }) => {
      if (bad === undefined) return []
      const report = reportOf(bad, lang)
      if (isUpdating && output !== report) update(`${folder}/${id}.md`, report)
      const found = new Set(rulesIn(bad))
      const isShown = found.has(id) && (found.size === 1 || !alone.has(id))
      return [
        ...(isShown ? [] : [`its example breaks ${[...found].join(', ') || 'no rule'}`]),
        ...(output === report || isUpdating ? [] : [`lint says:\n${report}`]),
      ]
    })
    expect(different, 'UPDATE_DOCS=1 writes what lint says').toEqual([])
  })

  it('show a good example in which nothing is found', () => {
    const different = wrong((_, { good }) => {
      if (good === undefined) return []
      const { diagnostics, suppressed, template } = compiled(good, lang)
      return [
        ...[...diagnostics, ...suppressed].map(({ rule }) => `its good example breaks ${rule}`),
        ...(template === undefined ? ['its good example does not compile'] : []),
      ]
    })
    expect(different).toEqual([])
  })

  it('lead to pages and headings that there are', () => {
    const names = [...pages.keys(), 'README', 'findings', 'interface'].map((id) => `${folder}/${id}.md`)
    expect(names.flatMap((path) => brokenLinks(path).map((link) => `${path}: ${link}`))).toEqual([])
    const others = { en: 'ko/rules', ko: '../rules' } as const
    const isLeft = (id: string, link: string): boolean => !link.endsWith(`](../${others[lang]}/${id}.md)`)
    expect(wrong((id, page) => (isLeft(id, page.otherLanguage) ? ['no link to the other language'] : []))).toEqual([])
  })

  it('are listed in the index, by tier', () => {
    const index = readPage(`${folder}/README.md`)
    const listed = tiers
      .filter((tier) => tier !== 'language')
      .flatMap((tier) => {
        const name = tierNames[tier][lang]
        const title = name.charAt(0).toUpperCase() + name.slice(1)
        const section = index.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
        return rowsOf(section).map((row) => `${tier}: ${row.join(' | ')}`)
      })
    const expected = tiers.flatMap((tier) =>
      rules
        .filter((rule) => rule.tier === tier)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, severity }) => [
          `[${id}](${id}.md)`,
          // The sentence above the other tables says it of all in them.
          ...(tier === 'style' ? [severityNames[severity][lang]] : []),
          pages.get(id)?.summary,
        ])
        .map((row) => `${tier}: ${row.join(' | ')}`),
    )
    expect(listed).toEqual(expected)
  })
})

it('the pages of a rule show the same messages in both languages', () => {
  const shown = (lang: Language): object[] =>
    [...pagesOf[lang]].map(([id, { bad, good }]) => ({ id, bad, good })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(shown('ko')).toEqual(shown('en'))
})

/** Words of the Latin alphabet that Korean keeps: names of formats, programs, keys and values. */
const latinNames = new Set<string>(
  'UTF-8 UTF-16 EUC-KR NFC NUL YAML JSON NDJSON CSV JPEG PNG HEIC WEBP AVIF EXIF CMYK SMS LMS MMS PC CI git macOS https id kind attachment carousel true Y N'
    .split(' ')
    .concat(contracts.flatMap(({ buttonTypes }) => Object.keys(buttonTypes))),
)

/** Words of a Korean sentence, outside of quotes, that are neither such a name nor an identifier nor a code. */
function latinWords(sentence: string): string[] {
  const words = sentence.replaceAll(/"[^"]*"/g, '').match(/[A-Za-z][\w-]*/g) ?? []
  return words.filter((word) => !latinNames.has(word) && !/[a-z][_-][a-z]|^[A-Z]\d+$/.test(word))
}

/** What is wrong with a summary or a reason as text of a language. */
const isTold: { readonly [L in Language]: (text: string) => boolean } = {
  // What people see in Korean is quoted, or stands in the brackets that belong to it.
  en: (text) =>
    /^["A-Z].*[^\s.]\.$/.test(text) && !/\p{Script=Hangul}/u.test(text.replaceAll(/"[^"]*"|\([^()]*\)/g, '')),
  ko: (text) =>
    text.split(/(?<=\.) /).every((sentence) => /\p{Script=Hangul}.*[다요](?:\([^()]*\))?\.$/u.test(sentence)) &&
    latinWords(text).length === 0,
}

it.each(languages)('summaries and reasons are sentences in %s that repeat nothing', (lang) => {
  const different = [...pagesOf[lang], ...findingsOf[lang]].flatMap(([id, { summary, why }]) =>
    [
      ...[summary, why].filter((text) => !isTold[lang](text)),
      ...(/\. /.test(summary) ? [`more than one sentence: ${summary}`] : []),
      ...(why.includes(summary) ? [`said twice: ${summary}`] : []),
    ].map((text) => `${id}: ${text}`),
  )
  expect(different).toEqual([])
})
