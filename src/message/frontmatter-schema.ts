import { failbackFields, failbackSendFields } from '../contract/fields.ts'
import { kinds } from '../contract/kinds.ts'
import { limits } from '../contract/limits.ts'
import type { JsonSchema } from '../contract/schema.ts'
import type { YamlKeys } from '../dialect/near-miss/yaml.ts'
import { filledPattern } from '../dialect/shape.ts'
import { idPattern } from './identity.ts'

const text = (description: string): JsonSchema => ({ type: 'string', description })

// Numbers are left out on purpose: YAML has lost the leading zero of `01012345678` before anyone can look.
const passedThrough: JsonSchema = {
  type: ['string', 'boolean', 'object', 'array'],
  additionalProperties: { $ref: '#/$defs/passedThrough' },
  items: { $ref: '#/$defs/passedThrough' },
}

/** The frontmatter of a message file: validates it here, completes it in editors. */
export const frontmatterSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk message frontmatter',
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { type: 'string', enum: kinds, description: 'The message kind; becomes service_id.' },
    id: {
      type: 'string',
      pattern: idPattern.source,
      description: 'Identity of the message in plans and the ledger. Default: the path, with "." for "/".',
    },
    title: text('A name for people; not sent.'),
    sender: { ...text("A name in the configuration's senders."), pattern: filledPattern, default: 'default' },
    ad_flag: {
      type: 'string',
      enum: limits.adFlag.values,
      default: limits.adFlag.default,
      description: 'Whether the mandatory information of an advertisement is shown.',
    },
    echo_to_webhook: { ...text('Returned with the webhook; may hold variables.'), pattern: filledPattern },
    failback_data: {
      type: 'object',
      description:
        'A fallback message through another service. The numbers and the secret key are added when it is sent.',
      required: Object.entries(failbackFields).flatMap(([name, presence]) => (presence === 'required' ? [name] : [])),
      properties: {
        msg: { ...text('The text of the fallback message; may hold variables.'), pattern: filledPattern },
        api_unique_id: { ...text('The unique id of the fallback service.'), pattern: filledPattern },
        origin_cid: { ...text('A number, in quotes.'), pattern: filledPattern },
      },
      additionalProperties: { $ref: '#/$defs/passedThrough' },
      propertyNames: { not: { enum: failbackSendFields } },
    },
    vars: {
      type: 'object',
      description: 'The variables that the message uses, by name.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          max: { type: 'integer', minimum: 1, description: 'The most characters a value may have.' },
          example: text('A value for the preview; never sent.'),
          fallback: text('Stands in for a recipient without a value.'),
        },
      },
    },
    recipients: { ...text('Path of a CSV or NDJSON file of recipients.'), pattern: filledPattern },
    meta: { type: 'object', description: "Room for the team's own data." },
  },
  $defs: { passedThrough },
} as const satisfies JsonSchema

/** The keys of the frontmatter, and of the mappings in it. */
export const frontmatterKeys: YamlKeys = {
  own: new Set(Object.keys(frontmatterSchema.properties)),
  inner: new Map<string, ReadonlySet<string> | 'any'>([
    ['vars', 'any'],
    ['meta', 'any'],
    ['failback_data', new Set(Object.keys(frontmatterSchema.properties.failback_data.properties))],
  ]),
  innermost: new Set(Object.keys(frontmatterSchema.properties.vars.additionalProperties.properties)),
}
