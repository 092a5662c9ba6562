// Replaces what the compiler uses of Node.js in bundles for browsers: ajv by validators that are compiled here,
// since a page may forbid that text becomes code; the few functions of node: modules by src/browser/node-modules.ts;
// Buffer by its package.
import { fileURLToPath } from 'node:url'
import { compiledValidators } from './validators.mjs'

/** The module that takes the place of src/validator.ts: the same function, for the schemas of messages alone. */
function validatorModule() {
  const code = compiledValidators()
  if (code.includes('require(')) throw new Error('a compiled validator needs a module of ajv')
  return `${code}
export function validatorOf(schema) {
  return () => {
    const validate = compiled(schema)
    if (validate === undefined) throw new Error('no validator was compiled for a schema')
    return validate
  }
}
`
}

const virtual = '\0validator'

/** The plugin of rolldown. `substitutes` is the path of src/browser/node-modules.ts. */
export function forBrowsers(substitutes) {
  return {
    name: 'for-browsers',
    resolveId: {
      filter: { id: /^node:(?:buffer|crypto)$|\/validator\.[jt]s$/ },
      handler: (id) => (id.startsWith('node:') ? substitutes : virtual),
    },
    load: {
      filter: { id: /^\0validator$/ },
      handler: () => ({ code: validatorModule(), moduleType: 'js' }),
    },
  }
}

export const injected = { Buffer: [fileURLToPath(import.meta.resolve('buffer/index.js')), 'Buffer'] }

export const resolved = {
  alias: { 'csv-parse/sync': fileURLToPath(new URL('../node_modules/csv-parse/dist/esm/sync.js', import.meta.url)) },
}
