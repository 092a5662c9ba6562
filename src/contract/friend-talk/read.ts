import type {
  ButtonContent,
  CardContent,
  ContentList,
  Fields,
  ImageContent,
  Placed,
  ReadContent,
  SettingContent,
} from '../content.ts'
import type { Setting } from '../contract.ts'
import { buttonNames, couponNames, imageNames, targetNames } from './names.ts'
import { repeatedIn } from './kinds.ts'
import { settings } from './settings.ts'
import { escapePointer } from '../../text/json-text.ts'

/** An object of a payload and its JSON Pointer. */
interface Part {
  readonly fields: { readonly [name: string]: unknown }
  readonly pointer: string
}

/** Reads a payload back into what it was built from. A payload that was never checked may have any shape. */
export function readPayload(kind: string, payload: unknown): ReadContent {
  const record = objectAt(payload, '') ?? { fields: {}, pointer: '' }
  const lists: ContentList[] = []
  const buttonsIn = (part: Part | undefined, card?: number): readonly ButtonContent<Placed>[] => {
    const entries = entriesOf(part, 'button')
    if (entries.length > 0)
      lists.push({ unit: 'buttons', pointer: `${part?.pointer}/button`, ...(card !== undefined && { card }) })
    return entries.map((entry) => {
      const type = valueOf(entry, 'type')
      return { ...(type && { type }), attributes: picked(entry, buttonNames) }
    })
  }
  const attachment = partOf(record, 'attachment')
  const shared = { kind, ...optional('msg', valueOf(record, 'msg')), settings: settingsOf(record) }
  switch (repeatedIn(kind)) {
    case undefined:
      return {
        ...shared,
        buttons: buttonsIn(attachment),
        ...optional('image', imageOf(partOf(attachment, 'image'))),
        lists,
      }
    case 'item': {
      const list = partOf(attachment, 'item')
      const items = entriesOf(list, 'list').map((entry) => ({
        ...optional('title', valueOf(entry, 'title')),
        image: imageOf(entry) ?? {},
        targets: picked(entry, targetNames),
      }))
      if (items.length > 0) lists.push({ unit: 'items', pointer: `${list?.pointer}/list` })
      return {
        ...shared,
        ...optional('header', valueOf(record, 'header')),
        items,
        buttons: buttonsIn(attachment),
        lists,
      }
    }
    case 'card': {
      const carousel = partOf(record, 'carousel')
      const entries = entriesOf(carousel, 'list')
      if (entries.length > 0) lists.push({ unit: 'cards', pointer: `${carousel?.pointer}/list` })
      const cards = entries.map((card, index): CardContent<Placed> => {
        const parts = partOf(card, 'attachment')
        const coupon = partOf(parts, 'coupon')
        return {
          ...optional('header', valueOf(card, 'header')),
          ...optional('message', valueOf(card, 'message')),
          buttons: buttonsIn(parts, index),
          ...optional('image', imageOf(partOf(parts, 'image'))),
          ...(coupon && { coupon: { fields: picked(coupon, couponNames) } }),
        }
      })
      const tail = partOf(carousel, 'tail')
      return { ...shared, cards, ...(tail && { tail: { targets: picked(tail, targetNames) } }), lists }
    }
  }
}

/** Of a payload that states no setting its default counts. */
function settingsOf(record: Part): { readonly [key: string]: SettingContent<Placed> } {
  return Object.fromEntries(
    Object.entries<Setting>(settings).flatMap(([key, setting]): (readonly [string, SettingContent<Placed>])[] => {
      const value = valueOf(record, key)
      const part = setting.fields && partOf(record, key)
      if (setting.fields === undefined && value !== undefined) return [[key, value]]
      if (part !== undefined) {
        const fields = Object.keys(part.fields).map((name) => ({ name, value: valueOf(part, name) }))
        return [
          [key, { fields: fields.filter((field) => field.value !== undefined) as { name: string; value: Placed }[] }],
        ]
      }
      return setting.default === undefined ? [] : [[key, { value: setting.default, pointer: `/${key}` }]]
    }),
  )
}

function imageOf(part: Part | undefined): ImageContent<Placed> | undefined {
  return part && picked(part, imageNames)
}

function picked<N extends string>(part: Part, names: { readonly [K in N]: string }): Fields<Placed, N> {
  const attributes = Object.keys(names) as N[]
  const entries = Object.keys(part.fields).flatMap((field) => {
    const name = attributes.find((attribute) => names[attribute] === field)
    const value = valueOf(part, field)
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries) as Fields<Placed, N>
}

function optional<N extends string, T>(name: N, value: T | undefined): { readonly [K in N]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [K in N]?: T }
}

function valueOf({ fields, pointer }: Part, name: string): Placed | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return value === undefined || value === null ? undefined : { value, pointer: `${pointer}/${escapePointer(name)}` }
}

function partOf(part: Part | undefined, name: string): Part | undefined {
  const placed = part && valueOf(part, name)
  return placed && objectAt(placed.value, placed.pointer)
}

function entriesOf(part: Part | undefined, name: string): readonly Part[] {
  const list = part && valueOf(part, name)
  if (!Array.isArray(list?.value)) return []
  return list.value.map(
    (entry: unknown, index) =>
      objectAt(entry, `${list.pointer}/${index}`) ?? { fields: {}, pointer: `${list.pointer}/${index}` },
  )
}

function objectAt(value: unknown, pointer: string): Part | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { fields: value as Part['fields'], pointer }
    : undefined
}
