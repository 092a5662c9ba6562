// Writes dist/rules.json, what `explain`, `rules` and SARIF say of each rule and finding, from their pages.
import { writeFileSync } from 'node:fs'
import { compile } from '../dist/compile.js'
import { exampleContext, quotedSource, readFindings, readRulePages } from './rule-pages.mjs'

const described = (lang) => new Map([...readRulePages(lang), ...readFindings(lang)])
const english = described('en')

function dataOf(lang) {
  const pages = lang === 'en' ? english : described(lang)
  return Object.fromEntries([...pages].toSorted(byId).map(([id, page]) => [id, ruleData(id, page, lang)]))
}

function ruleData(id, { summary, why, limits, bad, good }, lang) {
  return {
    summary,
    why,
    source: quotedSource(english.get(id)),
    limits,
    bad: bad && reported(id, bad, lang),
    good: good?.source,
  }
}

/** An example with what its rule finds in it. */
function reported(id, example, lang) {
  const { diagnostics } = compile(example.source, exampleContext(example, lang))
  const { path, source } = example
  return { path, source, diagnostics: diagnostics.filter(({ rule }) => rule === id) }
}

function byId([a], [b]) {
  return a < b ? -1 : 1
}

const data = { en: dataOf('en'), ko: dataOf('ko') }
writeFileSync(new URL('../dist/rules.json', import.meta.url), `${JSON.stringify(data)}\n`)
