import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../contract/schema.ts'
import { EmulatorOptionsError, type OptionsFault } from './options-error.ts'
import { clockSchema, faultRuleSchema, optionsSchema, settingsSchema } from './options-schema.ts'

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

/** The value itself is never quoted: where a secret belongs it may be a real one. */
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
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
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
