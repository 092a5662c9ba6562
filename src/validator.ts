import { createRequire } from 'node:module'
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js'
import { once } from './text/once.ts'
import type { JsonSchema } from './text/json-schema.ts'

// The one file of the compiler that knows Node.js: an import would load ajv with every run. In a browser ajv could not
// compile a schema at all, where a page forbids that text becomes code: scripts/playground.mjs puts compiled ones in its place.

const library = once(() => createRequire(import.meta.url)('ajv/dist/2020.js') as { readonly Ajv2020: typeof Ajv2020 })

/** A schema's validator, made by ajv. Both are loaded and compiled when first asked: most runs have nothing to ask. */
export function validatorOf<T = unknown>(schema: JsonSchema, options: Options): () => ValidateFunction<T> {
  let validate: ValidateFunction<T> | undefined
  return () => {
    validate ??= new (library().Ajv2020)({ allErrors: true, verbose: true, ...options }).compile<T>(schema)
    return validate
  }
}
