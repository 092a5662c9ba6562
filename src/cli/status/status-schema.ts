import type { JsonSchema } from '../../contract/schema.ts'
import { sendStates } from '../../ledger/ledger.ts'
import { closed } from '../reporters/json-schema.ts'

const name: JsonSchema = { type: 'string', minLength: 1 }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const counts: JsonSchema = closed(Object.fromEntries(sendStates.map((state) => [state, count])))

/** The JSON Schema of what `status --json` prints. */
export const statusSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk status',
  ...closed({
    version: { const: 1 },
    releases: {
      type: 'array',
      items: closed({
        release: name,
        target: name,
        state: { enum: ['running', 'paused', 'done'] },
        workers: count,
        counts,
        excluded: count,
        heldBack: count,
        exclusions: { type: 'object', additionalProperties: count },
        messages: {
          type: 'array',
          items: closed({ id: name, counts, codes: { type: 'object', additionalProperties: count } }),
        },
      }),
    },
  }),
}
