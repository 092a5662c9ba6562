import { describe, expect, it } from 'vitest'
import { buttonTypes, type Kind, kinds } from '../../src/contract/kinds.ts'
import { compile, type CompileResult } from '../../src/compile.ts'
import { type Rule, severityOfFault } from '../../src/fault.ts'
import { allRules, readerRules } from '../../src/lint/catalog.ts'
import { ruleIds } from '../../src/lint/lint.ts'
import { type Example, tiers } from '../../src/lint/rule.ts'
import { rules } from '../../src/lint/rules/index.ts'
import { idPattern } from '../../src/message/identity.ts'
import { configurationWords } from '../../src/words/configuration.ts'
import { en } from '../../src/words/en.ts'
import { languages, type Language } from '../../src/words/language.ts'

/** Rules that no message can break: a configuration does. */
const configurationRules = new Set(Object.keys(configurationWords.en))

/** Rules about what is around a text: its file, other files, recipients, the configuration or the day. */
const withoutBadExample = [
  'baseline-stale',
  'file-not-utf8',
  'file-outside-root',
  'file-too-large',
  'file-unreadable',
  'id-duplicate',
  'image-damaged',
  'image-format',
  'image-not-found',
  'image-too-large',
  'image-unreadable',
  'image-unused',
  'recipient-link-invalid',
  'recipient-overflow',
  'recipient-text-empty',
  'recipients-not-read',
  'sender-unknown',
  'suppression-expired',
  // More text than anyone would read on a page.
  'yaml-too-large',
]

/** An image that fits the upload of a kind. */
const fitting: { readonly [K in Kind]: { readonly width: number; readonly height: number } } = {
  'ft-text': { width: 800, height: 800 },
  'ft-image': { width: 800, height: 800 },
  'ft-wide': { width: 800, height: 600 },
  'ft-wide-item-list': { width: 800, height: 400 },
  'ft-carousel-feed': { width: 800, height: 800 },
}

function compileExample(
  { source, path = 'messages/example.md', image }: Example,
  lang: Language = 'en',
): CompileResult {
  const kind = kinds.find((name) => source.includes(`\nkind: ${name}\n`)) ?? 'ft-text'
  const facts = { sha256: 'a'.repeat(64), bytes: 1000, format: 'png', ...fitting[kind], ...image } as const
  return compile(source, { path, lang, image: () => ({ type: 'found', facts }) })
}

const rulesOf = ({ diagnostics }: CompileResult): string[] => [...new Set(diagnostics.map(({ rule }) => rule))]

const isReaderRule = (id: string): id is Rule => id in en
const bads = allRules.flatMap(({ id, bad }) => (bad ? [{ id, bad }] : []))
const goods = allRules.flatMap(({ id, good }) => (good ? [{ id, good }] : []))

describe('the catalog', () => {
  it('has each rule once, sorted by id', () => {
    const ids = allRules.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    expect(ids.length).toBe(rules.length + readerRules.length)
    expect(new Set(ids)).toEqual(new Set([...ruleIds].filter((id) => !configurationRules.has(id))))
  })

  it('has an entry for every fault that a message can have', () => {
    const documented = readerRules.map(({ id }) => id).toSorted()
    expect(documented).toEqual(
      Object.keys(en)
        .filter((id) => !configurationRules.has(id))
        .toSorted(),
    )
  })

  it('says of each fault how severe it is', () => {
    const severities = new Map(readerRules.map(({ id, severity }) => [id, severity]))
    expect(severities.get('text-missing')).toBe('error')
    expect(severities.get('suppression-unused')).toBe('warning')
    expect(readerRules.filter(({ id, severity }) => isReaderRule(id) && severity !== severityOfFault(id))).toEqual([])
  })

  it('names the source of every rule of the interface and of the platform', () => {
    const isCited = ({ tier, source }: (typeof allRules)[number]): boolean =>
      source !== undefined || tier === 'language' || tier === 'craft'
    expect(allRules.filter((rule) => !isCited(rule)).map(({ id }) => id)).toEqual([])
    expect(allRules.filter(({ id, tier }) => !idPattern.test(id) || !tiers.includes(tier))).toEqual([])
  })

  it('shows every rule that a text can break', () => {
    const shown = new Set(bads.map(({ id }) => id))
    expect(allRules.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual(withoutBadExample)
    const mended = new Set(goods.map(({ id }) => id))
    expect(bads.map(({ id }) => id).filter((id) => !mended.has(id))).toEqual([])
  })
})

describe('an example', () => {
  it.each(bads)('of what $id reports is reported', ({ id, bad }) => {
    const found = rulesOf(compileExample(bad))
    // A rule of the linter may well be broken along with another: a message that is too long in two ways, say.
    if (isReaderRule(id)) expect(found).toEqual([id])
    else expect(found).toContain(id)
  })

  it.each(goods)('of what $id wants reports nothing', ({ good }) => {
    const result = compileExample(good)
    expect(rulesOf(result)).toEqual([])
    expect(result.silenced).toEqual([])
    expect(result.template).toBeDefined()
  })

  it.each(bads)('of $id ends its last line', ({ bad, id }) => {
    const good = goods.find((example) => example.id === id)?.good.source ?? '\n'
    for (const source of [bad.source, good].filter((text) => text !== '')) expect(source).toMatch(/[^\n]\n$/)
  })
})

/** Words of the Latin alphabet that Korean keeps: names of formats, programs, keys and values. */
const latinNames = new Set<string>(
  'UTF-8 EUC-KR NFC NUL YAML JSON JPEG PNG SMS LMS MMS PC CI git macOS https id kind attachment carousel true Y N'
    .split(' ')
    .concat(buttonTypes),
)

/** Words of a Korean sentence, outside of quotes, that are neither such a name nor an identifier nor a code. */
function latinWords(sentence: string): string[] {
  const words = sentence.replaceAll(/"[^"]*"/g, '').match(/[A-Za-z][\w-]*/g) ?? []
  return words.filter((word) => !latinNames.has(word) && !/[a-z][_-][a-z]|^[A-Z]\d+$/.test(word))
}

const sentences = allRules.flatMap(({ id, summary, why }) => [
  { id, part: 'summary', ...summary },
  { id, part: 'why', ...why },
])

describe('the words', () => {
  it.each(sentences)('of the $part of $id are English sentences', ({ part, en: english }) => {
    expect(english).toMatch(/^["A-Z].*[^\s.]\.$/)
    // What people see in Korean is quoted, or stands in the brackets that belong to it.
    expect(english.replaceAll(/"[^"]*"|\([^()]*\)/g, '')).not.toMatch(/\p{Script=Hangul}/u)
    if (part === 'summary') expect(english).not.toMatch(/\. /)
  })

  it.each(sentences)('of the $part of $id are Korean sentences', ({ part, ko: korean }) => {
    const each = korean.split(/(?<=\.) /)
    for (const sentence of each) {
      expect(sentence).toMatch(/\p{Script=Hangul}/u)
      expect(sentence).toMatch(/[다요](?:\([^()]*\))?\.$/)
    }
    if (part === 'summary') expect(each).toHaveLength(1)
    expect(latinWords(korean)).toEqual([])
  })

  it.each(readerRules)('of $id repeat neither each other nor the diagnostic', ({ id, summary, why, bad }) => {
    for (const lang of languages) {
      expect(why[lang]).not.toContain(summary[lang])
      const messages = bad ? compileExample(bad, lang).diagnostics.map(({ message }) => message) : []
      for (const message of messages) expect(message, id).not.toContain(summary[lang].slice(0, -1))
    }
  })
})
