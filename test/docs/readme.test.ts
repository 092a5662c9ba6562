import { readFileSync } from 'node:fs'
import { createColors } from 'picocolors'
import { describe, expect, it, test } from 'vitest'
import { compile } from '../../src/compile.ts'
import { textReport } from '../../src/cli/reporters/text.ts'
import { languages } from '../../src/words/language.ts'
import { blocksOf } from './blocks.ts'
import { brokenLinks } from './links.ts'

const pathOf = { en: 'README.md', ko: 'README.ko.md' }
const pages = {
  en: readFileSync(new URL(`../../${pathOf.en}`, import.meta.url), 'utf8'),
  ko: readFileSync(new URL(`../../${pathOf.ko}`, import.meta.url), 'utf8'),
}

const context = { path: 'hello.md', image: () => ({ type: 'not-found' }) as const }

describe.each(languages)('the README in %s', (lang) => {
  const page = pages[lang]
  const block = (language: string): string => blocksOf(page, language)[0]?.trimEnd() ?? ''

  it('shows the payload that its message compiles to', () => {
    const { template, diagnostics } = compile(block('markdown'), context)
    expect(diagnostics).toEqual([])
    expect(template?.payload).toEqual(JSON.parse(block('json')))
  })

  it('reports a mistake as it shows it', () => {
    const source = `---
kind: ft-text
vars:
  이름: { max: 10 }
---

안녕하세요

안녕, #{이룸}님!
`
    const { diagnostics } = compile(source, { ...context, lang })
    const report = textReport([{ path: 'hello.md', source, diagnostics }], {
      colors: createColors(false),
      columns: 100,
      lang,
    })
    expect(report.trimEnd()).toBe(block('text'))
  })

  it('leads to pages, pictures and headings that there are', () => {
    expect(brokenLinks(pathOf[lang])).toEqual([])
  })
})

test.each(['sh', 'yaml', 'ts', 'json'])('both READMEs have the same %s', (language) => {
  expect(blocksOf(pages.ko, language)).toEqual(blocksOf(pages.en, language))
})

test('the first two commands of the README are the ones that continuous integration runs', () => {
  expect(blocksOf(pages.en, 'sh').slice(0, 2)).toEqual([
    'npm ci && npx friendtalk deploy --config examples/campaign/friendtalk.config.ts --yes\n',
    'npm ci && npm run test:setup && npm test\n',
  ])
})
