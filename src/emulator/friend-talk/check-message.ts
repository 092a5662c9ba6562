import {
  appLinkTargets,
  attachmentFields,
  buttonAttributes,
  buttonFields,
  type ButtonType,
  buttonTypes,
  cardAttachmentFields,
  cardFields,
  couponFields,
  failbackFields,
  failbackSendFields,
  imageFields,
  itemFields,
  linkTargetFields,
  payloadFields,
} from '../../contract/friend-talk/payload.ts'
import { type Kind, kindFacts, kinds } from '../../contract/friend-talk/kinds.ts'
import { settings as serviceSettings } from '../../contract/friend-talk/settings.ts'
import { type Check, CheckedRecord, type FieldPresence } from './check-fields.ts'
import type { JsonRecord } from '../record.ts'
import { foreignSecret, isEmulatorSecret } from '../credentials.ts'

/** What a send adds, and what the field table names beside `failback_data`. */
const sendFields = {
  sender_key: 'required',
  receiver_number: 'required',
  sender_number: 'required',
  msg_key: 'optional',
  secret_key: 'optional',
  api_unique_id: 'optional',
} as const

const fieldsOfKind: ReadonlyMap<Kind, FieldPresence> = new Map(
  kinds.map((kind) => [kind, { ...sendFields, ...payloadFields[kind] }]),
)
const messageNames: ReadonlySet<string> = new Set(kinds.flatMap((kind) => Object.keys(payloadFields[kind])))
const attachmentNames: ReadonlySet<string> = new Set(['button', 'image', 'item', 'coupon'])
const buttonNames: ReadonlySet<string> = new Set(buttonAttributes)

const mobileNumber = /^01[016789]\d{7,8}$/
/** Numbers of the fixed and mobile networks, of 050 and 070, and representative numbers such as 1588-0000. */
const senderNumber = /^(?:0\d{7,11}|1[5-9]\d{6})$/

/** Checks one message field by field. What is found first decides the code. */
export function checkMessage(check: Check, record: JsonRecord): void {
  const { kind, settings } = check
  const message = new CheckedRecord(check, record, '')
  const fields = fieldsOfKind.get(kind) ?? {}
  const { header, attachment: attached, carousel: carried } = fields
  message.names(fields, messageNames)
  const senderKey = message.text('sender_key', 'required')
  checkNumbers(message)
  message.text('msg_key', 'optional')
  message.text('msg', 'required')
  if (header) message.text('header', header)
  checkEcho(message)
  message.text('ad_flag', 'optional', serviceSettings.ad_flag.schema.enum)
  const attachment = attached && message.object('attachment', attached)
  if (attachment) checkAttachment(attachment)
  const carousel = carried && message.object('carousel', carried)
  if (carousel) checkCarousel(carousel)
  checkFailback(message)
  if (senderKey !== undefined && settings.senderKeys !== null && !settings.senderKeys.includes(senderKey)) {
    message.report('C404_1', 'sender_key', 'no sender profile has this key')
  }
}

function checkNumbers(message: CheckedRecord): void {
  const { senderNumbers } = message.check.settings
  const receiver = message.text('receiver_number', 'required')
  if (receiver !== undefined && !mobileNumber.test(receiver)) {
    message.report('G141', 'receiver_number', 'is no Korean mobile number in digits')
  }
  const sender = message.text('sender_number', 'required')
  if (sender === undefined) return
  if (!senderNumber.test(sender)) message.report('G140', 'sender_number', 'is no phone number in digits')
  else if (senderNumbers !== null && !senderNumbers.includes(sender)) {
    message.report('G140', 'sender_number', 'is not registered')
  }
}

/** Checks the one field whose wrong type has a code of its own. */
function checkEcho(message: CheckedRecord): void {
  const echo = message.record['echo_to_webhook']
  if (echo === undefined || echo === null) return
  if (typeof echo !== 'string') message.report('G142', 'echo_to_webhook', 'must be a string')
  else message.text('echo_to_webhook', 'optional')
}

const failbackKeyFields = { ...failbackFields, secret_key: 'required' } as const

/**
 * Checks the fallback. The interface's table has `secret_key` and `api_unique_id` beside `failback_data`, its example
 * inside: both are taken.
 */
