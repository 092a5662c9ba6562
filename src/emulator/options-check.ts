import { kinds, uploads } from '../contract/contracts.ts'
import { loopbackHostnamePattern } from '../text/urls.ts'
import type { JsonSchema } from '../text/json-schema.ts'
import { byteReadings, characterReadings } from '../text/text.ts'
import { languages } from '../words/language.ts'
import { secretPrefix } from './credentials.ts'
import type { Fault } from './faults.ts'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { formFields } from './options.ts'
import { EmulatorOptionsError, type OptionsFault } from './options-error.ts'
import { emulatedContracts } from './services.ts'

const text: JsonSchema = { type: 'string', minLength: 1 }
const texts: JsonSchema = { type: 'array', items: text }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const countFromOne: JsonSchema = { type: 'integer', minimum: 1 }
const boolean: JsonSchema = { type: 'boolean' }
const ms: JsonSchema = { type: 'integer', minimum: 0, maximum: 3_600_000 }
// A union of types rather than of schemas: what is wrong inside is then said at its own place.
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema['type'], 'null'] })
const strict = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const sendCode: JsonSchema = { enum: emulatedContracts.flatMap(({ contract }) => Object.keys(contract.codes)) }
const uploadCode: JsonSchema = { enum: emulatedContracts.flatMap(({ uploadCodes }) => uploadCodes) }
const deliveryCode: JsonSchema = { enum: emulatedContracts.flatMap(({ delivery }) => delivery.codes) }
const httpStatus: JsonSchema = { type: 'integer', minimum: 200, maximum: 599 }

const chosen: JsonSchema = {
  anyOf: [
    { const: 'all' },
    strict({ indexes: { type: 'array', items: count } }, ['indexes']),
    strict({ receiverNumbers: texts }, ['receiverNumbers']),
  ],
}

const faultFields: {
  readonly [T in Fault['type']]: readonly [Readonly<Record<string, JsonSchema>>, ...string[]]
} = {
  refuse: [{ forMs: ms }],
  'reset-after-reading': [{ processed: boolean }],
  drop: [{ afterMs: ms, processed: boolean }],
  delay: [{ ms, before: { enum: ['processing', 'answer'] } }, 'ms'],
  status: [
    {
      status: httpStatus,
      retryAfterSeconds: count,
      processed: boolean,
    },
    'status',
  ],
  reject: [{ code: sendCode, messages: chosen }, 'code'],
  'request-error': [{ code: sendCode }, 'code'],
  'upload-error': [{ code: uploadCode, message: text, files: { type: 'array', items: count } }, 'code'],
}

const fault: JsonSchema = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: Object.entries(faultFields).map(([type, [fields, ...required]]) =>
    strict({ type: { const: type }, ...fields }, ['type', ...required]),
  ),
}

/** A rule of `faults`. */
const faultRuleSchema: JsonSchema = strict(
  {
    fault,
    on: {
      enum: ['send', 'upload', ...kinds.map((kind) => `send:${kind}`), ...uploads.map((upload) => `upload:${upload}`)],
    },
    at: { anyOf: [countFromOne, { type: 'array', items: countFromOne, minItems: 1 }] },
    every: countFromOne,
    times: countFromOne,
  },
  ['fault'],
)

/** A change of the clock. */
const clockSchema: JsonSchema = {
  anyOf: [
    strict({ set: { type: ['number', 'string'] }, frozen: boolean }, ['set']),
    strict({ moveMs: { type: 'number' } }, ['moveMs']),
    strict({ frozen: boolean }, ['frozen']),
    strict({ real: { const: true } }, ['real']),
  ],
}

const webhook: JsonSchema = strict(
  {
    // A result carries a phone's answer: it leaves this machine as little as anything else.
    url: { type: 'string', pattern: String.raw`^http://${loopbackHostnamePattern}(:\d+)?(/|$)` },
    delayMs: ms,
    code: deliveryCode,
    codes: { type: 'object', additionalProperties: deliveryCode },
    failEvery: orNull(countFromOne),
    maxRetries: { ...count, maximum: 10 },
    retryDelayMs: ms,
  },
  ['url'],
)

const settings: Readonly<Record<string, JsonSchema>> = {
  credit: orNull(count),
  senderNumbers: orNull(texts),
  senderKeys: orNull(texts),
  apiUniqueIds: texts,
  maxMessagesPerSession: orNull(count),
  maxRequestsPerSecond: orNull(countFromOne),
  restrictedHours: boolean,
  limits: strict({ bytes: { enum: byteReadings }, characters: { enum: characterReadings } }),
  formField: { enum: formFields },
  webhook: orNull(webhook),
}

/** What can be changed while the emulator runs. */
const settingsSchema: JsonSchema = strict(settings)

/** The emulator's configuration. */
export const optionsSchema: JsonSchema = strict({
  $schema: text,
  ...settings,
  port: { type: 'integer', minimum: 0, maximum: 65_535 },
  userId: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  secretKey: { type: 'string', pattern: `^${secretPrefix}[A-Za-z0-9_-]{1,64}$` },
  lang: { enum: languages },
  faults: { type: 'array', items: faultRuleSchema },
  clock: clockSchema,
})

const schemas = {
  options: optionsSchema,
  settings: settingsSchema,
  fault: faultRuleSchema,
  clock: clockSchema,
} as const satisfies Record<string, JsonSchema>

export type Checked = keyof typeof schemas

/** Holds options against their schemas, which are compiled when they are first needed. */
export class OptionsCheck {
  readonly #ajv = new Ajv2020({ allErrors: true, discriminator: true, allowUnionTypes: true, strictRequired: false })
  readonly #compiled = new Map<Checked, ValidateFunction>()

  /** @throws EmulatorOptionsError that names everything that is wrong */
  check(what: Checked, value: unknown): void {
    const validate = this.#compiled.get(what) ?? this.#ajv.compile(schemas[what])
    this.#compiled.set(what, validate)
    if (!validate(value)) throw new EmulatorOptionsError(faultsOf(validate.errors ?? []))
  }
}

/** Words errors. The value itself is never quoted: where a secret belongs it may be a real one. */
function faultsOf(errors: readonly ErrorObject[]): OptionsFault[] {
  // What one of several shapes lacks says nothing where another shape was meant; the summary is enough.
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => schemaPath)
  const plain = errors.filter(({ schemaPath }) => !alternatives.some((path) => schemaPath.startsWith(`${path}/`)))
  return plain.map((error) => ({ pointer: error.instancePath, message: messageOf(error) }))
}

function messageOf({ keyword, params, message, instancePath }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties':
      return `does not have "${params['additionalProperty']}"`
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).join(', ')
      return instancePath.endsWith('/on') ? `must name one operation: ${allowed}` : `must be one of ${allowed}`
    }
    case 'anyOf':
      return 'has none of the allowed shapes'
    case 'discriminator':
      return 'has no type that there is'
    case 'pattern':
      if (instancePath === '/secretKey') return 'must start with "emulator_": never give a real secret here'
      return instancePath === '/webhook/url'
        ? 'must be http on the loopback address'
        : `must match ${params['pattern']}`
    default:
      return message ?? 'is wrong'
  }
}
