import { describe, expect, it } from 'vitest'
import { rowsOf, ruleFolders } from '../../scripts/rule-pages.mjs'
import { everyRule } from '../../src/rules/rules.ts'
import type { ImageOperation } from '../../src/contract/contract.ts'
import { friendTalk } from '../../src/contract/friend-talk/friend-talk.ts'
import { imageLimits, times } from '../../src/contract/friend-talk/limits.ts'
import { type Language, languages } from '../../src/words/language.ts'
import { isFile, isUpdating, pageAt, readPage, writePage } from './generated-pages.ts'
import { withLimits, withLimitsOf } from './limit-tables.ts'
import { brokenLinks } from './links.ts'

const paths = { en: 'docs/rules/interface.md', ko: 'docs/ko/rules/interface.md' } as const

interface Row {
  readonly section: number
  readonly field: string
  readonly fact: string
  readonly heldBy: string
  readonly rules: readonly string[]
}

const pageOf = (lang: Language, id: string): string => `${ruleFolders[lang]}/${id}.md`

const limitPages = { en: withLimits(readPage(paths.en), 'en'), ko: withLimits(readPage(paths.ko), 'ko') }
const pages = { en: pageAt(paths.en, limitPages.en), ko: pageAt(paths.ko, limitPages.ko) }

/** The rows of the page, which are the same in both languages, in the same order. */
function rowsIn(lang: Language): readonly Row[] {
  const sections = pages[lang].split(/^## /m).slice(1)
  return sections.flatMap((text, section) =>
    rowsOf(text).map(([field = '', fact = '', heldBy = '']) => {
      const rules = Array.from(heldBy.matchAll(/\[([a-z-]+)\]\((?:findings\.md#)?\1(?:\.md)?\)/g), ([, id = '']) => id)
      return { section, field: field.replaceAll('`', ''), fact, heldBy, rules }
    }),
  )
}

const rows = { en: rowsIn('en'), ko: rowsIn('ko') }

/** What rows state that no table of limits is generated from: numbers in digits, and values. */
const stated: readonly (readonly [field: string, values: readonly unknown[]])[] = [
  ['{service_id}', Object.keys(friendTalk.kinds)],
  ['ad_flag', friendTalk.settings.ad_flag.schema.enum],
  ['button[].type', Object.keys(friendTalk.buttonTypes)],
  ['msg_data', [friendTalk.batch.max]],
  ['time of sending', [times.restrictedFrom, times.restrictedUntil]],
  ['uploaded images', [times.imageRetentionMonths]],
  ...Object.entries<ImageOperation>(imageLimits).map(([upload, limit]) => {
    const values = Object.entries(limit).filter(([property]) => !['source', 'images', 'answer'].includes(property))
    return [
      upload,
      values.flatMap(([, value]) => (typeof value === 'object' ? Object.values(value) : [value])),
    ] as const
  }),
]

/** Whether a text has a value, and a number not only as part of another. */
function states(text: string, value: unknown): boolean {
  const literal = String(value).replaceAll('.', String.raw`\.`)
  return new RegExp(String.raw`(?<![\w.])${literal}(?![\w-]|[.]*\d)`).test(text)
}

describe.each(languages)('the page of the interface in %s', (lang) => {
  it.each(stated)('states of %s what holds', (field, values) => {
    const facts = rows[lang].flatMap(({ fact }, index) => (rows.en[index]?.field === field ? [fact] : [])).join(' ')
    expect(values.filter((value) => !states(facts, value))).toEqual([])
  })

  it('has the limits of the contracts', () => {
    expect(pages[lang]).toBe(limitPages[lang])
  })

  it('says of every row what holds it, and nothing twice', () => {
    expect(rows[lang].filter(({ heldBy }) => heldBy === '').map(({ field }) => field)).toEqual([])
    const said = rows[lang].map(({ section, field, fact }) => `${section} ${field}: ${fact}`)
    expect(said).toEqual([...new Set(said)])
  })

  it('leads to pages and headings that there are', () => {
    expect(brokenLinks(paths[lang])).toEqual([])
  })

  it('states the limits that the pages of rules show', () => {
    const written = everyRule.filter(({ id, tier }) => tier === 'interface' && isFile(pageOf(lang, id)))
    const different = written.filter(({ id }) => {
      const page = readPage(pageOf(lang, id))
      const shown = withLimitsOf(
        page,
        rows[lang].filter((row) => row.rules.includes(id)),
        lang,
      )
      if (isUpdating) writePage(pageOf(lang, id), shown)
      return !isUpdating && shown !== page
    })
    expect(different.map(({ id }) => id)).toEqual([])
  })
})

it('the page of the interface has the same rows with the same rules in both languages', () => {
  const outline = (lang: Language): string[] =>
    rows[lang].map(({ section, rules }) => `${section}: ${rules.join(', ')}`)
  expect(outline('ko')).toEqual(outline('en'))
})

it('the page of the interface names rules that there are, and every rule of the interface', () => {
  const ids = new Set(everyRule.map(({ id }) => id))
  const named = new Set(rows.en.flatMap((row) => row.rules))
  expect([...named].filter((id) => !ids.has(id))).toEqual([])
  expect(everyRule.filter(({ id, tier }) => tier === 'interface' && !named.has(id)).map(({ id }) => id)).toEqual([])
})
