import {
  appLinkTargets,
  attachmentFields,
  buttonAttributes,
  buttonFields,
  cardAttachmentFields,
  cardFields,
  couponFields,
  failbackFields,
  failbackSendFields,
  imageFields,
  itemFields,
  linkTargetFields,
  payloadFields,
} from '../contract/fields.ts'
import { type ButtonType, buttonTypes, type Kind, kindFacts, kinds, type Presence } from '../contract/kinds.ts'
import { type Limit, limits } from '../contract/limits.ts'
import { countBytes } from '../contract/units.ts'
import {
  type Check,
  checkEntry,
  checkList,
  checkNames,
  checkObject,
  checkText,
  type JsonRecord,
  report,
} from './check-fields.ts'
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

const attachmentNames: ReadonlySet<string> = new Set(['button', 'image', 'item', 'coupon'])
const buttonNames: ReadonlySet<string> = new Set(buttonAttributes)
const attributeLimits: Readonly<Record<string, Limit>> = {
  chat_extra: limits.chatExtra,
  chat_event: limits.chatEvent,
}
const optional = 'optional'
const required = 'required'

/** Checks the attachment of a message. */
function checkAttachment(check: Check, attachment: JsonRecord, at: string): void {
  const fields: Fields = attachmentFields[check.kind]
  checkNames(check, { record: attachment, at }, fields, attachmentNames)
  if (fields['button']) checkButtons(check, attachment, at, [limits.buttonName, buttonNameOf(check)])
  if (fields['image']) checkImage(check, attachment, at)
  if (fields['item']) checkItems(check, attachment, at)
}

/** Checks the carousel of a message. */
function checkCarousel(check: Check, carousel: JsonRecord, at: string): void {
  checkNames(check, { record: carousel, at }, { list: true, tail: true })
  const cards = checkList(check, { record: carousel, name: 'list', at, presence: required }, limits.cards)
  for (let i = 0; i < cards.length; i++) checkCard(check, cards[i], `${at}/list/${i}`)
  const tail = checkObject(check, { record: carousel, name: 'tail', at, presence: optional })
  if (tail) checkTexts(check, tail, `${at}/tail`, linkTargetFields)
}

function checkCard(check: Check, value: unknown, at: string): void {
  const card = checkEntry(check, value, at)
  if (card === undefined) return
  checkNames(check, { record: card, at }, cardFields)
  checkText(check, { record: card, name: 'header', at, presence: required }, limits.cardHeader)
  checkText(check, { record: card, name: 'message', at, presence: required }, limits.cardMessage)
  const attachment = checkObject(check, { record: card, name: 'attachment', at, presence: required })
  if (attachment === undefined) return
  const inside = `${at}/attachment`
  checkNames(check, { record: attachment, at: inside }, cardAttachmentFields, attachmentNames)
  checkButtons(check, attachment, inside, [limits.cardButtonName, buttonNameOf(check)])
  checkImage(check, attachment, inside)
  const coupon = checkObject(check, { record: attachment, name: 'coupon', at: inside, presence: optional })
  if (coupon) checkTexts(check, coupon, `${inside}/coupon`, couponFields, { description: limits.couponDescription })
}

function buttonNameOf({ kind }: Check): Limit {
  return limits[kindFacts[kind].buttonName]
}

function checkButtons(check: Check, attachment: JsonRecord, at: string, nameLimits: readonly Limit[]): void {
  const place = { record: attachment, name: 'button', at, presence: optional } as const
  const buttons = checkList(check, place, limits.buttons)
  for (let i = 0; i < buttons.length; i++) checkButton(check, buttons[i], `${at}/button/${i}`, nameLimits)
}

function checkButton(check: Check, value: unknown, at: string, nameLimits: readonly Limit[]): void {
  const record = checkEntry(check, value, at)
  if (record === undefined) return
  checkText(check, { record, name: 'name', at, presence: required }, ...nameLimits)
  const type = checkText(check, { record, name: 'type', at, presence: required }, limits.buttonType)
  if (!isButtonType(type)) return
  const fields: Fields = buttonFields[type]
  checkNames(check, { record, at }, fields, buttonNames)
  for (const name in fields) {
    if (name === 'name' || name === 'type') continue
    const limit = attributeLimits[name]
    const place = { record, name, at, presence: fields[name] ?? optional }
    if (limit) checkText(check, place, limit)
    else checkText(check, place)
  }
  if (type === 'AL' && !appLinkTargets.some((target) => isSet(record[target]))) {
    report(check, 'C400_3', at, `needs one of ${appLinkTargets.join(', ')}`)
  }
}

function checkImage(check: Check, attachment: JsonRecord, at: string): void {
  const image = checkObject(check, { record: attachment, name: 'image', at, presence: required })
  if (image === undefined) return
  checkTexts(check, image, `${at}/image`, imageFields)
  checkImageUrl(check, image, `${at}/image`)
}

function checkItems(check: Check, attachment: JsonRecord, at: string): void {
  const item = checkObject(check, { record: attachment, name: 'item', at, presence: required })
  if (item === undefined) return
  checkNames(check, { record: item, at: `${at}/item` }, { list: true })
  const place = { record: item, name: 'list', at: `${at}/item`, presence: required } as const
  const list = checkList(check, place, limits.items)
  for (let i = 0; i < list.length; i++) {
    const inside = `${at}/item/list/${i}`
    const entry = checkEntry(check, list[i], inside)
    if (entry === undefined) continue
    checkTexts(check, entry, inside, itemFields, { title: i === 0 ? limits.firstItemTitle : limits.itemTitle })
    checkImageUrl(check, entry, inside)
  }
}

/** Checks a record all of whose fields are texts. */
function checkTexts(
  check: Check,
  record: JsonRecord,
  at: string,
  fields: Fields,
  held: Readonly<Record<string, Limit>> = {},
): void {
  checkNames(check, { record, at }, fields)
  for (const name in fields) {
    const place = { record, name, at, presence: fields[name] ?? optional }
    const limit = held[name]
    if (limit) checkText(check, place, limit)
    else checkText(check, place)
  }
}

/** Whether an image is there, not expired, and uploaded for the kind that refers to it. */
function checkImageUrl(check: Check, record: JsonRecord, at: string): void {
  const { img_url: url } = record
  if (typeof url !== 'string' || !isSet(url)) return
  const { unknownImage, wrongKindImage } = check.settings.assumptions
  const image = check.image(url)
  const pointer = `${at}/img_url`
  if (image === undefined) report(check, unknownImage, pointer, 'no image was uploaded that has this URL')
  else if (image.expiresAt <= check.now) report(check, unknownImage, pointer, 'the image has expired and is deleted')
  else if (image.upload !== kindFacts[check.kind].upload) {
    report(check, wrongKindImage, pointer, `the image was uploaded with ${image.upload}, not for ${check.kind}`)
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isButtonType(type: string | undefined): type is ButtonType {
  return (buttonTypes as readonly (string | undefined)[]).includes(type)
}
