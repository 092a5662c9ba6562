import {
  appLinkTargets,
  attachmentFields,
  buttonAttributes,
  buttonFields,
  cardAttachmentFields,
  cardFields,
  couponFields,
  imageFields,
  itemFields,
  linkTargetFields,
} from '../contract/payload.ts'
import { type ButtonType, buttonTypes, kindFacts, type Presence } from '../contract/kinds.ts'
import { type Limit, limits } from '../contract/limits.ts'
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

type Fields = Readonly<Record<string, Presence>>

const attachmentNames: ReadonlySet<string> = new Set(['button', 'image', 'item', 'coupon'])
const buttonNames: ReadonlySet<string> = new Set(buttonAttributes)
const attributeLimits: Readonly<Record<string, Limit>> = {
  chat_extra: limits.chatExtra,
  chat_event: limits.chatEvent,
}
const optional = 'optional'
const required = 'required'

/** Checks the attachment of a message. */
export function checkAttachment(check: Check, attachment: JsonRecord, at: string): void {
  const fields: Fields = attachmentFields[check.kind]
  checkNames(check, { record: attachment, at }, fields, attachmentNames)
  if (fields['button']) checkButtons(check, attachment, at, [limits.buttonName, buttonNameOf(check)])
  if (fields['image']) checkImage(check, attachment, at)
  if (fields['item']) checkItems(check, attachment, at)
}

/** Checks the carousel of a message. */
export function checkCarousel(check: Check, carousel: JsonRecord, at: string): void {
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
