import { describe, expect, it } from 'vitest'
import { exampleReport } from '../../src/cli/example-report.ts'
import { everyRule } from '../../src/cli/rule-catalog.ts'
import { ruleIndex, rulePage } from '../../src/cli/rule-page.ts'
import { applyFixes } from '../../src/lint/apply-fixes.ts'
import { configurableRules } from '../../src/lint/lint.ts'
import type { Example } from '../../src/lint/rule.ts'
import { rules } from '../../src/lint/rules/index.ts'
import { recipientRules } from '../../src/recipients/catalog.ts'
import { type Language, languages } from '../../src/words/language.ts'
import { filesIn, pageAt } from './generated-pages.ts'

const folders: { readonly [L in Language]: string } = { en: 'docs/rules', ko: 'docs/ko/rules' }
const pageNames = [...everyRule.map(({ id }) => `${id}.md`), 'README.md'].toSorted()
const withExample = everyRule.flatMap(({ id, bad }) => (bad ? [{ id, bad }] : []))
const pageOf = (id: string, lang: Language = 'en'): string => {
  const rule = everyRule.find((one) => one.id === id)
  return rule ? rulePage(rule, lang) : ''
}

const rulesIn = (example: Example): string[] => exampleReport(example, 'en').map(({ rule }) => rule)

describe.each(languages)('the pages in %s', (lang) => {
  const folder = folders[lang]

  it.each(everyRule)('are as $id says', (rule) => {
    const page = rulePage(rule, lang)
    expect(pageAt(`${folder}/${rule.id}.md`, page)).toBe(page)
  })

  it('are listed in the index', () => {
    const index = ruleIndex(lang)
    expect(pageAt(`${folder}/README.md`, index)).toBe(index)
    expect(everyRule.filter(({ id }) => !index.includes(`[${id}](${id}.md)`))).toEqual([])
  })

  it('are none of rules that are gone', () => {
    expect(filesIn(folder, pageNames)).toEqual(pageNames)
  })

  it('close every fence that they open', () => {
    for (const { id } of everyRule) {
      let open: string | undefined
      for (const line of pageOf(id, lang).split('\n')) {
        const ticks = /^`{3,}/.exec(line)?.[0]
        if (ticks === undefined) continue
        if (open === undefined) open = ticks
        else if (line === open) open = undefined
      }
      expect({ id, open }).toEqual({ id, open: undefined })
    }
  })
})

it.each(recipientRules)('$id is told in sentences of both languages', ({ summary, why }) => {
  for (const english of [summary.en, why.en]) expect(english).toMatch(/^["A-Z][^가-힣]*\.$/)
  for (const korean of [summary.ko, why.ko]) expect(korean).toMatch(/[가-힣].*(?:다|요)\.$/)
  expect(why.en).not.toContain(summary.en)
  expect(why.ko).not.toContain(summary.ko)
})

describe('what a page says of its example', () => {
  it.each(withExample)('$id: the fix, where there is one, mends it', ({ id, bad }) => {
    const page = pageOf(id)
    const fixed = (safety: 'safe' | 'unsafe'): string[] =>
      rulesIn({ ...bad, source: applyFixes(bad.source, exampleReport(bad, 'en'), safety) })
    const isMended = { safe: !fixed('safe').includes(id), unsafe: !fixed('unsafe').includes(id) }
    expect(isMended).toEqual({
      safe: page.includes('`friendtalk lint --fix` mends'),
      unsafe: page.includes('--fix` mends') || page.includes('--unsafe-fixes` mends'),
    })
  })

  it.each(rules)('$id: its comment silences it', ({ id, bad }) => {
    if (bad === undefined) throw new Error(`${id} has no example`)
    const comment = /^(?:#|<!--) friendtalk-disable-next-line .*$/m.exec(pageOf(id))?.[0]
    const lines = bad.source.split('\n')
    const found = exampleReport(bad, 'en').filter(({ rule }) => rule === id)
    const places = [...new Set(found.map(({ start }) => start.line - 1))].toReversed()
    for (const line of places) lines.splice(line, 0, comment ?? '')
    expect(rulesIn({ ...bad, source: lines.join('\n') })).toEqual([])
  })

  it.each(everyRule)('$id: it can be set where the configuration takes it', ({ id }) => {
    expect(pageOf(id).includes(`rules: { '${id}': 'off' }`)).toBe(configurableRules.has(id))
    expect(pageOf(id).includes('cannot be silenced')).toBe(
      !configurableRules.has(id) && !rules.some((rule) => rule.id === id),
    )
  })
})
