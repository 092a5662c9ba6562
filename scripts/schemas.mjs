// Writes dist/schemas/<name>.json, the JSON Schemas that editors and other programs point at.
import { mkdirSync, writeFileSync } from 'node:fs'
import { schemaNames, schemaOf } from '../dist/cli/commands/schema.js'

const folder = new URL('../dist/schemas/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const name of schemaNames) {
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(schemaOf(name, 'en'), null, 2)}\n`)
}
