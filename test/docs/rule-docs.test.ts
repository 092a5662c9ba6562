import { createColors } from 'picocolors'
import { describe, expect, it } from 'vitest'
import {
  type Example,
  exampleContext,
  quotedSource,
  readRulePages,
  ruleFolders,
  type RulePage,
  rowsOf,
} from '../../build/rule-pages.mjs'
import { textReport } from '../../src/cli/reporters/text.ts'
import { everyRule } from '../../src/cli/rules/rule-catalog.ts'
import { cliWords } from '../../src/cli/terminal/words.ts'
import { compile, type CompileResult } from '../../src/compile.ts'
import { buttonTypes } from '../../src/contract/kinds.ts'
import { limits } from '../../src/contract/limits.ts'
import { applyFixes } from '../../src/rules/apply-fixes.ts'
import { readerRules } from '../../src/rules/catalog.ts'
import { configurableRules } from '../../src/rules/run.ts'
import { tiers } from '../../src/rules/rule.ts'
import { rules } from '../../src/rules/rules.ts'
import { type Language, languages } from '../../src/words/language.ts'
import { isUpdating, readPage, writePage } from './generated-pages.ts'
import { brokenLinks } from './links.ts'

const pagesOf = { en: readRulePages('en'), ko: readRulePages('ko') }
const ids = everyRule.map(({ id }) => id)
const suppressible = new Set(rules.map(({ id }) => id))
const readerIds = new Set(readerRules.map(({ id }) => id))
/** Rules whose example breaks no other; one of the others may well be broken along with another: too long in two ways, say. */
const alone = new Set([...readerIds, ...rules.filter(({ tier }) => tier === 'platform').map(({ id }) => id)])

/** Rules that the text of a message alone cannot show, or only with more text than anyone would read on a page. */
const withoutExample = new Set([
  'yaml-too-large',
  ...everyRule.filter(({ subject }) => subject !== 'message').map(({ id }) => id),
])

