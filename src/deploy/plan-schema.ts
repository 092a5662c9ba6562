import { kinds, uploads } from '../contract/kinds.ts'
import type { JsonSchema } from '../contract/schema.ts'

const text: JsonSchema = { type: 'string', minLength: 1 }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const positive: JsonSchema = { type: 'integer', minimum: 1 }
const digest: JsonSchema = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }
const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description })

function object(properties: { readonly [key: string]: JsonSchema }, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((key) => !optional.includes(key))
  return { type: 'object', properties, required, additionalProperties: false }
}

const target = object(
  {
    name: text,
    uploadUrl: described(text, 'Absent for an emulator that is started for the run.'),
    baseUrl: described(text, 'Absent for an emulator that is started for the run.'),
    account: described(text, 'The user ID.'),
    rate: described(positive, 'Messages a second.'),
    concurrency: described(positive, 'Requests in flight.'),
    requestTimeoutMs: positive,
    window: { type: 'string', enum: ['restricted', 'off'] },
    recipients: described(
      { anyOf: [{ const: 'all' }, object({ count, digest })] },
      'Every number, or only those of a list.',
    ),
    uploadAuthorization: { type: 'boolean' },
  },
  ['uploadUrl', 'baseUrl'],
)

const image = object({
  path: text,
  upload: { type: 'string', enum: uploads },
  sha256: text,
  bytes: count,
  isUploaded: described({ type: 'boolean' }, 'Whether the ledger has a URL of it that may still be used.'),
})

const recipients = object({
  path: text,
  count,
  digest,
  new: described(count, 'Not in the ledger yet.'),
  waiting: described(count, 'In the ledger and not sent yet.'),
  sent: described(count, 'Accepted by the service.'),
  excluded: described(count, 'Rejected or unknown: never sent again by itself.'),
})

const variable = described(object({ env: text }), 'The environment variable that holds it.')

const message = object({
  id: text,
  service_id: { type: 'string', enum: kinds },
  source: described(text, 'Path of the message file relative to the root.'),
  digest: described(digest, 'Of the compiled template.'),
  sender: object({ name: text, sender_number: text, sender_key: variable, failback_secret_key: variable }, [
    'sender_key',
    'failback_secret_key',
  ]),
  images: { type: 'array', items: image },
  recipients,
  requests: count,
  warnings: described({ type: 'object', additionalProperties: count }, 'How often each rule warns.'),
})

/** `plan.json`, as `friendtalk plan --out` writes it and `friendtalk deploy` reads it. */
export const planSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk plan',
  description: 'What a deploy would do. It holds no phone number, no value of a recipient and no secret.',
  ...object({
    version: { const: 1 },
    digest: described(digest, 'Of all that a reviewer approves.'),
    release: text,
    target,
    ledger: object({ path: text, lineage: described(text, 'Absent when the ledger is not there yet.') }, ['lineage']),
    inputs: object({ paths: { type: 'array', items: text }, recipients: text }, ['recipients']),
    messages: { type: 'array', items: message, minItems: 1 },
  }),
} as const satisfies JsonSchema
