// Writes what the built program says of itself: dist/rules.json, what `explain`, `rules` and SARIF say of each rule and
// finding, from their pages, and dist/schemas/<name>.json, the JSON Schemas that editors and other programs point at.
import { mkdirSync, writeFileSync } from 'node:fs'
import { schemaNames, schemaOf } from '../dist/cli/commands/schema.js'
import { compile } from '../dist/compile.js'
import { exampleContext, quotedSource, readFindings, readRulePages } from './rule-pages.mjs'

const pagesIn = (lang) => [...readRulePages(lang), ...readFindings(lang)].toSorted(([a], [b]) => (a < b ? -1 : 1))
const english = new Map(pagesIn('en'))

function dataIn(lang) {
  const data = pagesIn(lang).map(([id, { summary, why, limits, bad, good }]) => {
    const source = quotedSource(english.get(id))
    return [id, { summary, why, source, limits, bad: bad && reported(id, bad, lang), good: good?.source }]
  })
  return Object.fromEntries(data)
}

/** An example with what its rule finds in it. */
function reported(id, { path, source, ...example }, lang) {
  const { diagnostics } = compile(source, exampleContext({ path, source, ...example }, lang))
  return { path, source, diagnostics: diagnostics.filter(({ rule }) => rule === id) }
}

const dist = (path) => new URL(`../dist/${path}`, import.meta.url)
writeFileSync(dist('rules.json'), `${JSON.stringify({ en: dataIn('en'), ko: dataIn('ko') })}\n`)
mkdirSync(dist('schemas'), { recursive: true })
for (const name of schemaNames) {
  writeFileSync(dist(`schemas/${name}.json`), `${JSON.stringify(schemaOf(name, 'en'), null, 2)}\n`)
}