/** How the sections "Fix" and "Set or suppress" start to say what holds. */
const sentences = {
  en: {
    fix: {
      safe: '`friendtalk lint --fix` fixes',
      unsafe: '`friendtalk lint --fix --unsafe-fixes` fixes',
      none: 'No fix is offered',
    },
    never: 'It cannot be suppressed',
    blocksDeploy: 'It is a rule of the interface: no configuration turns it off',
  },
  ko: {
    fix: {
      safe: '`friendtalk lint --fix` 명령이',
      unsafe: '`friendtalk lint --fix --unsafe-fixes` 명령이',
      none: '이 예는',
    },
    never: '끌 수 없습니다',
    blocksDeploy: '인터페이스 규칙이므로 설정에서 끌 수 없습니다',
  },
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

  it('are one for every rule', () => {
    expect([...pages.keys()].toSorted()).toEqual(ids)
  })

  it('state the id, the severity and the tier of their rule', () => {
    const { severities, tiers: names } = cliWords[lang]
    const head = new Map(
      everyRule.map(({ id, severity, tier }) => [
        id,
        `${id} **${severities[severity]}** · [${names[tier]}](README.md#${anchorOf(names[tier])})`,
      ]),
    )
    expect(
      wrong((id, { title, meta }) => (head.get(id) === `${title} ${meta}` ? [] : [`"${meta}", not ${head.get(id)}`])),
    ).toEqual([])
  })

  it('name their source where the interface or other services ask for it', () => {
    const headings = new Set<string>([
      'Limits',
      'Endpoints: upload',
      ...Object.values(limits).map(({ source }) => source),
    ])
    const asking = new Map(everyRule.map(({ id, tier }) => [id, tier]))
    const isMissing = (id: string, { source }: RulePage): boolean =>
      source === undefined && (asking.get(id) === 'interface' || asking.get(id) === 'platform')
    expect(wrong((id, page) => (isMissing(id, page) ? ['it names no source'] : []))).toEqual([])
    const isOther = (id: string, page: RulePage): boolean =>
      asking.get(id) === 'interface' &&
      !(quotedSource(page) ?? '').split(', ').every((heading) => headings.has(heading))
    expect(wrong((id, page) => (isOther(id, page) ? [`no heading is ${quotedSource(page)}`] : []))).toEqual([])
  })

  it('show a message that breaks the rule, unless no text can, and one that does not', () => {
    const missing = wrong((id, { bad, good }) => [
      ...((bad === undefined) === withoutExample.has(id) ? [] : ['a bad example is missing or was not expected']),
      ...((bad === undefined) === (good === undefined) ? [] : ['one of the two examples is missing']),
    ])
    expect(missing).toEqual([])
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

  it('say of the bad example whether lint fixes it', () => {
    const different = wrong((id, { bad, fix = '' }) => {
      if (bad === undefined) return fix === '' ? [] : ['it has no example to fix']
      const { diagnostics } = compiled(bad, 'en')
      const fixes = (unsafe: boolean): boolean =>
        !rulesIn({ ...bad, source: applyFixes(bad.source, diagnostics, { unsafe }).source }).includes(id)
      const safety = fixes(false) ? 'safe' : fixes(true) ? 'unsafe' : 'none'
      const start = sentences[lang].fix[safety]
      return fix.startsWith(start) ? [] : [`its fix is "${safety}": the section starts with "${start}"`]
    })
    expect(different).toEqual([])
  })

  it('say how the rule is set or suppressed', () => {
    const different = wrong((id, { bad, setting }) => {
      const code = (language: string): string[] =>
        setting.filter(({ info }) => info === language).map(({ text }) => text)
      const text = setting.map((block) => block.text).join('\n')
      const comments = [...code('yaml'), ...code('markdown')]
      const settings = configurableRules.has(id) ? [`rules: { '${id}': 'off' }, // off, warning, error\n`] : []
      const isNever = !configurableRules.has(id) && !suppressible.has(id)
      const isOfInterface = everyRule.find((rule) => rule.id === id)?.tier === 'interface'
      return [
        ...(code('ts').join('') === settings.join('') ? [] : [`the setting is ${settings.join('') || 'not possible'}`]),
        ...(comments.length === (suppressible.has(id) ? 1 : 0) ? [] : ['a comment is missing or does nothing']),
        ...(text.startsWith(sentences[lang].never) === isNever ? [] : [`"${sentences[lang].never}" is ${isNever}`]),
        ...(text.includes(sentences[lang].blocksDeploy) === (isOfInterface && !isNever) ? [] : ['what deploy does']),
        ...(bad && comments[0] !== undefined && !isSuppressedBy(comments[0], id, bad)
          ? ['its comment suppresses less']
          : []),
      ]
    })
    expect(different).toEqual([])
  })

  it('lead to pages and headings that there are', () => {
    const names = [...pages.keys(), 'README'].map((id) => `${folder}/${id}.md`)
    expect(names.flatMap((path) => brokenLinks(path).map((link) => `${path}: ${link}`))).toEqual([])
    const others = { en: 'ko/rules', ko: '../rules' } as const
    const isLeft = (id: string, link: string): boolean => !link.endsWith(`](../${others[lang]}/${id}.md)`)
    expect(wrong((id, page) => (isLeft(id, page.otherLanguage) ? ['no link to the other language'] : []))).toEqual([])
  })

  it('are listed in the index, by tier', () => {
    const index = readPage(`${folder}/README.md`)
    const listed = tiers.flatMap((tier) => {
      const name = cliWords[lang].tiers[tier]
      const title = name.charAt(0).toUpperCase() + name.slice(1)
      const section = index.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
      return rowsOf(section).map((row) => `${tier}: ${row.join(' | ')}`)
    })
    const expected = tiers.flatMap((tier) =>
      everyRule
        .filter((rule) => rule.tier === tier)
        .map(({ id, severity }) => [`[${id}](${id}.md)`, cliWords[lang].severities[severity], pages.get(id)?.summary])
        .map((row) => `${tier}: ${row.join(' | ')}`),
    )
    expect(listed).toEqual(expected)
  })
})

/** Whether a comment above each line with a diagnostic of a rule leaves none at all. */
function isSuppressedBy(comment: string, id: string, bad: Example): boolean {
  const lines = bad.source.split('\n')
  const found = compiled(bad, 'en').diagnostics.filter(({ rule }) => rule === id)
  const places = [...new Set(found.map(({ start }) => start.line - 1))].toReversed()
  for (const line of places) lines.splice(line, 0, comment.trimEnd())
  return rulesIn({ ...bad, source: lines.join('\n') }).length === 0
}

it('the pages of a rule show the same messages in both languages', () => {
  const shown = (lang: Language): object[] =>
    [...pagesOf[lang]].map(([id, { bad, good }]) => ({ id, bad, good })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(shown('ko')).toEqual(shown('en'))
})

/** Words of the Latin alphabet that Korean keeps: names of formats, programs, keys and values. */
const latinNames = new Set<string>(
  'UTF-8 UTF-16 EUC-KR NFC NUL YAML JSON NDJSON CSV JPEG PNG SMS LMS MMS PC CI git macOS https id kind attachment carousel true Y N'
    .split(' ')
    .concat(buttonTypes),
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
  const different = [...pagesOf[lang]].flatMap(([id, { summary, why, bad }]) => {
    const messages = bad && readerIds.has(id) ? compiled(bad, lang).diagnostics.map(({ message }) => message) : []
    return [
      ...[summary, why].filter((text) => !isTold[lang](text)),
      ...(/\. /.test(summary) ? [`more than one sentence: ${summary}`] : []),
      ...(why.includes(summary) ? [`said twice: ${summary}`] : []),
      ...messages.filter((message) => message.includes(summary.slice(0, -1))),
    ].map((text) => `${id}: ${text}`)
  })
  expect(different).toEqual([])
})
