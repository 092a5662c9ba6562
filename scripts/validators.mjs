// Compiles the validators of the schemas of messages: at run time ajv takes tens of milliseconds to load and to compile
// them, and a web page may forbid that text becomes code.
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { blockSchemas } from '../dist/message/block.js'
import { inKorean } from '../dist/text/json-schema.js'
import { frontmatterSchema } from '../dist/message/frontmatter.js'

/**
 * Code that declares `compiled`, a function from a schema to its validator; undefined for any other schema.
 *
 * @param more schemas beside those of messages
 */
export function compiledValidators(more = []) {
  const options = { allErrors: true, verbose: true, strictTypes: false, keywords: [inKorean], code: { source: true } }
  const ajv = new Ajv2020(options)
  const all = [frontmatterSchema, ...Object.values(blockSchemas).flatMap((schemas) => Object.values(schemas)), ...more]
  const schemas = new Set(all.map((schema) => JSON.stringify(schema)))
  const names = [...schemas].map((text, index) => {
    ajv.addSchema(JSON.parse(text), `shape${index}`)
    return [`shape${index}`, text]
  })
  const code = standaloneCode.default(ajv, Object.fromEntries(names.map(([name]) => [name, name])))
  return `
let validators
function compiled(schema) {
  validators ??= (() => {
    const exports = {}
    ${code}
    return new Map([${names.map(([name, text]) => `[${JSON.stringify(text)}, exports.${name}]`).join(',')}])
  })()
  return validators.get(JSON.stringify(schema))
}
`
}
