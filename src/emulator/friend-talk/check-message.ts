import type { ErrorObject } from 'ajv/dist/2020.js'
import type { SendCode } from '../../contract/friend-talk/codes.ts'
import {
  appLinkTargets,
  attachmentFields,
  buttonAttributes,
  buttonTypes,
  failbackFields,
  failbackSendFields,
  payloadFields,
} from '../../contract/friend-talk/payload.ts'
import { type Kind, kinds } from '../../contract/friend-talk/kinds.ts'
import { payloadSchema } from '../../contract/friend-talk/schema.ts'
import type { JsonSchema } from '../../text/json-schema.ts'
import { valueAt } from '../../text/json-text.ts'
import { validatorOf } from '../../validator.ts'
import { foreignSecret, isEmulatorSecret } from '../credentials.ts'
import { brokenLimits, maxDepth, mobileNumber, pointerOf, type Wrong, wrongImages } from '../check.ts'
import { isRecord, type JsonRecord } from '../record.ts'
import type { EmulatedService } from '../service.ts'
import { ownSettingsOf } from './settings.ts'

const messageNames: ReadonlySet<string> = new Set(kinds.flatMap((kind) => Object.keys(payloadFields[kind])))
const attachmentNames: ReadonlySet<string> = new Set([
  ...kinds.flatMap((kind) => Object.keys(attachmentFields[kind])),
  'coupon',
])
const buttonNames: ReadonlySet<string> = new Set(buttonAttributes)

/** Numbers of the fixed and mobile networks, of 050 and 070, and representative numbers such as 1588-0000. */
const senderNumber = /^(?:0\d{7,11}|1[5-9]\d{6})$/

const string: JsonSchema = { type: 'string' }
const strings = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, string]))
const sent = ['sender_key', 'receiver_number', 'sender_number']

/** The contract's schema of a kind, with what a send adds. */
function requestSchema(kind: Kind): JsonSchema {
  const schema = payloadSchema(kind, 'rendered')
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>
  const failback = strings([...Object.keys(failbackFields), ...failbackSendFields])
  return {
    ...schema,
    properties: {
      ...properties,
      ...strings([...sent, 'msg_key', 'secret_key', 'api_unique_id']),
      // The two keys may stand beside it.
      failback_data: { type: 'object', properties: failback, required: ['msg'] },
    },
    required: [...sent, ...(schema['required'] as readonly string[])],
  }
}

const validators = new Map(kinds.map((kind) => [kind, validatorOf(requestSchema(kind), { strict: false })]))

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

/** Checks one message against the contract, and against what it alone cannot say. What is first decides the code. */
export function checkMessage(
  service: EmulatedService,
  kind: Kind,
  message: JsonRecord,
): { readonly found: readonly Wrong[]; readonly ignored: readonly string[] } {
  const found: Wrong[] = [...brokenLimits(kind, service.settings, message, 'C400_2')]
  const ignored: string[] = []
  const record = stated(message) as JsonRecord
  const validate = validators.get(kind)?.()
  if (validate && !validate(record)) {
    for (const error of validate.errors ?? []) {
      const finding = findingOf(error, record)
      if (finding === 'ignored') ignored.push(pointerOf(error))
      else if (finding) found.push(finding)
    }
  }
  checkRecord(service, record, (code, pointer, reason) => found.push({ code, pointer, reason }))
  found.push(...wrongImages(service, kind, record, { missing: 'C404_1', other: 'C400_2' }))
  return { found, ignored }
}

