import { isObject } from '../../web/read.ts'
import { brandMessage } from '../../contract/brand-message/brand-message.ts'
import { type Kind, kinds } from '../../contract/brand-message/kinds.ts'
import { payloadSchema } from '../../contract/brand-message/payload.ts'
import type { JsonSchema } from '../../text/json-schema.ts'
import { valueAt, type JsonObject } from '../../text/json-text.ts'
import { isPhoneNumber } from '../../text/phone-number.ts'
import { validatorOf } from '../../validator.ts'
import {
  brokenLimits,
  mobileNumber,
  refusedBy,
  type SchemaAnswers,
  schemaCheck,
  type Wrong,
  wrongImages,
} from '../check.ts'
import type { EmulatedService } from '../service.ts'

const text = { type: 'string', minLength: 1 } as const
/** The fields that a send adds to a body, and fields that friendtalk does not use. */
const added = {
  senderKey: { ...text, maxLength: 40 },
  senderGroupingKey: { ...text, maxLength: 100 },
  createUser: { ...text, maxLength: 100 },
  statsId: { ...text, maxLength: 8 },
  resellerCode: text,
}

const plainRecipient = { targeting: 'I', resendParameter: { isResend: false } }

/** Returns the contract's schema of a body, with what a send adds; recipients are checked one by one. */
function bodySchema(kind: Kind): JsonSchema {
  const schema = payloadSchema(kind, 'rendered')
  const { properties, required } = schema as { properties: object; required: readonly string[] }
  return { ...schema, properties: { ...properties, ...added }, required: ['senderKey', ...required] }
}

const recipientSchema = valueAt(payloadSchema('bm-text', 'rendered'), '/properties/recipientList/items')
const recipients = validatorOf(recipientSchema as JsonSchema, { strict: false })

const answers: SchemaAnswers = [
  [/^required/, /^\/buttons$/, '-3306'],
  [/^required/, /\/buttons\/\d+\/name$/, '-3009'],
  [/^required/, /\/buttons\/\d+\/linkMo$/, '-3000'],
  [/^required/, /\/buttons\/\d+\/\w+$/, '-3307'],
  [/^anyOf/, /\/buttons\/\d+$/, '-3309'],
  [/^anyOf/, /\/coupon$/, '-3313'],
  [/^dependentRequired/, /^\/carousel\/head/, '-3321'],
  [/^dependentRequired/, /^\/unsubscribe/, '-3340'],
  [/^(?:dependentRequired|oneOf)/, /\/commerce/, '-3299'],
  [/^required/, /\/coupon\/\w+$/, '-3314'],
  [/^required/, /\/commerce(?:\/\w+)?$/, '-3316'],
  [/^required/, /^\/image(?:\/\w+)?$/, '-3319'],
  [/^required/, /^\/item/, '-3325'],
  [/^required/, /^\/carousel\/head\//, '-3322'],
  [/^required/, /^\/carousel\/tail\//, '-3323'],
  [/^required/, /^\/carousel\/list\/\d+\/(?:header|message)$/, '-3334'],
  [/^required/, /^\/carousel\/list\/\d+\//, '-3332'],
  [/^required/, /^/, '-3303'],
  [/^additionalProperties/, /^\/carousel\/list\/\d+\/\w+$/, '-3333'],
  [/^additionalProperties/, /^/, '-3305'],
  [/^type null/, /^/, '-2002'],
  [/^type/, /^/, '-9994'],
  [/^minLength/, /^/, '-2001'],
  [/^maxLength/, /^\/createUser$/, '-8004'],
  [/^maxLength/, /^/, '-2000'],
  [/^(?:enum|const)/, /\/buttons\/\d+\/type$/, '-3328'],
  [/^/, /^/, '-3304'],
]

const checkSchema = schemaCheck(kinds, bodySchema, answers)

/** Checks what is the same for every recipient. What is first decides the code. */
export function checkBody(service: EmulatedService, kind: Kind, body: JsonObject): readonly Wrong[] {
  const { recipientList: list, senderKey, requestDate, ...rest } = body
  const { max } = brandMessage.batch
  const wrong: Wrong[] = []
  const add = (code: string, pointer: string, reason: string): number => wrong.push({ code, pointer, reason })
  if (!Array.isArray(list) || list.length === 0) add('-4011', '/recipientList', 'has no recipients')
  else if (list.length > max) add('-2005', '/recipientList', `has ${list.length} recipients; ${max} are allowed`)
  if (requestDate !== undefined) add('-4000', '/requestDate', 'the emulator has no reservations')
  const payload = { ...rest, recipientList: [plainRecipient] }
  wrong.push(...brokenLimits(kind, service.settings, rest, '-3304'))
  wrong.push(...checkSchema(kind, { senderKey, ...payload }))
  // A check reads what has its shape.
  if (wrong.length === 0) wrong.push(...refusedBy(service, kind, payload, '-3304'))
  wrong.push(...wrongImages(service, kind, rest, { missing: '-8002', other: '-8002' }))
  if (service.settings.senderKeys?.includes(String(senderKey)) === false)
    add('-2017', '/senderKey', 'no profile has this key')
  return wrong
}

/** Checks one recipient beside a good body. The fallback's number is the account's; the rest is as the contract has it. */
export function checkRecipient(
  service: EmulatedService,
  kind: Kind,
  shared: JsonObject,
  recipient: unknown,
): readonly Wrong[] {
  if (!isObject(recipient)) return [{ code: '-9994', pointer: '', reason: 'a recipient must be an object' }]
  const { recipientNo, targeting, resendParameter = { isResend: false }, recipientGroupingKey: key } = recipient
  const wrong: Wrong[] = []
  const add = (code: string, pointer: string, reason: string): number => wrong.push({ code, pointer, reason })
  if (typeof recipientNo !== 'string' || !mobileNumber.test(recipientNo)) {
    add('-5000', '/recipientNo', 'is no Korean mobile number in digits')
  }
  if (key !== undefined && (typeof key !== 'string' || key.length > 100)) {
    add('-2000', '/recipientGroupingKey', 'must be a text of at most 100 characters')
  }
  const { resendSendNo: sender, ...resend } = isObject(resendParameter) ? resendParameter : {}
  const validate = recipients()
  if (!validate({ targeting, resendParameter: resend })) {
    if (!['I', 'M', 'N'].includes(String(targeting))) add('-3298', '/targeting', 'must be M, N or I')
    else add('-4200', '/resendParameter', 'is no fallback that there is')
  }
  if (resend['isResend'] !== true) return wrong
  if (
    typeof sender !== 'string' ||
    !isPhoneNumber(sender) ||
    service.settings.senderNumbers?.includes(sender) === false
  ) {
    add('-1003', '/resendParameter/resendSendNo', 'is no registered sender number')
  }
  const place = '/recipientList/0'
  const payload = { ...shared, recipientList: [{ targeting, resendParameter: resend }] }
  const ofFallback = refusedBy(service, kind, payload, '-4200').filter(({ pointer }) => pointer.startsWith(place))
  return [...wrong, ...ofFallback.map((found) => ({ ...found, pointer: found.pointer.slice(place.length) }))]
}
