import { expect, it } from 'vitest'
import { languages } from '../../src/words/language.ts'
import { codesPage } from './codes-page.ts'
import { configurationPage } from './configuration-page.ts'
import { pageAt } from './generated-pages.ts'

it.each(languages)('the page of codes in %s is what status says', (lang) => {
  const page = codesPage(lang)
  expect(pageAt(lang === 'en' ? 'docs/codes.md' : `docs/${lang}/codes.md`, page)).toBe(page)
})

it.each(languages)('the reference of the configuration in %s is what its schema says', (lang) => {
  const page = configurationPage(lang)
  expect(pageAt(lang === 'en' ? 'docs/configuration.md' : `docs/${lang}/configuration.md`, page)).toBe(page)
})
