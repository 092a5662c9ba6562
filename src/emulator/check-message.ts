import { failbackFields, failbackSendFields, payloadFields } from '../contract/payload.ts'
import { type Kind, kinds, type Presence } from '../contract/kinds.ts'
import { limits } from '../contract/limits.ts'
import { countBytes } from '../contract/text.ts'
import { checkAttachment, checkCarousel } from './check-attachment.ts'
import { type Check, checkNames, checkObject, checkText, type JsonRecord, report } from './check-fields.ts'
import { foreignSecret, isEmulatorSecret } from './credentials.ts'

/** What a send adds, and what the field table names beside `failback_data`. */
const sendFields = {
  sender_key: 'required',
  receiver_number: 'required',
  sender_number: 'required',
  msg_key: 'optional',
  secret_key: 'optional',
  api_unique_id: 'optional',
} as const

type Fields = { readonly [field: string]: Presence }

const fieldsOfKind: ReadonlyMap<Kind, Fields> = new Map(
  kinds.map((kind) => [kind, { ...sendFields, ...payloadFields[kind] }]),
)
const messageNames: ReadonlySet<string> = new Set(kinds.flatMap((kind) => Object.keys(payloadFields[kind])))

const mobileNumber = /^01[016789]\d{7,8}$/
/** Numbers of the fixed and mobile networks, of 050 and 070, and representative numbers such as 1588-0000. */
const senderNumber = /^(?:0\d{7,11}|1[5-9]\d{6})$/

/** Checks one message field by field. The first finding decides the code. */
export function checkMessage(check: Check, record: JsonRecord): void {
  const { kind, settings } = check
  const fields = fieldsOfKind.get(kind) ?? {}
  const { header, attachment: attached, carousel: carried } = fields
  checkNames(check, { record, at: '' }, fields, messageNames)
  const senderKey = checkText(check, { record, name: 'sender_key', at: '', presence: 'required' })
  checkNumbers(check, record)
  checkKey(check, record)
  checkText(check, { record, name: 'msg', at: '', presence: 'required' }, limits.msg)
  if (header) checkText(check, { record, name: 'header', at: '', presence: header }, limits.header)
  checkEcho(check, record)
  checkText(check, { record, name: 'ad_flag', at: '', presence: 'optional' }, limits.adFlag)
  if (attached) {
    const attachment = checkObject(check, { record, name: 'attachment', at: '', presence: attached })
    if (attachment) checkAttachment(check, attachment, '/attachment')
  }
  if (carried) {
    const carousel = checkObject(check, { record, name: 'carousel', at: '', presence: carried })
    if (carousel) checkCarousel(check, carousel, '/carousel')
  }
  checkFailback(check, record)
  if (senderKey !== undefined && settings.senderKeys !== null && !settings.senderKeys.includes(senderKey)) {
    report(check, 'C404_1', '/sender_key', 'no sender profile has this key')
  }
}

function checkNumbers(check: Check, record: JsonRecord): void {
  const { senderNumbers } = check.settings
  const receiver = checkText(check, { record, name: 'receiver_number', at: '', presence: 'required' })
  if (receiver !== undefined && !mobileNumber.test(receiver)) {
    report(check, 'G141', '/receiver_number', 'is no Korean mobile number in digits')
  }
  const sender = checkText(check, { record, name: 'sender_number', at: '', presence: 'required' })
  if (sender === undefined) return
  if (!senderNumber.test(sender)) report(check, 'G140', '/sender_number', 'is no phone number in digits')
  else if (senderNumbers !== null && !senderNumbers.includes(sender)) {
    report(check, 'G140', '/sender_number', 'is not registered')
  }
}

function checkKey(check: Check, record: JsonRecord): void {
  if (record['msg_key'] === undefined && check.settings.assumptions.missingMsgKey === 'reject') {
    report(check, 'C400_3', '/msg_key', 'msg_key is missing')
  } else checkText(check, { record, name: 'msg_key', at: '', presence: 'optional' })
}

/** The one field whose wrong type has a code of its own. */
function checkEcho(check: Check, record: JsonRecord): void {
  const echo = record['echo_to_webhook']
  if (echo === undefined || echo === null) return
  if (typeof echo !== 'string') report(check, 'G142', '/echo_to_webhook', 'must be a string')
  else {
    const { max } = limits.echoToWebhook
    const bytes = countBytes(echo, check.settings.limits.bytes)
    if (bytes > max) report(check, 'G142', '/echo_to_webhook', `is ${bytes} bytes; ${max} are allowed`)
  }
}

const failbackKeyFields = { ...failbackFields, secret_key: 'required' } as const

/** The interface's table has `secret_key` and `api_unique_id` beside `failback_data`, its example inside: both are taken. */
function checkFailback(check: Check, record: JsonRecord): void {
  const at = '/failback_data'
  const data = checkObject(check, { record, name: 'failback_data', at: '', presence: 'optional' })
  checkSecret(check, record, '')
  if (data === undefined) return
  checkSecret(check, data, at)
  // Further fields are the fallback service's own; only these are known.
  for (const name of failbackSendFields)
    if (name !== 'secret_key') checkText(check, { ...optionalField, record: data, name, at })
  checkText(check, { record: data, name: 'msg', at, presence: failbackKeyFields.msg })
  checkText(check, { record: data, name: 'origin_cid', at, presence: failbackKeyFields.origin_cid })
  const beside = (name: string): JsonRecord => (data[name] === undefined && record[name] !== undefined ? record : data)
  for (const name of ['secret_key', 'api_unique_id'] as const) {
    const holder = beside(name)
    const place = { record: holder, name, at: holder === data ? at : '', presence: failbackKeyFields[name] }
    const value = checkText(check, place)
    if (name !== 'api_unique_id' || value === undefined || check.settings.apiUniqueIds.includes(value)) continue
    report(check, 'G110', `${place.at}/${name}`, 'the fallback service has no such id')
  }
}

const optionalField = { presence: 'optional' } as const

function checkSecret(check: Check, record: JsonRecord, at: string): void {
  const secret = record['secret_key']
  if (typeof secret === 'string' && secret !== '' && !isEmulatorSecret(secret)) {
    report(check, 'C400_2', `${at}/secret_key`, foreignSecret)
  }
}