function checkFailback(message: CheckedRecord): void {
  const data = message.object('failback_data', 'optional')
  checkSecret(message)
  if (data === undefined) return
  checkSecret(data)
  // Further fields are the fallback service's own; only these are known.
  for (const name of failbackSendFields) if (name !== 'secret_key') data.text(name, 'optional')
  data.text('msg', failbackKeyFields.msg)
  data.text('origin_cid', failbackKeyFields.origin_cid)
  for (const name of ['secret_key', 'api_unique_id'] as const) {
    const isBeside = data.record[name] === undefined && message.record[name] !== undefined
    const holder = isBeside ? message : data
    const value = holder.text(name, failbackKeyFields[name])
    if (name !== 'api_unique_id' || value === undefined) continue
    if (!message.check.settings.apiUniqueIds.includes(value)) {
      holder.report('G110', name, 'the fallback service has no such id')
    }
  }
}

function checkSecret(holder: CheckedRecord): void {
  const secret = holder.record['secret_key']
  if (typeof secret === 'string' && secret !== '' && !isEmulatorSecret(secret)) {
    holder.report('C400_2', 'secret_key', foreignSecret)
  }
}

function checkAttachment(attachment: CheckedRecord): void {
  const fields: FieldPresence = attachmentFields[attachment.check.kind]
  attachment.names(fields, attachmentNames)
  if (fields['button']) checkButtons(attachment)
  if (fields['image']) checkImage(attachment)
  if (fields['item']) checkItems(attachment)
}

function checkCarousel(carousel: CheckedRecord): void {
  carousel.names({ list: true, tail: true })
  carousel.entries({ name: 'list', presence: 'required' }, (card) => {
    card.names(cardFields)
    card.text('header', 'required')
    card.text('message', 'required')
    const attachment = card.object('attachment', 'required')
    if (attachment === undefined) return
    attachment.names(cardAttachmentFields, attachmentNames)
    checkButtons(attachment)
    checkImage(attachment)
    attachment.object('coupon', 'optional')?.texts(couponFields)
  })
  carousel.object('tail', 'optional')?.texts(linkTargetFields)
}

function checkButtons(attachment: CheckedRecord): void {
  attachment.entries({ name: 'button', presence: 'optional' }, (button) => {
    button.text('name', 'required')
    const type = button.text('type', 'required', buttonTypes)
    if (!isButtonType(type)) return
    const fields: FieldPresence = buttonFields[type]
    button.names(fields, buttonNames)
    for (const name in fields) {
      if (name === 'name' || name === 'type') continue
      button.text(name, fields[name] ?? 'optional')
    }
    if (type === 'AL' && !appLinkTargets.some((target) => isSet(button.record[target]))) {
      button.report('C400_3', '', `needs one of ${appLinkTargets.join(', ')}`)
    }
  })
}

function checkImage(attachment: CheckedRecord): void {
  const image = attachment.object('image', 'required')
  if (image === undefined) return
  image.texts(imageFields)
  checkImageUrl(image)
}

function checkItems(attachment: CheckedRecord): void {
  const item = attachment.object('item', 'required')
  if (item === undefined) return
  item.names({ list: true })
  item.entries({ name: 'list', presence: 'required' }, (entry) => {
    entry.texts(itemFields)
    checkImageUrl(entry)
  })
}

/** Checks whether an image is there, not expired, and uploaded for the kind that refers to it. */
function checkImageUrl(holder: CheckedRecord): void {
  const { kind, now, image: imageAt } = holder.check
  const { img_url: url } = holder.record
  if (typeof url !== 'string' || !isSet(url)) return
  const image = imageAt(url)
  if (image === undefined) holder.report('C404_1', 'img_url', 'no image was uploaded that has this URL')
  else if (image.expiresAt <= now) holder.report('C404_1', 'img_url', 'the image has expired and is deleted')
  else if (image.upload !== kindFacts[kind].upload) {
    holder.report('C400_2', 'img_url', `the image was uploaded with ${image.upload}, not for ${kind}`)
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isButtonType(type: string | undefined): type is ButtonType {
  return (buttonTypes as readonly (string | undefined)[]).includes(type)
}
