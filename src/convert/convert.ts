import { compile } from '../compile.ts'
import { type Kind, kinds } from '../contract/kinds.ts'
import { limits } from '../contract/limits.ts'
import { escapePointer, failbackSendFields } from '../contract/payload.ts'
import { idPattern } from '../message/message.ts'
import type { TemplateVariable } from '../message/variables.ts'
import { canonicalJson } from '../json-text.ts'
import type { Readings } from '../rules/rule.ts'
import { sketch } from '../sketch.ts'
import type { Language } from '../words/language.ts'
import type { ConvertProblem } from './convert-words.ts'
import { type JsonObject, type MessageParts, objectOf, variablesIn, writeMessage } from './write-message.ts'

/** A record of a JSON file that is to become a message file. */
export interface FoundRecord {
  /** JSON Pointer of the payload in the file. */
  readonly pointer: string
  readonly record: unknown
  readonly kind?: Kind
  /** Of a compiled template. */
  readonly id?: string
  readonly sender?: string
  readonly variables?: readonly TemplateVariable[]
}

export interface ConvertOptions {
  /** Path of the message file relative to the root. */
  readonly path: string
  readonly id: string
  readonly lang: Language
  /** How the units of the limits are read; the strictest readings when absent. */
  readonly readings?: Readings
}

/** A message file that compiles to a record's payload, or why there is none. */
export type Converted =
  | { readonly type: 'message'; readonly source: string }
  | { readonly type: 'refused'; readonly problems: readonly ConvertProblem[] }

/**
 * Finds the records in JSON data: one, those of `msg_data` or of a list, or that of a compiled template.
 *
 * @param kind of records with an image of their own: a regular and a wide one have the same fields
 */
export function recordsIn(data: unknown, kind?: Kind): readonly FoundRecord[] {
  const fields = objectOf(data)
  const list = Array.isArray(data) ? data : fields?.['msg_data']
  if (Array.isArray(list)) {
    const folder = Array.isArray(data) ? '' : '/msg_data'
    return list.map((record, index) => ({ pointer: `${folder}/${index}`, record, ...kindOf(record, kind) }))
  }
  if (fields === undefined || !('payload' in fields)) return [{ pointer: '', record: data, ...kindOf(data, kind) }]
  const { id, sender, service_id: named, variables, payload } = fields
  const own = kinds.find((known) => known === named)
  return [
    {
      pointer: '/payload',
      record: payload,
      ...(own === undefined ? kindOf(payload, kind) : { kind: own }),
      ...(typeof id === 'string' && idPattern.test(id) && { id }),
      ...(typeof sender === 'string' && { sender }),
      ...(Array.isArray(variables) && { variables: variables.flatMap(variableOf) }),
    },
  ]
}

/** The kind that a record is of as its fields tell; an image may be that of two kinds. */
function kindOf(record: unknown, given: Kind | undefined): { readonly kind?: Kind } {
  const fields = objectOf(record)
  const attachment = objectOf(fields?.['attachment'])
  const isSet = (value: unknown): boolean => objectOf(value) !== undefined && !isUnset(value)
  if (isSet(fields?.['carousel'])) return { kind: 'ft-carousel-feed' }
  if (isSet(attachment?.['item'])) return { kind: 'ft-wide-item-list' }
  if (!isSet(attachment?.['image'])) return { kind: 'ft-text' }
  return given === undefined ? {} : { kind: given }
}

function variableOf(value: unknown): TemplateVariable[] {
  const { name, max, fallback } = objectOf(value) ?? {}
  if (typeof name !== 'string') return []
  return [{ name, ...(typeof max === 'number' && { max }), ...(typeof fallback === 'string' && { fallback }) }]
}

/**
 * Writes a record as a message file. Nothing is guessed: the file is compiled, and one that would send anything else is
 * refused. What a send adds is left out, and so are fields that are null or empty. Pure; never throws for what data says.
 */
