import { type JsonSchema, object, type TypedSchema, typed } from '../text/json-schema.ts'
import { escapePointer, type JsonObject, lastKeyOf, objectOf } from '../text/json-text.ts'
import { onceFor } from '../text/once.ts'
import type { ButtonAttribute, ContentList, Placed, ReadContent, SettingContent } from './content.ts'
import type { ButtonTypeFacts, Contract, FieldRole, Setting } from './contract.ts'

/**
 * A part of a payload: its fields in the interface's order, with `?` behind those that may be absent. A text is the place
 * of a field's text in the message: `tail.targets.mobile`; in a list it is the place in the entry. The type of a payload,
 * its schema, `build` and its inverse `read` follow from it.
 */
export interface Shape {
  readonly [field: string]: Node
}

type Node = string | Special | Shape

/** A field that is no text, or has a schema that says more. */
export interface Special<T = unknown> {
  readonly $schema: TypedSchema<T>
  /** The place of a single value. */
  readonly $at?: string
  readonly $list?: ContentList['unit']
  /** The shape of a part, or of the entries of a list. */
  readonly $of?: Shape
}

/** The type of what has a shape. */
export type Shaped<N> = N extends string
  ? string
  : N extends { readonly $schema: TypedSchema<infer T> }
    ? T
    : Plain<
        { readonly [F in keyof N as F extends `${string}?` ? never : F]: Shaped<N[F]> } & {
          readonly [F in keyof N as F extends `${infer Name}?` ? Name : never]?: Shaped<N[F]>
        }
      >

type Plain<T> = { [K in keyof T]: T[K] }

export const text: JsonSchema = { type: 'string', minLength: 1 }

/** A value that is no text. */
export function value<T>($at: string, $schema: TypedSchema<T>): Special<T> {
  return { $at, $schema }
}

/** A value that no message states: a constant, or one that the service's own `build` adds. */
export function fixed<T>($schema: TypedSchema<T>): Special<T> {
  return { $schema }
}

export function part<const S extends Shape>($of: S, keywords: JsonSchema): Special<Shaped<S>> {
  return { $of, $schema: { ...schemaOf($of), ...keywords } }
}

export function list<const S extends Shape>(unit: ContentList['unit'], of: S): Special<readonly Shaped<S>[]>
export function list<T>(unit: ContentList['unit'], of: Shape, schema: TypedSchema<T>): Special<T>
export function list($list: ContentList['unit'], $of: Shape, $schema = listOf(schemaOf($of))): Special {
  return { $list, $of, $schema }
}

/** Items, the first of which has a shape of its own: its limits differ. */
export function items<const S extends Shape>(first: S, other: Shape): Special<readonly Shaped<S>[]> {
  const schema = { ...listOf(schemaOf(other)), prefixItems: [schemaOf(first)] }
  return list('items', first, typed<readonly Shaped<S>[]>(schema))
}

/** Optional fields, by the names of the values in a message. */
export function maybe<const N extends { readonly [value: string]: string }>(
  at: string,
  names: N,
): { readonly [V in keyof N as `${N[V]}?`]: string } {
  return Object.fromEntries(Object.entries(names).map(([name, field]) => [`${field}?`, `${at}.${name}`])) as never
}

/** The role of a text by its place in a message. */
const roles: readonly (readonly [place: RegExp, role: FieldRole])[] = [
  [/^settings\.|^type$/, 'other'],
  [/\.source$/, 'image'],
  [/\.(?:link|mobile|pc|android|ios)$/, 'link'],
  [/\.(?:extra|event|form)$/, 'fixed'],
  [/^/, 'shown'],
]

/** Returns what tells the role of a field by its place in a message; the text of a fallback stands within a setting. */
export function roleFinder(shapes: readonly Shape[], fallback: { within: string; text: string }): Contract['roleOf'] {
  const byName = new Map<string, FieldRole>()
  const visit = (shape: Shape): void => {
    for (const [field, node] of Object.entries(shape)) {
      const role = typeof node === 'string' ? roles.find(([place]) => place.test(node))?.[1] : undefined
      if (role !== undefined) byName.set(field.replace('?', ''), role)
      else if (typeof node !== 'string') visit(isShape(node) ? node : (node.$of ?? {}))
    }
  }
  shapes.forEach(visit)
  return (pointer) => {
    const field = lastKeyOf(pointer)
    if (pointer.startsWith(fallback.within)) return field === fallback.text ? 'fallback' : 'other'
    return byName.get(field) ?? 'other'
  }
}

/** The names of the fields of a shape. */
export function namesOf(shape: Shape): readonly string[] {
  return Object.keys(shape).map((field) => field.replace('?', ''))
}

