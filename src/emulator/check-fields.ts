import type { SendCode } from '../contract/responses.ts'
import type { Kind, Presence } from '../contract/kinds.ts'
import type { Limit } from '../contract/limits.ts'
import { countBytes, countCharacters } from '../contract/text.ts'
import type { EmulatorSettings } from './settings.ts'
import type { StoredImage } from './controls.ts'

/** What is wrong with a message, at a JSON Pointer into it. */
export interface FieldProblem {
  readonly code: SendCode
  readonly pointer: string
  readonly reason: string
}

/** A JSON object whose fields are not known yet. */
export type JsonRecord = { readonly [field: string]: unknown }

/** One check of one message; `found` and `ignored` are filled. */
export interface Check {
  readonly kind: Kind
  readonly settings: EmulatorSettings
  readonly image: (url: string) => StoredImage | undefined
  /** Milliseconds since 1970, of the emulator's clock. */
  readonly now: number
  readonly found: FieldProblem[]
  /** Pointers of fields that were dropped. */
  readonly ignored: string[]
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function report(check: Check, code: SendCode, pointer: string, reason: string): void {
  check.found.push({ code, pointer, reason })
}

/** A field as it is held against its rules. */
export interface FieldPlace {
  readonly record: JsonRecord
  readonly name: string
  /** Pointer of the record. */
  readonly at: string
  readonly presence: Presence
}

/** The text of a field, once it is of the right type; undefined when it is absent or wrong, which is reported. */
export function checkText(
  check: Check,
  { record, name, at, presence }: FieldPlace,
  ...held: readonly Limit[]
): string | undefined {
  const value = record[name]
  if (value === undefined || value === null || value === '') {
    if (presence === 'required') report(check, 'C400_3', `${at}/${name}`, `${name} is missing`)
    return undefined
  }
  if (typeof value !== 'string') {
    report(check, 'C400_1', `${at}/${name}`, `${name} is ${typeOf(value)}; it must be a string`)
    return undefined
  }
  if (presence === 'required' && value.trim() === '') {
    report(check, 'C400_3', `${at}/${name}`, `${name} is blank`)
    return undefined
  }
  for (const limit of held) checkLimit(check, value, limit, `${at}/${name}`)
  return value
}

function checkLimit(check: Check, value: string, limit: Limit, pointer: string): void {
  if (limit.max !== undefined) {
    const count = countIn(value, limit, check.settings)
    if (count > limit.max) {
      report(check, 'C400_2', pointer, `is ${count} ${limit.unit ?? ''}; ${limit.max} are allowed`)
    }
  }
  if (limit.values !== undefined && !limit.values.includes(value)) {
    report(check, 'C400_2', pointer, `must be one of ${limit.values.join(', ')}`)
  }
}

function countIn(value: string, { unit }: Limit, { limits }: EmulatorSettings): number {
  return unit === 'bytes' ? countBytes(value, limits.bytes) : countCharacters(value, limits.characters)
}

/** The list of a field, when its number of entries is allowed. */
export function checkList(check: Check, { record, name, at, presence }: FieldPlace, limit: Limit): readonly unknown[] {
  const value = record[name]
  if (value === undefined || value === null) {
    if (presence === 'required') report(check, 'C400_3', `${at}/${name}`, `${name} is missing`)
    return []
  }
  if (!Array.isArray(value)) {
    report(check, 'C400_1', `${at}/${name}`, `${name} is ${typeOf(value)}; it must be an array`)
    return []
  }
  const { min = 0, max = Number.POSITIVE_INFINITY, unit = '' } = limit
  if (value.length < min || value.length > max) {
    const allowed = min === 0 ? `at most ${max}` : `${min} to ${max}`
    report(check, 'C400_2', `${at}/${name}`, `has ${value.length} ${unit}; ${allowed} are allowed`)
  }
  return value
}

/** The object of a field. */
export function checkObject(check: Check, { record, name, at, presence }: FieldPlace): JsonRecord | undefined {
  const value = record[name]
  if (value === undefined || value === null) {
    if (presence === 'required') report(check, 'C400_3', `${at}/${name}`, `${name} is missing`)
    return undefined
  }
  return checkEntry(check, value, `${at}/${name}`)
}

/** A value that must be an object. */
export function checkEntry(check: Check, value: unknown, at: string): JsonRecord | undefined {
  if (isRecord(value)) return value
  report(check, 'C400_1', at, `is ${typeOf(value)}; it must be an object`)
  return undefined
}

/**
 * Reports or drops fields that do not belong where they stand.
 *
 * @param named the fields that the interface names at such a place for any kind or type
 */
export function checkNames(
  check: Check,
  { record, at }: Pick<FieldPlace, 'record' | 'at'>,
  own: object,
  named: ReadonlySet<string> = none,
): void {
  const { unknownFields, strayFields } = check.settings.assumptions
  for (const name in record) {
    if (Object.hasOwn(own, name)) continue
    const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const isStray = named.has(name)
    if ((isStray ? strayFields : unknownFields) === 'ignore') check.ignored.push(pointer)
    else report(check, 'C400_2', pointer, isStray ? 'has no place here' : 'is no field of the interface')
  }
}

const none: ReadonlySet<string> = new Set()

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
