import type { Kind } from '../contract/kinds.ts'
import { escapePointer } from '../contract/payload.ts'
import { canonicalJson } from '../json-text.ts'
import { isUnset, type JsonObject, objectOf } from './record.ts'

/** A message of a sibling service as a message record. */
export interface SiblingRecord {
  readonly record: JsonObject
  readonly kind?: Kind
  /** A message type that is none of the five kinds. */
  readonly unknownType?: string
  /** Where it stands in the file. */
  readonly pointer: string
  /** Where what stands at a JSON Pointer of the record comes from, as JSON Pointers of the file. */
  readonly origins: ReadonlyMap<string, string>
  /** What has no counterpart, as JSON Pointers of the file. */
  readonly leftOut: readonly string[]
}

/** Infobank OMNI's message types, as its SDK names them. */
export const omniKinds: { readonly [msgType: string]: Kind } = {
  FT: 'ft-text',
  FI: 'ft-image',
  FW: 'ft-wide',
  FL: 'ft-wide-item-list',
  FC: 'ft-carousel-feed',
}

/** Where a field goes, from the object that it stands in; `fields` are those of what it holds. */
type Target = string | { readonly to: string; readonly fields: Fields; readonly isList?: true }
interface Fields {
  readonly [name: string]: Target
}

const targets = {
  urlMobile: 'url_mobile',
  linkMo: 'url_mobile',
  urlPc: 'url_pc',
  linkPc: 'url_pc',
  schemeAndroid: 'scheme_android',
  schemeIos: 'scheme_ios',
} as const
const chat = { chatExtra: 'chat_extra', chatEvent: 'chat_event', bizFormKey: 'biz_form_key' } as const
const buttons = { to: 'button', fields: { name: 'name', type: 'type', ...targets, ...chat }, isList: true } as const
const imageUrl = { imgUrl: 'img_url', imageUrl: 'img_url' } as const
const image = { to: 'image', fields: { ...imageUrl, imgLink: 'img_link', imageLink: 'img_link' } } as const
const entries = { to: 'list', fields: { title: 'title', ...imageUrl, ...targets }, isList: true } as const
const item = { to: 'item', fields: { list: entries } } as const
const coupon = { to: 'coupon', fields: { title: 'title', description: 'description', ...targets } } as const
const cards = {
  to: 'list',
  fields: {
    header: 'header',
    message: 'message',
    attachment: { to: 'attachment', fields: { button: buttons, buttons, image, coupon } },
  },
  isList: true,
} as const

/**
 * What the fields of sibling services are called in a message record: those of Infobank OMNI as in its SDK for Node.js,
 * those of NHN Cloud as in its FriendTalk API v2.4. No name means two things.
 */
const messageFields: Fields = {
  text: 'msg',
  content: 'msg',
  header: 'header',
  adFlag: 'ad_flag',
  isAd: 'ad_flag',
  attachment: { to: 'attachment', fields: { button: buttons, image, item } },
  carousel: { to: 'carousel', fields: { list: cards, tail: { to: 'tail', fields: targets } } },
  // NHN Cloud, and OMNI's single send, have no attachment.
  button: { ...buttons, to: 'attachment/button' },
  buttons: { ...buttons, to: 'attachment/button' },
  item: { ...item, to: 'attachment/item' },
  imgUrl: 'attachment/image/img_url',
  imageUrl: 'attachment/image/img_url',
  imageLink: 'attachment/image/img_link',
}

/** What a send adds, and what says no more than that nothing is asked for. */
const ofSends: ReadonlySet<string> = new Set(['senderKey', 'msgType', 'to', 'recipientNo', 'destinations', 'ordering'])
const silent: { readonly [name: string]: readonly unknown[] } = { adult: ['N', false], pushAlarm: ['Y'] }

/**
 * The messages of a sibling service's payload: of Infobank OMNI one, or those of a `messageForm` or `messageFlow`; of NHN
 * Cloud one for each different entry of `recipientList`. Undefined for anything else.
 */
