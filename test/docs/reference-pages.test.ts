import { expect, it } from 'vitest'
import { languages } from '../../src/words/language.ts'
import { codesPage } from './codes-page.ts'
import { configurationPage } from './configuration-page.ts'
import { pageAt } from './generated-pages.ts'

it.each(languages)('the page of codes in %s is what status says', (lang) => {
  const page = codesPage(lang)
  expect(pageAt(lang === 'en' ? 'docs/codes.md' : `docs/${lang}/codes.md`, page)).toBe(page)
})

it('the reference of the configuration is what its schema says', () => {
  const page = configurationPage()
  expect(pageAt('docs/configuration.md', page)).toBe(page)
})
