import type { ErrorObject } from 'ajv/dist/2020.js'
import { list, object, oneOf, typed, type ValueOf } from '../text/json-schema.ts'
import { validatorOf } from '../validator.ts'
import { languages, type Text } from '../words/language.ts'
import { wholeErrors } from './check.ts'
import { secretPrefix } from './credentials.ts'
import { faultRuleSchema } from './faults.ts'
import { EmulatorOptionsError, type OptionsFault } from './options-error.ts'
import { emulatedContracts, ownSettings } from './services.ts'
import {
  clockSchema,
  commonSettings,
  filterSchema,
  text,
  waitSchema,
  webhookSchema,
  type WebhookSettings,
} from './settings.ts'

const faultRule = faultRuleSchema(emulatedContracts.flatMap(({ uploadCodes }) => uploadCodes))
const { limits } = commonSettings

const settings = {
  ...commonSettings,
  ...ownSettings,
  limits: object(limits.properties),
  /** The webhook of each service; a new one replaces the one before. */
  webhooks: typed<{ readonly [service: string]: WebhookSettings }>(
    object(
      Object.fromEntries(
        emulatedContracts.map(({ contract, delivery }) => [contract.id, webhookSchema(delivery.codes)]),
      ),
    ),
  ),
}

/** The settings that can be changed while the emulator runs. */
const settingsSchema = object(settings)

/** The options of an emulator; the file of `--faults` has the same keys. */
export const optionsSchema = object({
  $schema: text,
  ...settings,
  /** A free one by default. */
  port: typed<number>({ type: 'integer', minimum: 0, maximum: 65_535 }),
  userId: typed<string>({ type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  appKey: typed<string>({ type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  /** Starts with `emulator_`. */
  secretKey: typed<string>({ type: 'string', pattern: `^${secretPrefix}[A-Za-z0-9_-]{1,64}$` }),
  /** The language of the inbox, unless its address says `?lang=`; by default the one that the browser prefers. */
  lang: oneOf(languages),
  faults: list(faultRule),
  clock: clockSchema,
})

/** The options of an emulator. */
export type EmulatorOptions = ValueOf<typeof optionsSchema>
export type SettingsChange = ValueOf<typeof settingsSchema>

const schemas = {
  options: optionsSchema,
  settings: settingsSchema,
  fault: faultRule,
  clock: clockSchema,
  messages: filterSchema,
  wait: waitSchema,
  nothing: object({}),
}

export type Checked = { readonly [S in keyof typeof schemas]: ValueOf<(typeof schemas)[S]> }

const ofBodies = { discriminator: true, allowUnionTypes: true, strictRequired: false }
/** The numbers of a query are texts. */
const ofQueries = { coerceTypes: true }
const queries = new Set(['messages', 'wait', 'nothing'])
const validators = new Map(
  Object.entries(schemas).map(([what, schema]) => [
    what,
    validatorOf(schema, queries.has(what) ? ofQueries : ofBodies),
  ]),
)

/**
 * Holds options against their schema.
 *
 * @throws EmulatorOptionsError that names everything that is wrong
 */
export function checkOptions<W extends keyof Checked>(what: W, value: unknown): Checked[W] {
  const validate = validators.get(what)?.()
  if (validate?.(value) === false) throw new EmulatorOptionsError(faultsOf(validate.errors ?? []))
  return value as Checked[W]
}

/** Words errors. The value itself is never quoted: where a secret belongs it may be a real one. */
function faultsOf(errors: readonly ErrorObject[]): OptionsFault[] {
  return wholeErrors(errors).map((error) => ({ pointer: error.instancePath, message: messageOf(error) }))
}

function messageOf({ keyword, params, message = 'is wrong', instancePath }: ErrorObject): Text {
  const wrong = (en: string): Text => ({ en, ko: `값이 올바르지 않습니다(${en})` })
  const { additionalProperty: unknown, missingProperty: missing, allowedValues, pattern } = params
  switch (keyword) {
    case 'additionalProperties':
      return { en: `does not have "${unknown}"`, ko: `"${unknown}" 항목은 없습니다` }
    case 'required':
      return { en: message, ko: `"${missing}" 항목이 필요합니다` }
    case 'enum': {
      const allowed = (allowedValues as unknown[]).join(', ')
      const en = instancePath.endsWith('/on') ? 'must name one operation' : 'must be one of'
      return { en: `${en}: ${allowed}`, ko: `다음 중 하나여야 합니다: ${allowed}` }
    }
    case 'anyOf':
      return wrong('has none of the allowed shapes')
    case 'discriminator':
      return wrong('has no type that there is')
    case 'pattern':
      if (instancePath === '/secretKey') {
        return {
          en: 'must start with "emulator_": never give a real secret here',
          ko: '"emulator_"로 시작해야 합니다. 실제 비밀 키는 절대 넣지 마세요',
        }
      }
      return instancePath.endsWith('/url')
        ? { en: 'must be http on the loopback address', ko: '이 컴퓨터(루프백)의 http 주소여야 합니다' }
        : wrong(`must match ${pattern}`)
    default:
      return wrong(message)
  }
}