/** Returns what an error of the schema means to the service; nothing where it is no mistake or is said elsewhere. */
function findingOf(error: ErrorObject, record: JsonRecord): Wrong | 'ignored' | undefined {
  const { keyword, instancePath, schemaPath, params, data, message = 'is wrong' } = error
  if (isOfAnotherType(error, record)) return undefined
  const pointer = pointerOf(error)
  const finding = (code: SendCode, reason: string): Wrong => ({ code, pointer, reason })
  switch (keyword) {
    case 'required': {
      const name = String(params['missingProperty'])
      // The interface requires neither, and of the targets of an app link any will do.
      if (schemaPath.includes('/anyOf/') || name === 'ad_flag' || name === 'button') return undefined
      return finding('C400_3', `${name} is missing`)
    }
    case 'anyOf':
      return finding('C400_3', `needs one of ${appLinkTargets.join(', ')}`)
    case 'additionalProperties': {
      const isNamed = namesAt(instancePath)?.has(String(params['additionalProperty'])) ?? false
      return isNamed ? finding('C400_2', 'has no place here') : 'ignored'
    }
    case 'type':
      return finding(pointer === '/echo_to_webhook' ? 'G142' : 'C400_1', message)
    case 'const':
    case 'enum':
      return finding(typeof data === 'string' ? 'C400_2' : 'C400_1', message)
    default:
      // Lengths and counts are limits, and of the shapes of a button the right one is looked at.
      return undefined
  }
}

/** Whether an error is of the shape of a button of another type; for a type that there is not, the first is taken. */
function isOfAnotherType(error: ErrorObject, record: JsonRecord): boolean {
  const { schemaPath, instancePath } = error
  const [, shape] = /\/oneOf\/(\d+)\//.exec(schemaPath) ?? []
  if (shape === undefined) return false
  const [place = ''] = /^.*\/button\/\d+/.exec(instancePath) ?? []
  const button = valueAt(record, place)
  const type: unknown = isRecord(button) ? button['type'] : undefined
  const index = (buttonTypes as readonly unknown[]).indexOf(type)
  if (index !== -1) return Number(shape) !== index
  return shape !== '0' || !/\/(?:name|type|\d+)$/.test(pointerOf(error))
}

function namesAt(place: string): ReadonlySet<string> | undefined {
  if (place === '') return messageNames
  if (place.endsWith('/attachment')) return attachmentNames
  return /\/button\/\d+$/.test(place) ? buttonNames : undefined
}

type Report = (code: SendCode, pointer: string, reason: string) => void

/** Checks what depends on the account and on the emulator itself. */
function checkRecord(service: EmulatedService, record: JsonRecord, report: Report): void {
  const { senderNumbers, senderKeys } = service.settings
  const { receiver_number: receiver, sender_number: sender, sender_key: senderKey } = record
  if (typeof receiver === 'string' && !mobileNumber.test(receiver)) {
    report('G141', '/receiver_number', 'is no Korean mobile number in digits')
  }
  if (typeof sender === 'string') {
    if (!senderNumber.test(sender)) report('G140', '/sender_number', 'is no phone number in digits')
    else if (senderNumbers?.includes(sender) === false) report('G140', '/sender_number', 'is not registered')
  }
  checkFailback(ownSettingsOf(service).apiUniqueIds, record, report)
  if (typeof senderKey === 'string' && senderKeys?.includes(senderKey) === false) {
    report('C404_1', '/sender_key', 'no sender profile has this key')
  }
}

/**
 * Checks the keys of the fallback. The interface's table has `secret_key` and `api_unique_id` beside `failback_data`,
 * its example inside: both are taken.
 */
function checkFailback(apiUniqueIds: readonly string[], record: JsonRecord, report: Report): void {
  const { failback_data: data } = record
  const inside = isRecord(data) ? data : {}
  for (const [holder, at] of [
    [record, ''],
    [inside, '/failback_data'],
  ] as const) {
    const { secret_key: secret } = holder
    if (typeof secret === 'string' && !isEmulatorSecret(secret)) report('C400_2', `${at}/secret_key`, foreignSecret.en)
  }
  if (!isRecord(data)) return
  for (const name of ['secret_key', 'api_unique_id']) {
    const value = data[name] ?? record[name]
    const at = data[name] === undefined && value !== undefined ? '' : '/failback_data'
    if (value === undefined) report('C400_3', `${at}/${name}`, `${name} is missing`)
    else if (name === 'api_unique_id' && typeof value === 'string' && !apiUniqueIds.includes(value)) {
      report('G110', `${at}/${name}`, 'the fallback service has no such id')
    }
  }
}
