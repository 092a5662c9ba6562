import type { JsonObject } from '../../text/json-text.ts'
import { isObject } from '../../web/read.ts'
import { buttonFacts } from '../../contract/friend-talk/button-types.ts'
import { type Kind, kinds } from '../../contract/friend-talk/kinds.ts'
import { buttonNames, failbackSendFields } from '../../contract/friend-talk/names.ts'
import { payloadSchema, shapes } from '../../contract/friend-talk/payload.ts'
import { settings } from '../../contract/friend-talk/settings.ts'
import { namesOf } from '../../contract/shape.ts'
import type { JsonSchema } from '../../text/json-schema.ts'
import { secretPrefix } from '../credentials.ts'
import {
  brokenLimits,
  maxDepth,
  mobileNumber,
  type SchemaAnswers,
  schemaCheck,
  type Wrong,
  wrongImages,
} from '../check.ts'
import { refusals } from '../refusals.ts'
import type { EmulatedService } from '../service.ts'
import { ownSettingsOf } from './settings.ts'

const string: JsonSchema = { type: 'string' }
const strings = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, string]))
const secret: JsonSchema = { ...string, pattern: `^${secretPrefix}` }
/** The required fields that a send adds to a message. */
const sent = {
  sender_key: string,
  receiver_number: { ...string, pattern: mobileNumber.source },
  // Numbers of the fixed and mobile networks, of 050 and 070, and representative numbers such as 1588-0000.
  sender_number: { ...string, pattern: String.raw`^(?:0\d{7,11}|1[5-9]\d{6})$` },
}

/** Returns the contract's schema of a kind, with what a send adds. */
function requestSchema(kind: Kind): JsonSchema {
  const schema = payloadSchema(kind, 'rendered') as { properties: object; required: readonly string[] }
  const failback = {
    ...strings([...Object.keys(settings.failback_data.fields), ...failbackSendFields]),
    secret_key: secret,
  }
  const properties = {
    ...schema.properties,
    ...sent,
    ...strings(['msg_key', 'api_unique_id']),
    secret_key: secret,
    // The two keys may stand beside it.
    failback_data: { type: 'object', properties: failback, required: ['msg'] },
  }
  return { ...schema, properties, required: [...Object.keys(sent), ...schema.required] }
}

/** Fields that have their place in another kind or type; all others are ignored. */
const misplaced = new RegExp(
  `^/(?:${Object.values(shapes).flatMap(namesOf).join('|')})$|/attachment/(?:button|image|item|coupon)$|` +
    String.raw`/button/\d+/(?:${Object.values(buttonNames).join('|')})$`,
)

const answers: SchemaAnswers = [
  // The interface requires neither.
  [/^required/, /^\/ad_flag$|\/button$/, undefined],
  [/^required/, /^/, 'C400_3'],
  [/^anyOf/, /^/, 'C400_3', `needs one of ${buttonFacts.AL.oneOf.map((target) => buttonNames[target]).join(', ')}`],
  [/^additionalProperties/, misplaced, 'C400_2', 'has no place here'],
  [/^additionalProperties/, /^/, 'ignored'],
  [/^type/, /^\/echo_to_webhook$/, 'G142'],
  [/^(?:const|enum) string/, /^/, 'C400_2'],
  [/^(?:type|const|enum)/, /^/, 'C400_1'],
  [/^pattern/, /^\/receiver_number$/, 'G141', 'is no Korean mobile number in digits'],
  [/^pattern/, /^\/sender_number$/, 'G140', 'is no phone number in digits'],
  [/^pattern/, /\/secret_key$/, 'C400_2', refusals.credentials.en],
  // Lengths and counts are limits.
]

const checkSchema = schemaCheck(kinds, requestSchema, answers)

/** Fields that are no text. */
const structured: ReadonlySet<string> = new Set(
  'attachment carousel failback_data list button image item coupon tail'.split(' '),
)

/** Returns a value without the fields that count as absent: null, and texts that are empty or blank. */
function stated(value: unknown, depth = 0): unknown {
  if (depth === maxDepth || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry) => stated(entry, depth + 1))
  const fields = Object.entries(value).filter(
    ([name, field]) => field !== null && !(typeof field === 'string' && field.trim() === '' && !structured.has(name)),
  )
  return Object.fromEntries(fields.map(([name, field]) => [name, stated(field, depth + 1)]))
}

/** Checks one message against the contract, and against the account. What is first decides the code. */
export function checkMessage(
  service: EmulatedService,
  kind: Kind,
  message: JsonObject,
): { readonly found: readonly Wrong[]; readonly ignored: readonly string[] } {
  const record = stated(message) as JsonObject
  const errors = checkSchema(kind, record)
  const found = [
    ...brokenLimits(kind, service.settings, message, 'C400_2'),
    ...errors.filter(({ code }) => code !== 'ignored'),
    ...unknownToAccount(service, record),
    ...wrongImages(service, kind, record, { missing: 'C404_1', other: 'C400_2' }),
  ]
  return { found, ignored: errors.flatMap(({ code, pointer }) => (code === 'ignored' ? [pointer] : [])) }
}

/**
 * Checks numbers and keys that are the account's. The interface's table has `secret_key` and `api_unique_id` beside
 * `failback_data`, its example inside: both are taken.
 */
function unknownToAccount(service: EmulatedService, record: JsonObject): readonly Wrong[] {
  const wrong: Wrong[] = []
  const hold = (
    pointer: string,
    value: unknown,
    registered: readonly string[] | null,
    refusal: Omit<Wrong, 'pointer'>,
  ) => typeof value === 'string' && registered?.includes(value) === false && wrong.push({ ...refusal, pointer })
  const { senderNumbers, senderKeys } = service.settings
  hold('/sender_number', record['sender_number'], senderNumbers, { code: 'G140', reason: 'is not registered' })
  const { failback_data: data } = record
  for (const name of isObject(data) ? ['secret_key', 'api_unique_id'] : []) {
    const isBeside = isObject(data) && data[name] === undefined && record[name] !== undefined
    const [holder, place] = isBeside ? [record, ''] : [data as JsonObject, '/failback_data']
    const pointer = `${place}/${name}`
    if (holder[name] === undefined) wrong.push({ code: 'C400_3', pointer, reason: `${name} is missing` })
    const ids = name === 'api_unique_id' ? ownSettingsOf(service).apiUniqueIds : null
    hold(pointer, holder[name], ids, { code: 'G110', reason: 'the fallback service has no such id' })
  }
  hold('/sender_key', record['sender_key'], senderKeys, { code: 'C404_1', reason: 'no sender profile has this key' })
  return wrong
}
