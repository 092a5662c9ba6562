import { contracts } from '../contract/contracts.ts'
import type { ErrorObject } from 'ajv'
import type { JsonSchema } from '../text/json-schema.ts'
import { unescapePointer, valueAt } from '../text/json-text.ts'
import { filledPattern } from '../text/text.ts'
import type { Span } from '../diagnostic.ts'
import { type RuleId, type Violation, violation, type ViolationArgs } from '../violation.ts'
import type { ValueType, Where } from '../finding-types.ts'
import { allNearest, nearest, suggestionFor } from './nearest.ts'
import { validatorOf } from '../validator.ts'
import type { YamlEntry, YamlNode } from './yaml.ts'
import type { Options } from 'ajv/dist/2020.js'

export type ShapeViolation = {
  [R in RuleId]: {
    readonly rule: R
    readonly args: ViolationArgs[R]
    /** The keys and indexes that lead to the place. */
    readonly path: readonly string[]
    /** The place: the key or its value. */
    readonly at: 'key' | 'value'
  }
}[RuleId]

/** A schema that checks YAML or JSON. */
export interface Shape {
  /** Returns the violations of data. */
  readonly errors: (data: unknown) => readonly ErrorObject[]
  /** The name of the mapping at a path. */
  readonly where: (path: readonly string[]) => Where
  /** The key that is meant by one of another service. */
  readonly meant?: (key: string) => string | undefined
}

/** The forms of the body for the keys of other formats. */
const formsOfBody: ReadonlyMap<string, string> = new Map([
  ['header', '# …'],
  ['image', '![…](…)'],
  ...contracts.flatMap(({ names }) => [
    [names.source, '![…](…)'] as const,
    [names.link, '[![…](…)](https://…)'] as const,
  ]),
  ['button', '- […](https://…)'],
  ['buttons', '- […](https://…)'],
  ['items', '## …'],
  ['cards', '## …'],
  ['carousel', '## …'],
  ['coupon', '```coupon'],
  ['price', '```price'],
])

/** @param options of ajv, beside those that every shape has */
export function shapeOf(schema: JsonSchema, where: Shape['where'], options: Options = {}): Shape {
  const validator = validatorOf(schema, options)
  return {
    errors(data) {
      const validate = validator()
      return validate(data) ? [] : (validate.errors ?? [])
    },
    where,
  }
}

/** Checks YAML against its schema; each violation points at the key or value, or at `anchor` for the root. */
export function checkYamlShape(root: YamlNode, anchor: Span, shape: Shape): Violation[] {
  const found = shapeViolations(plainOf(root), shape)
  // A key that is there under another name is not missing.
  const meant = new Set(found.map((wrong) => (wrong.rule === 'key-unknown' ? wrong.args.suggestion : undefined)))
  return found
    .filter((wrong) => wrong.rule !== 'key-missing' || !meant.has(wrong.args.key))
    .map((wrong) => locateShapeViolation(root, anchor, wrong))
}

/** Gives a violation its place in the YAML, or `anchor` where it has none there. */
export function locateShapeViolation(root: YamlNode | undefined, anchor: Span, wrong: ShapeViolation): Violation {
  const { rule, args, path, at } = wrong
  const place = root && locate(root, path)
  const span = place === undefined || path.length === 0 ? anchor : at === 'key' ? place.key : place.value.span
  const scalar = place?.value.type === 'scalar' ? place.value : undefined
  // As data a number has lost what it looked like: a leading zero, say.
  if (rule === 'number-unquoted' && scalar?.source !== undefined)
    return violation(rule, span, { ...args, text: scalar.source })
  // A variable's `max` is left alone: a number in its text is rarely meant as its length.
  if (rule === 'value-type' && args.where !== 'variable' && scalar && args.expected.includes('whole number')) {
    const suggestion = wholeNumberIn(scalar.source ?? args.text ?? '')
    return violation(rule, span, { ...args, ...(suggestion !== undefined && { suggestion }) })
  }
  if (rule === 'value-empty' && scalar?.comment !== undefined)
    return violation(rule, span, { ...args, comment: scalar.comment })
  return violation(rule, span, args)
}

export function shapeViolations(data: unknown, shape: Shape): ShapeViolation[] {
  return shape.errors(data).flatMap((error) => shapeViolation(error, data, shape) ?? [])
}

function shapeViolation(error: ErrorObject, data: unknown, { where, meant }: Shape): ShapeViolation | undefined {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer)
  const key = path.at(-1) ?? ''
  const value = valueAt(data, error.instancePath)
  const at = { path, at: 'value' } as const
  switch (error.keyword) {
    case 'additionalProperties': {
      const unknown = String(error.params['additionalProperty'])
      const names = error.parentSchema?.['propertyNames'] as { readonly not: { readonly enum: string[] } } | undefined
      if (names?.not.enum.includes(unknown)) return undefined
      const allowed = Object.keys(error.parentSchema?.['properties'] ?? {})
      const mapping = where(path)
      const form = mapping === 'frontmatter' ? formsOfBody.get(unknown.toLowerCase()) : undefined
      const own = meant?.(unknown)
      const near = own !== undefined && allowed.includes(own) ? own : nearest(unknown, allowed)
      const told = form === undefined ? near !== undefined && { suggestion: near } : { form }
      const args = { key: unknown, where: mapping, allowed, ...told }
      return { rule: 'key-unknown', args, path: [...path, unknown], at: 'key' }
    }
    case 'required': {
      const missing = String(error.params['missingProperty'])
      return { rule: 'key-missing', args: { key: missing, where: where(path) }, path, at: 'key' }
    }
    case 'type':
      return wrongType(error, { path, key, value }, where(path.slice(0, -1)))
    case 'enum':
      // The schema's `type` reports anything but a text.
      return typeof value === 'string' ? notAllowed(error.schema, { path, key, value }) : undefined
    case 'minLength':
    case 'minItems':
      return { rule: 'value-empty', args: { key }, ...at }
    case 'minimum':
      return { rule: 'value-too-small', args: { key, value: Number(value), min: Number(error.schema) }, ...at }
    case 'pattern':
      if (error.schema === filledPattern) return { rule: 'value-empty', args: { key }, ...at }
      return { rule: 'id-invalid', args: { id: String(value) }, ...at }
    case 'propertyNames': {
      const reserved = String(error.params['propertyName'])
      return { rule: 'failback-field-reserved', args: { key: reserved }, path: [...path, reserved], at: 'key' }
    }
    case 'not':
    case 'if':
      // `propertyNames` and the branches of the condition report their own errors.
      return undefined
    default:
      throw new Error(`no words for the schema keyword ${error.keyword}`)
  }
}