export function convertRecord({ record, pointer, kind, ...found }: FoundRecord, options: ConvertOptions): Converted {
  const refused = (problems: readonly ConvertProblem[]): Converted => ({ type: 'refused', problems })
  const payload = payloadOf(record)
  const keys = Object.keys(objectOf(record) ?? {})
  if (payload === undefined || !keys.some((key) => contentFields.has(key))) {
    return refused([{ type: 'not-a-record', pointer, keys }])
  }
  if (kind === undefined) return refused([{ type: 'kind-unclear', pointer: `${pointer}/attachment/image` }])
  const { path, id } = options
  const { sender, variables = variablesIn(payload) } = found
  const parts = { kind, payload, variables, path, id, ...(sender !== undefined && { sender }) }
  const source = writeMessage(parts)
  const wrong = problemsOf(source, parts, { ...options, pointer })
  return wrong.length > 0 ? refused(wrong) : { type: 'message', source }
}

/** A record has one of these at least. */
const contentFields: ReadonlySet<string> = new Set(['msg', 'header', 'attachment', 'carousel'])

/** A record without what a send adds and what is null or empty, and with the `ad_flag` that the interface has for one without. */
function payloadOf(record: unknown): JsonObject | undefined {
  const fields = objectOf(record)
  if (fields === undefined) return undefined
  const failback = without(fields['failback_data'], failbackSendFields)
  const own = without(fields, ['sender_key', 'sender_number', 'receiver_number', 'msg_key', 'secret_key'])
  // Programs write fields that they do not use as null, or as empty.
  const text = JSON.stringify({ ...own, failback_data: failback }, (_, value: unknown) =>
    isUnset(value) ? undefined : value,
  )
  return { ad_flag: limits.adFlag.default, ...(text === undefined ? {} : (JSON.parse(text) as JsonObject)) }
}

function without(value: unknown, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(objectOf(value) ?? {}).filter(([name]) => !names.includes(name)))
}

function isUnset(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.values(value).every(isUnset)
}

/** What is wrong with a file that was written: its errors, else what it would send otherwise. */
function problemsOf(
  source: string,
  parts: MessageParts,
  { path, lang, readings, pointer: at }: ConvertOptions & { readonly pointer: string },
): readonly ConvertProblem[] {
  const { payload, variables, id, sender = 'default' } = parts
  // Whether an image is there and fits is for `lint` to say.
  const context = { path, lang, senders: [sender], image: () => ({ type: 'not-found' }) as const }
  const { diagnostics } = compile(source, { ...context, template: 'left out', ...(readings && { readings }) })
  const errors = diagnostics.filter(({ severity, rule }) => severity === 'error' && rule !== 'image-not-found')
  if (errors.length > 0) {
    return errors.map(({ rule, message, pointer = '' }) => ({
      type: 'diagnostic',
      rule,
      message,
      pointer: at + pointer,
    }))
  }
  const read = sketch(source, context)
  const isSame =
    read?.message.id.value === id &&
    read.message.sender.value === sender &&
    byName(variables) === byName(read.template.variables)
  const pointers = read ? differences(payload, read.template.payload, '') : []
  const differing = pointers.length > 0 || isSame ? pointers : ['']
  return differing.map((pointer) => ({ type: 'not-the-same', pointer: at + pointer }))
}

/** Variables as text, whatever order they are used in. */
function byName(variables: readonly TemplateVariable[]): string {
  return canonicalJson(variables.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
}

/** The JSON Pointers of the smallest values that two values do not share; the order of keys means nothing. */
function differences(a: unknown, b: unknown, pointer: string): string[] {
  if (canonicalJson(a ?? null) === canonicalJson(b ?? null)) return []
  const [first, second] = [a, b].map((value) => (typeof value === 'object' && value !== null ? value : undefined))
  if (first === undefined || second === undefined || Array.isArray(first) !== Array.isArray(second)) return [pointer]
  const keys = new Set([...Object.keys(first), ...Object.keys(second)])
  const inside = Array.from(keys).flatMap((key) =>
    differences((first as JsonObject)[key], (second as JsonObject)[key], `${pointer}/${escapePointer(key)}`),
  )
  return inside.length > 0 ? inside : [pointer]
}