export function siblingRecords(data: unknown): readonly SiblingRecord[] | undefined {
  const fields = objectOf(data)
  if (fields === undefined) return undefined
  const { recipientList } = fields
  if (Array.isArray(recipientList)) {
    const records = recipientList.map((one, index) => siblingRecord(one, `/recipientList/${index}`))
    return withSurroundings(different(records), fields, 'recipientList')
  }
  for (const name of ['messageForm', 'messageFlow']) {
    const list = fields[name]
    if (!Array.isArray(list)) continue
    const leftOut: string[] = []
    const records = list.flatMap((one, index) => {
      const { friendtalk, ...others } = objectOf(one) ?? {}
      leftOut.push(...Object.keys(others).map((other) => `/${name}/${index}/${escapePointer(other)}`))
      return friendtalk === undefined ? [] : [omniRecord(friendtalk, `/${name}/${index}/friendtalk`)]
    })
    return withSurroundings(records, fields, name, leftOut)
  }
  return typeof fields['msgType'] === 'string' ? [omniRecord(fields, '')] : undefined
}

/** Tells what stands around messages with the first of them. */
function withSurroundings(
  records: readonly SiblingRecord[],
  fields: JsonObject,
  list: string,
  beside: readonly string[] = [],
): readonly SiblingRecord[] {
  const around = Object.keys(fields).filter((name) => name !== list && !ofSends.has(name) && !isUnset(fields[name]))
  const leftOut = [...around.map((name) => `/${escapePointer(name)}`), ...beside]
  return records.map((one, index) => (index === 0 ? { ...one, leftOut: [...leftOut, ...one.leftOut] } : one))
}

function omniRecord(message: unknown, pointer: string): SiblingRecord {
  const type = objectOf(message)?.['msgType']
  const kind = typeof type === 'string' ? omniKinds[type] : undefined
  return { ...siblingRecord(message, pointer), ...(kind === undefined ? { unknownType: String(type) } : { kind }) }
}

function siblingRecord(message: unknown, pointer: string): SiblingRecord {
  const origins = new Map<string, string>()
  const leftOut: string[] = []
  const record = read(message, messageFields, { from: pointer, to: '' })
  return { record: objectOf(record) ?? {}, pointer, origins, leftOut }

  function read(value: unknown, fields: Fields, place: { readonly from: string; readonly to: string }): unknown {
    const given = objectOf(value)
    if (given === undefined) return value
    const result: { [name: string]: unknown } = {}
    for (const [name, one] of Object.entries(given)) {
      const from = `${place.from}/${escapePointer(name)}`
      const target = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (isUnset(one)) continue
      if (target === undefined) {
        if (!ofSends.has(name) && !silent[name]?.includes(one)) leftOut.push(from)
        continue
      }
      const path = typeof target === 'string' ? target : target.to
      const to = `${place.to}/${path}`
      origins.set(to, from)
      put(result, path, typeof target === 'string' ? plain(name, one) : readInto(one, target, { from, to }))
    }
    return result
  }

  function readInto(
    value: unknown,
    { fields, isList }: Exclude<Target, string>,
    { from, to }: { readonly from: string; readonly to: string },
  ): unknown {
    if (!isList || !Array.isArray(value)) return read(value, fields, { from, to })
    return inOrder(value).map(({ one, index }, at) => {
      origins.set(`${to}/${at}`, `${from}/${index}`)
      return read(one, fields, { from: `${from}/${index}`, to: `${to}/${at}` })
    })
  }
}

/** NHN Cloud numbers its buttons, which may stand in another order. */
function inOrder(list: readonly unknown[]): readonly { readonly one: unknown; readonly index: number }[] {
  const orderOf = (one: unknown): number => Number(objectOf(one)?.['ordering'] ?? 0)
  return list.map((one, index) => ({ one, index })).toSorted((a, b) => orderOf(a.one) - orderOf(b.one))
}

function plain(name: string, value: unknown): unknown {
  return name === 'isAd' && typeof value === 'boolean' ? (value ? 'Y' : 'N') : value
}

function put(result: { [name: string]: unknown }, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('/')
  if (rest.length === 0) result[first] = value
  else {
    const inner = { ...objectOf(result[first]) }
    put(inner, rest.join('/'), value)
    result[first] = inner
  }
}

/** Each message once: a request has it for every recipient. */
function different(records: readonly SiblingRecord[]): SiblingRecord[] {
  return [...new Map(records.toReversed().map((one) => [canonicalJson(one.record), one])).values()].toReversed()
}
