// Compiles the validators of the schemas of messages: at run time ajv takes tens of milliseconds to load and to compile
// them, and a web page may forbid that text becomes code.
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { blockSchemas } from '../dist/message/block.js'
import { frontmatterSchema } from '../dist/message/frontmatter.js'

/** Code that declares `compiled`, a function from a schema to its validator; undefined for any other schema. */
export function compiledValidators() {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strictTypes: false, code: { source: true } })
  const schemas = new Set([frontmatterSchema, ...Object.values(blockSchemas)].map((schema) => JSON.stringify(schema)))
  const names = [...schemas].map((text, index) => {
    ajv.addSchema(JSON.parse(text), `shape${index}`)
    return [`shape${index}`, text]
  })
  const code = standaloneCode.default(ajv, Object.fromEntries(names.map(([name]) => [name, name])))
  if (code.includes('require(')) throw new Error('a compiled validator needs a module of ajv')
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