export function schemaOf(node: Node): JsonSchema {
  if (typeof node === 'string') return text
  if (!isShape(node)) return node.$schema
  const fields = Object.entries(node)
  const properties = fields.map(([field, inner]) => [field.replace('?', ''), schemaOf(inner)])
  const required = fields.flatMap(([field]) => (field.endsWith('?') ? [] : [field]))
  return object(Object.fromEntries(properties), ...required)
}

function listOf(entry: JsonSchema): JsonSchema {
  return { type: 'array', items: entry }
}

type Names = { readonly [A in ButtonAttribute]: string }
type Types = { readonly [type: string]: ButtonTypeFacts }
type Attributes<F, N extends Names, P> = {
  readonly [A in keyof F as F[A] extends P ? N[A & ButtonAttribute] : never]: string
}

/** The buttons of each type, with the service's names of their attributes. */
export type ButtonOf<T extends Types, N extends Names> = {
  [B in keyof T]: Plain<
    { readonly type: B } & Attributes<T[B]['fields'], N, 'required'> &
      Partial<Attributes<T[B]['fields'], N, 'optional'>>
  > &
    (T[B] extends { readonly oneOf: readonly (infer A extends ButtonAttribute)[] }
      ? { [One in A]: { readonly [F in N[One]]: string } }[A]
      : unknown)
}[keyof T]