interface Found {
  readonly path: readonly string[]
  readonly key: string
  readonly value: unknown
}

function wrongType(error: ErrorObject, { path, key, value }: Found, where: Where): ShapeViolation {
  const expected = [error.schema].flat().map((type) => typeNames[String(type)] ?? 'text')
  if (value === null) return { rule: 'value-empty', args: { key }, path, at: 'key' }
  const allowed: unknown = error.parentSchema?.['enum']
  if (allowed !== undefined) return notAllowed(allowed, { path, key, value })
  if (typeof value === 'number' && expected.includes('text')) {
    return { rule: 'number-unquoted', args: { key, text: String(value) }, path, at: 'value' }
  }
  const text = typeof value === 'string' || typeof value === 'number' ? { text: String(value) } : {}
  return { rule: 'value-type', args: { key, expected, found: typeOf(value), where, ...text }, path, at: 'value' }
}

/** The whole number that a text was likely meant as: `30,000원`, `10%`. */
export function wholeNumberIn(text: string): string | undefined {
  const [, digits] = /^₩?\s*(\d{1,3}(?:,\d{3})+|\d+)\s*[원%]?$/u.exec(text.trim()) ?? []
  return digits?.replaceAll(',', '').replace(/^0+(?=\d)/, '')
}

function notAllowed(schema: unknown, { path, key, value }: Found): ShapeViolation {
  const allowed = (schema as readonly unknown[]).map(String)
  // A mapping has no prototype that could turn it into text as String does.
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // The index of a list says nothing to people.
  const named = /^\d+$/.test(key) ? (path.at(-2) ?? key) : key
  const typed = text.replace(/<[^<>]*>|[^\p{L}\p{N}\p{Pd}_ ]+$/gu, '')
  const flag = text === 'true' ? 'Y' : text === 'false' ? 'N' : undefined
  const ofFlag = flag !== undefined && allowed.includes(flag) && { suggestion: flag }
  const meant = named === 'kind' || named === 'kinds' ? kindMeant(typed, allowed) : suggestionFor(typed, allowed)
  const args = { key: named, value: text, allowed, ...meant, ...ofFlag }
  return { rule: 'value-not-allowed', args, path, at: 'value' }
}

type KindMeant = Partial<Pick<ViolationArgs['value-not-allowed'], 'allowed' | 'suggestion' | 'why'>>

/** A kind is often written without the start that tells its service: then it may be one of several. */
function kindMeant(typed: string, allowed: readonly string[]): KindMeant {
  const why = contracts.map(({ leftOut }) => leftOut).find((one) => one?.pattern.test(typed))?.words
  if (why !== undefined) return { why }
  const plain = typed.toLowerCase().replaceAll('_', '-')
  const bare = (kind: string): string => kind.slice(kind.indexOf('-') + 1)
  const near = allowed.some((kind) => bare(kind) === plain) ? undefined : nearest(typed, allowed)
  if (near !== undefined) return { suggestion: near }
  const names = allNearest(plain, allowed.map(bare))
  const [only, ...others] = allowed.filter((kind) => names.includes(bare(kind)))
  if (only === undefined) return {}
  return others.length === 0 ? { suggestion: only } : { allowed: [only, ...others] }
}

const typeNames: Readonly<Record<string, ValueType>> = {
  string: 'text',
  boolean: 'boolean',
  integer: 'whole number',
  number: 'number',
  object: 'mapping',
  array: 'list',
  null: 'nothing',
  function: 'function',
}

function typeOf(value: unknown): ValueType {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'list'
  // `1,000` is no number to YAML.
  if (Number.isNaN(value)) return 'text'
  return typeNames[typeof value] ?? 'mapping'
}

/** YAML as plain data. Mappings have no prototype, so that `__proto__` is a key like any other. */
export function plainOf(node: YamlNode): unknown {
  switch (node.type) {
    case 'scalar':
      return node.value
    case 'list':
      return node.items.map(plainOf)
    case 'map': {
      const plain = Object.create(null) as Record<string, unknown>
      for (const { key, value } of node.entries) plain[key] = plainOf(value)
      return plain
    }
  }
}

function locate(root: YamlNode, path: readonly string[]): { key: Span; value: YamlNode } | undefined {
  let place = { key: root.span, value: root }
  let node: YamlNode | undefined = root
  for (const step of path) {
    if (node?.type === 'map') {
      const entry: YamlEntry | undefined = node.entries.find(({ key }) => key === step)
      if (entry === undefined) return undefined
      place = { key: entry.keySpan, value: entry.value }
      node = entry.value
    } else if (node?.type === 'list') {
      node = node.items[Number(step)]
      if (node === undefined) return undefined
      place = { key: node.span, value: node }
    } else return undefined
  }
  return place
}
