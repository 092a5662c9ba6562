import { closed, type JsonSchema } from '../../text/json-schema.ts'
import { measureUnits } from '../../diagnostic.ts'

const text: JsonSchema = { type: 'string' }
const filled: JsonSchema = { type: 'string', minLength: 1 }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const ordinal: JsonSchema = { type: 'integer', minimum: 1 }

const place: JsonSchema = closed({ line: ordinal, column: ordinal, offset: count })

const fix: JsonSchema = closed({
  safe: { type: 'boolean' },
  edits: { type: 'array', items: closed({ start: count, end: count, text }), minItems: 1 },
})

/** The JSON Schema of what `lint --format json` prints. Columns and offsets are UTF-16 units of the decoded file. */
export const lintOutputSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk lint output',
  ...closed({
    version: { const: 1 },
    summary: closed({ files: count, errors: count, warnings: count, fixable: count }),
    diagnostics: {
      type: 'array',
      items: {
        ...closed(
          {
            path: filled,
            rule: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
            severity: { enum: ['error', 'warning'] },
            message: filled,
            start: place,
            end: place,
          },
          {
            help: filled,
            url: filled,
            pointer: { type: 'string', pattern: '^(/([^/~]|~[01])*)*$' },
            actual: { type: 'number' },
            limit: { type: 'number' },
            unit: { enum: measureUnits },
            fix,
          },
        ),
        dependentRequired: { actual: ['limit', 'unit'], limit: ['actual', 'unit'], unit: ['actual', 'limit'] },
      },
    },
  }),
}
