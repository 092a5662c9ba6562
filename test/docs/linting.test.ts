import { createColors } from 'picocolors'
import { describe, expect, it } from 'vitest'
import { textReport } from '../../src/cli/reporters/text.ts'
import { compile } from '../../src/compile.ts'
import { byteReadings, characterReadings, countBytes, countCharacters } from '../../src/text/text.ts'
import { worstOf } from '../../src/rules/measure.ts'
import { type Language, languages } from '../../src/words/language.ts'
import { blocksOf } from './blocks.ts'
import { readPage } from './generated-pages.ts'
import { brokenLinks } from './links.ts'

const folders: { readonly [L in Language]: string } = { en: 'docs', ko: 'docs/ko' }
const pageIn = (lang: Language, name = 'linting'): string => readPage(`${folders[lang]}/${name}.md`)

describe.each(languages)('the guide in %s', (lang) => {
  const page = pageIn(lang)
  const counting = pageIn(lang, 'rules/counting')

  it('shows a report as it is', () => {
    const [source = ''] = blocksOf(page, 'markdown')
    const path = 'messages/hello.md'
    const { diagnostics } = compile(source, { path, lang, image: () => ({ type: 'not-found' }) })
    const look = { colors: createColors(false), columns: 100, lang }
    expect(blocksOf(page, 'text')[0]?.trimEnd()).toBe(textReport([{ path, source, diagnostics }], look).trimEnd())
  })

  it('counts as the readings do', () => {
    const rows = [...counting.matchAll(/^\| (\S+) \| ((?:\d+ \| ){5}\d+) \|$/gm)]
    expect(rows.map(([, text]) => text)).toEqual(['A', '가', '👍', '👨‍👩‍👧'])
    for (const [, text = '', cells = ''] of rows) {
      const counts = [
        ...byteReadings.map((reading) => countBytes(text, reading)),
        ...characterReadings.map((reading) => countCharacters(text, reading)),
      ]
      expect(cells.split(' | ').map(Number)).toEqual(counts)
    }
  })

  it('takes the worst case as the rules do', () => {
    const rows = [...counting.matchAll(/^\| \S+ `(\S+)` \| (\d) \| (\d) \| (\d) \|$/gm)]
    expect(rows.map(([, bytes]) => bytes)).toEqual([...byteReadings])
    const span = { start: 0, end: 0 }
    for (const [index, bytes] of byteReadings.entries()) {
      const worst = characterReadings.map((characters) =>
        worstOf([{ name: 'a', span, entry: span, max: 1 }], 'bytes', { bytes, characters })({
          type: 'variable',
          name: 'a',
          span,
        }),
      )
      expect(rows[index]?.slice(2).map(Number)).toEqual(worst)
    }
  })

  it.each(['linting', 'rules/counting'])('%s leads to pages and headings that there are', (name) => {
    expect(brokenLinks(`${folders[lang]}/${name}.md`)).toEqual([])
  })
})

it.each(['sh', 'yaml', 'groovy'])('has the same %s in both languages', (language) => {
  expect(blocksOf(pageIn('ko'), language)).toEqual(blocksOf(pageIn('en'), language))
})
