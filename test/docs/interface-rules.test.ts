import { describe, expect, it } from 'vitest'
import { interfacePage, interfaceSections } from '../../src/cli/interface-table.ts'
import { everyRule, ruleNamed } from '../../src/cli/rule-catalog.ts'
import { type ImageLimit, imageLimits, limits, times } from '../../src/contract/limits.ts'
import { languages } from '../../src/words/language.ts'
import { isFile, pageAt } from './generated-pages.ts'

const rows = interfaceSections.flatMap((section) => section.rows)
const named = new Set<string>(rows.flatMap((row) => row.limits ?? []))

/** What a limit says in digits. */
const numbers: readonly { readonly entry: string; readonly text: string }[] = [
  ...Object.entries(limits).flatMap(([entry, limit]) =>
    ['min' in limit ? limit.min : undefined, 'max' in limit ? limit.max : undefined].flatMap((number) =>
      number === undefined ? [] : [{ entry, text: String(number) }],
    ),
  ),
  ...Object.entries<ImageLimit>(imageLimits).flatMap(([upload, limit]) =>
    Object.entries(limit)
      .filter(([, value]) => typeof value === 'number')
      .map(([property, value]) => ({ entry: `${upload}.${property}`, text: String(value) })),
  ),
  ...Object.entries(times).map(([name, value]) => ({ entry: `times.${name}`, text: String(value) })),
]

describe.each(languages)('the table in %s', (lang) => {
  it('is written in the documentation', () => {
    const page = interfacePage(lang)
    expect(pageAt(lang === 'en' ? 'docs/interface-rules.md' : `docs/${lang}/interface-rules.md`, page)).toBe(page)
  })

  it.each(numbers)('states $text of $entry', ({ entry, text }) => {
    const facts = rows.filter((row) => row.limits?.some((limit) => limit === entry)).map(({ fact }) => fact[lang])
    expect(facts.join('\n')).toMatch(new RegExp(`(?<![\\d.])${text}(?![\\d.]*\\d)`))
  })

  it('leads to pages that there are', () => {
    const folder = lang === 'en' ? 'docs' : `docs/${lang}`
    const links = [...interfacePage(lang).matchAll(/\]\(([^)#]+)/g)].map(([, link]) => `${folder}/${link}`)
    expect(links.filter((link) => !isFile(link))).toEqual([])
  })
})

describe('the table', () => {
  it('says of every row what holds it', () => {
    const open = rows.filter(({ rules = [], elsewhere }) => rules.length === 0 && elsewhere === undefined)
    expect(open).toEqual([])
  })

  it('names rules that there are', () => {
    expect(rows.flatMap((row) => row.rules ?? []).filter((id) => ruleNamed(id) === undefined)).toEqual([])
  })

  it('has a row for every limit of the interface', () => {
    const uploads = Object.entries(imageLimits).flatMap(([upload, limit]) =>
      Object.keys(limit)
        .filter((property) => property !== 'source')
        .map((property) => `${upload}.${property}`),
    )
    const entries = [...Object.keys(limits), ...uploads, ...Object.keys(times).map((name) => `times.${name}`)]
    expect([...named].toSorted()).toEqual(entries.toSorted())
  })

  it('has a row for every rule of the interface', () => {
    const held = new Set(rows.flatMap((row) => row.rules ?? []))
    const missing = everyRule.filter(({ id, tier }) => tier === 'interface' && !held.has(id))
    expect(missing.map(({ id }) => id)).toEqual([])
  })

  it('says nothing twice', () => {
    for (const lang of languages) {
      const said = rows.map(({ field, fact }) => `${typeof field === 'string' ? field : field[lang]}: ${fact[lang]}`)
      expect(said).toEqual([...new Set(said)])
    }
  })
})