/** Returns the schema of buttons: their attributes, and those that each type has and needs. */
export function buttonsSchema<const T extends Types, const N extends Names>(
  types: T,
  names: N,
): TypedSchema<readonly ButtonOf<T, N>[]> {
  const attributes = Object.fromEntries(Object.values<string>(names).map((name) => [name, text]))
  const properties = { ...attributes, type: { enum: Object.keys(types) } }
  const allOf = Object.entries<ButtonTypeFacts>(types).map(([type, facts]) => ({
    if: { properties: { type: { const: type } }, required: ['type'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: attributesSchema(facts, names),
  }))
  return { ...listOf({ type: 'object', properties, required: ['type'], allOf }), minItems: 1 }
}

function attributesSchema({ fields, oneOf = [], atLeast = 1 }: ButtonTypeFacts, names: Names): JsonSchema {
  const attributes = Object.keys(fields) as ButtonAttribute[]
  const known = ['type', ...attributes.map((one) => names[one])]
  const properties = Object.fromEntries(known.map((name) => [name, {}]))
  const required = attributes.filter((one) => fields[one] === 'required').map((one) => names[one])
  const enough = oneOf.flatMap((one, index) =>
    atLeast === 1 ? [[one]] : oneOf.slice(index + 1).map((other) => [one, other]),
  )
  const anyOf = enough.map((needed) => ({ required: needed.map((one) => names[one]) }))
  return { ...object(properties, ...required), ...(anyOf.length > 0 && { anyOf }) }
}

function isShape(node: Shape | Special): node is Shape {
  return !('$schema' in node)
}

/** The building and the reading of a field. */
type Step =
  | { readonly path: readonly string[]; readonly names: readonly string[] }
  | { readonly constant: unknown }
  | Listed
  | { readonly plan: Plan }

interface Listed {
  readonly unit: ContentList['unit']
  readonly plan: Plan
}

interface Plan {
  readonly steps: ReadonlyMap<string, Step>
  /** The parts of a message that are there as soon as the payload's part is. */
  readonly parts: readonly (readonly string[])[]
  /** The lists that it always has. */
  readonly units: readonly string[]
  /** Parts of a message, at least one of which is there if the payload has this part. */
  readonly roots: readonly string[]
}

const planOf = onceFor((shape: Shape): Plan => {
  const steps = Object.entries(shape).map(([field, node]) => [field.replace('?', ''), stepOf(node)] as const)
  const all = steps.map(([, step]) => step)
  const units = all.flatMap((step) => ('unit' in step ? [step.unit] : 'plan' in step ? step.plan.units : []))
  const nested = all.flatMap((step) => ('plan' in step && !('unit' in step) ? step.plan.roots : []))
  return {
    steps: new Map(steps),
    parts: all.flatMap((step) => ('path' in step && step.path[0] !== 'settings' ? [step.path.slice(0, -1)] : [])),
    units,
    roots: [...all.flatMap((step) => ('path' in step ? step.path.slice(0, 1) : [])), ...units, ...nested],
  }
})

function stepOf(node: Node): Step {
  if (typeof node === 'string') return { path: node.split('.'), names: [] }
  if (isShape(node)) return { plan: planOf(node) }
  const { $at, $list, $of, $schema } = node
  if ($at !== undefined) return { path: $at.split('.'), names: Object.keys(objectOf($schema['properties']) ?? {}) }
  if ($of === undefined) return { constant: $schema['const'] }
  return { ...($list && { unit: $list }), plan: planOf($of) }
}

type Holder = { readonly [name: string]: unknown }

/** Returns the payload of a message. Fields that it lacks are undefined; a part is there if the message has one. */
export function build(shape: Shape, content: object): object {
  return built(planOf(shape), content as Holder)
}

function built(plan: Plan, content: Holder): object {
  const fields: { [name: string]: unknown } = {}
  for (const [name, step] of plan.steps) fields[name] = fieldOf(step, content)
  return fields
}

function fieldOf(step: Step, content: Holder): unknown {
  if ('constant' in step) return step.constant
  if ('path' in step) {
    const stated = step.path.reduce<unknown>((at, name) => (at as Holder | undefined)?.[name], content)
    return mappingOf(stated, step.names)
  }
  if (!('unit' in step))
    return step.plan.roots.some((name) => isStated(content[name])) ? built(step.plan, content) : undefined
  const entries = content[step.unit] as readonly Holder[]
  return entries.length === 0 ? undefined : entries.map((entry) => built(step.plan, entry))
}

function isStated(stated: unknown): boolean {
  return Array.isArray(stated) ? stated.length > 0 : stated !== undefined
}

/** A mapping of settings, its fields in the order of the interface; any other value as it is. */
function mappingOf(stated: unknown, names: readonly string[]): unknown {
  if (typeof stated !== 'object' || stated === null || !('fields' in stated)) return stated
  const fields = stated.fields as readonly { readonly name: string; readonly value: unknown }[]
  return Object.fromEntries([
    ...names.map((name) => [name, undefined] as const),
    ...fields.map((field) => [field.name, field.value] as const),
  ])
}

/** The inverse of `build`, without settings. A payload that was never checked may have any shape: what differs is left out. */
export function read(shape: Shape, payload: unknown): Omit<ReadContent, 'kind' | 'settings'> {
  const lists: ContentList[] = []
  return { ...entryOf(planOf(shape), payload, { pointer: '', lists }), lists }
}

interface Reading {
  readonly pointer: string
  readonly lists: ContentList[]
  readonly card?: number
}

type Content = { [part: string]: unknown }

function entryOf(plan: Plan, payload: unknown, reading: Reading): Content {
  const content: Content = Object.fromEntries(plan.units.map((unit) => [unit, []]))
  readPart(plan, { part: objectOf(payload) ?? {}, content }, reading)
  return content
}

function readPart(
  plan: Plan,
  { part: fields, content }: { readonly part: JsonObject; readonly content: Content },
  reading: Reading,
): void {
  for (const path of plan.parts) holderIn(content, path)
  for (const [name, field] of Object.entries(fields)) {
    const step = plan.steps.get(name)
    if (step === undefined || field === undefined || field === null) continue
    const at = { ...reading, pointer: `${reading.pointer}/${name}` }
    if ('path' in step) {
      const [first, last = ''] = [step.path[0], step.path.at(-1)]
      if (first !== 'settings') holderIn(content, step.path.slice(0, -1))[last] = { value: field, pointer: at.pointer }
    } else if ('unit' in step) {
      if (Array.isArray(field) && field.length > 0) content[step.unit] = entriesOf(step, field, at)
    } else if ('plan' in step) {
      const inside = objectOf(field)
      if (inside) readPart(step.plan, { part: inside, content }, at)
    }
  }
}

function entriesOf({ unit, plan }: Listed, entries: readonly unknown[], reading: Reading): readonly Content[] {
  const { lists, pointer, card } = reading
  lists.push({ unit, pointer, ...(card !== undefined && { card }) })
  return entries.map((entry, index) =>
    entryOf(plan, entry, { lists, pointer: `${pointer}/${index}`, ...(unit === 'cards' && { card: index }) }),
  )
}

/** Returns the part of a message at a path. */
function holderIn(content: Content, path: readonly string[]): Content {
  return path.reduce((holder, name) => (holder[name] ??= {}) as Content, content)
}

/** Reads the settings that stand in an object of a payload. Where one is not stated, the default of the service counts. */
export function settingsIn(
  fields: JsonObject,
  pointer: string,
  settings: { readonly [key: string]: Setting },
): ReadContent['settings'] {
  const entries = Object.entries(settings).flatMap(([key, setting]): [string, SettingContent<Placed>][] => {
    const stated = fields[key]
    const at = `${pointer}/${key}`
    const mapping = setting.fields && objectOf(stated)
    if (mapping) return [[key, { fields: fieldsOf(mapping, at) }]]
    if (setting.fields === undefined && stated !== undefined && stated !== null)
      return [[key, { value: stated, pointer: at }]]
    return setting.default === undefined ? [] : [[key, { value: setting.default, pointer: at }]]
  })
  return Object.fromEntries(entries)
}

function fieldsOf(mapping: JsonObject, pointer: string): { readonly name: string; readonly value: Placed }[] {
  return Object.entries(mapping).flatMap(([name, field]) => {
    if (field === undefined || field === null) return []
    return [{ name, value: { value: field, pointer: `${pointer}/${escapePointer(name)}` } }]
  })
}
