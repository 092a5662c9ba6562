import { type Kind, kinds, uploads } from './contract/kinds.ts'
import { type JsonSchema, payloadSchema } from './contract/schema.ts'
import { idPattern } from './message/identity.ts'

const text: JsonSchema = { type: 'string' }
const place: JsonSchema = closed({ line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } })

/** The JSON Schema of a compiled template, one alternative a kind. */
export const templateSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk compiled template',
  oneOf: kinds.map(templateOfKind),
}

function templateOfKind(kind: Kind): JsonSchema {
  return closed({
    format: { const: 1 },
    id: { type: 'string', pattern: idPattern.source },
    service_id: { const: kind },
    sender: text,
    source: text,
    payload: payloadSchema(kind, 'template'),
    variables: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: text, max: { type: 'integer', minimum: 1 }, fallback: text },
        required: ['name'],
        additionalProperties: false,
      },
    },
    images: {
      type: 'array',
      items: closed({
        pointer: text,
        path: text,
        upload: { enum: uploads },
        sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        bytes: { type: 'integer', minimum: 1 },
        width: { type: 'integer', minimum: 1 },
        height: { type: 'integer', minimum: 1 },
        format: { enum: ['jpg', 'png'] },
      }),
    },
    map: { type: 'object', additionalProperties: closed({ start: place, end: place }) },
    digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
  })
}

/** An object that has all of these properties and no other. */
function closed(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
