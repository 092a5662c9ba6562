import { escapePointer } from '../text/json-text.ts'
import type { Fields, ImageContent, Placed, SettingContent } from './content.ts'
import type { Setting } from './contract.ts'

// Parts of the inverse of `build`. A payload that was never checked may have any shape.

/** An object of a payload and its JSON Pointer. */
export interface Part {
  readonly fields: { readonly [name: string]: unknown }
  readonly pointer: string
}

/** Returns the settings of one part of a payload. Where it states none, the default of the service counts. */
export function settingsOf(
  part: Part,
  settings: { readonly [key: string]: Setting },
): { readonly [key: string]: SettingContent<Placed> } {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, setting]): (readonly [string, SettingContent<Placed>])[] => {
      const value = valueOf(part, key)
      const mapping = setting.fields && partOf(part, key)
      if (setting.fields === undefined && value !== undefined) return [[key, value]]
      if (mapping !== undefined) {
        const fields = Object.keys(mapping.fields).map((name) => ({ name, value: valueOf(mapping, name) }))
        return [
          [key, { fields: fields.filter((field) => field.value !== undefined) as { name: string; value: Placed }[] }],
        ]
      }
      return setting.default === undefined ? [] : [[key, { value: setting.default, pointer: `${part.pointer}/${key}` }]]
    }),
  )
}

/** Returns the values of a part by what the service's names stand for, in the order of the payload. */
export function picked<N extends string>(
  part: Part | undefined,
  names: { readonly [K in N]: string },
): Fields<Placed, N> {
  const attributes = Object.keys(names) as N[]
  const fields: { [K in N]?: Placed } = {}
  for (const field of Object.keys(part?.fields ?? {})) {
    const name = attributes.find((attribute) => names[attribute] === field)
    const value = part && name && valueOf(part, field)
    if (name && value) fields[name] = value
  }
  return fields
}

export function imageOf(
  part: Part | undefined,
  names: { readonly [K in keyof ImageContent<Placed>]-?: string },
): ImageContent<Placed> | undefined {
  return part && picked(part, names)
}

export function optional<N extends string, T>(name: N, value: T | undefined): { readonly [K in N]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [K in N]?: T }
}

export function valueOf({ fields, pointer }: Part, name: string): Placed | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return value === undefined || value === null ? undefined : { value, pointer: `${pointer}/${escapePointer(name)}` }
}

export function partOf(part: Part | undefined, name: string): Part | undefined {
  const placed = part && valueOf(part, name)
  return placed && objectAt(placed.value, placed.pointer)
}

export function entriesOf(part: Part | undefined, name: string): readonly Part[] {
  const list = part && valueOf(part, name)
  if (!Array.isArray(list?.value)) return []
  return list.value.map(
    (entry: unknown, index) =>
      objectAt(entry, `${list.pointer}/${index}`) ?? { fields: {}, pointer: `${list.pointer}/${index}` },
  )
}

/** Returns a whole payload as a part. */
export function wholeOf(payload: unknown): Part {
  return objectAt(payload, '') ?? { fields: {}, pointer: '' }
}

function objectAt(value: unknown, pointer: string): Part | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { fields: value as Part['fields'], pointer }
    : undefined
}
