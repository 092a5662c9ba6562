import { compile } from '../compile.ts'
import { type Kind, kinds } from '../contract/kinds.ts'
import { escapePointer } from '../contract/payload.ts'
import { idPattern } from '../message/message.ts'
import type { TemplateVariable } from '../message/variables.ts'
import { canonicalJson, isTooDeep, maxJsonDepth } from '../json-text.ts'
import type { Readings } from '../rules/rule.ts'
import { sketch } from '../sketch.ts'
import type { Language } from '../words/language.ts'
import type { ConvertProblem } from './convert-words.ts'
import { isUnset, type JsonObject, objectOf, readRecord } from './record.ts'
import { omniKinds, type SiblingRecord, siblingRecords } from './siblings.ts'
import { type MessageParts, variablesIn, writeMessage } from './write-message.ts'

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
  /** Of a sibling service's payload. */
  readonly sibling?: Pick<SiblingRecord, 'origins' | 'leftOut' | 'unknownType'>
}

export interface ConvertOptions {
  /** Path of the message file relative to the root. */
  readonly path: string
  readonly id: string
  readonly lang: Language
  /** How the units of the limits are read; the strictest readings when absent. */
  readonly readings?: Readings
}

/** A message file that compiles to a record's payload, and what it cannot say; or why there is none. */
export type Converted =
  | { readonly type: 'message'; readonly source: string; readonly leftOut: readonly ConvertProblem[] }
  | { readonly type: 'refused'; readonly problems: readonly ConvertProblem[] }

/**
 * Finds the records in JSON data: one, those of `msg_data` or of a list, that of a compiled template, or those of a
 * sibling service's payload.
 *
 * @param kind of records with an image of their own: a regular and a wide one have the same fields
 */
export function recordsIn(data: unknown, kind?: Kind): readonly FoundRecord[] {
  const siblings = siblingRecords(data)
  if (siblings !== undefined) {
    return siblings.map(({ record, pointer, kind: own, ...sibling }) => ({
      pointer,
      record,
      ...(own === undefined ? kindOf(record, kind) : { kind: own }),
      sibling,
    }))
  }
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

/** The title that stands for a text: sibling services have none in lists and carousels, and here each message has one. */
function titleFor(record: JsonObject): unknown {
  if (!isUnset(record['msg'])) return undefined
  const list = objectOf(record['carousel'])?.['list']
  const [first] = Array.isArray(list) ? (list as readonly unknown[]) : []
  return record['header'] ?? objectOf(first)?.['header']
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
export function convertRecord(found: FoundRecord, options: ConvertOptions): Converted {
  const { sibling, pointer } = found
  return sibling === undefined ? convertOwn(found, options) : convertSibling(found, sibling, { ...options, pointer })
}

function convertSibling(
  found: FoundRecord,
  sibling: NonNullable<FoundRecord['sibling']>,
  { pointer, ...options }: ConvertOptions & { readonly pointer: string },
): Converted {
  const { unknownType: given } = sibling
  if (given !== undefined) {
    return refused([
      { type: 'message-type-unknown', pointer: `${pointer}/msgType`, given, allowed: Object.keys(omniKinds) },
    ])
  }
  const fields = objectOf(found.record) ?? {}
  const title = titleFor(fields)
  const record = title === undefined ? fields : { ...fields, msg: title }
  const converted = convertOwn({ ...found, record }, options)
  const inFile = (problem: ConvertProblem): ConvertProblem => {
    return { ...problem, pointer: originOf(problem.pointer.slice(pointer.length), pointer, sibling) }
  }
  if (converted.type === 'refused') return refused(converted.problems.map(inFile))
  const leftOut: readonly ConvertProblem[] = [
    ...sibling.leftOut.map((place) => ({ type: 'left-out', pointer: place }) as const),
    ...converted.leftOut.map(inFile),
    ...(title === undefined ? [] : [{ type: 'text-made', pointer } as const]),
  ]
  return { ...converted, leftOut }
}

/** Where something stands in the payload that it comes from. */
function originOf(place: string, pointer: string, { origins }: Pick<SiblingRecord, 'origins'>): string {
  for (let known = place; known !== ''; known = known.slice(0, known.lastIndexOf('/'))) {
    const origin = origins.get(known)
    if (origin !== undefined) return origin + place.slice(known.length)
  }
  return pointer
}

function convertOwn(found: FoundRecord, options: ConvertOptions): Converted {
  const { pointer, kind, record } = found
  const fields = objectOf(record)
  if (fields === undefined) return refused([{ type: 'not-a-record', pointer }])
  const deep = Object.keys(fields).filter((name) => isTooDeep(fields[name]))
  if (deep.length > 0) {
    return refused(
      deep.map((name) => ({ type: 'too-deep', maxDepth: maxJsonDepth, pointer: `${pointer}/${escapePointer(name)}` })),
    )
  }
  if (kind === undefined) return refused([{ type: 'kind-unclear', pointer: `${pointer}/attachment/image` }])
  const { payload, problems } = readRecord(record, { kind, pointer })
  // A button of another service may have fields that its type has no use for.
  const isLeftOut = ({ type }: ConvertProblem): boolean => found.sibling !== undefined && type === 'field-unknown'
  const wanting = problems.filter((problem) => !isLeftOut(problem))
  const unwritable = [...wanting, ...unwritableTexts(payload, pointer)]
  if (unwritable.length > 0) return refused(unwritable)
  const { sender, variables = variablesIn(payload) } = found
  const parts = {
    kind,
    payload,
    variables,
    path: options.path,
    id: options.id,
    ...(sender !== undefined && { sender }),
  }
  const source = writeMessage(parts)
  const wrong = problemsOf(source, parts, { ...options, pointer })
  return wrong.length > 0 ? refused(wrong) : { type: 'message', source, leftOut: problems.filter(isLeftOut) }
}

function refused(problems: readonly ConvertProblem[]): Converted {
  return { type: 'refused', problems }
}

/** JsonObject that stand in the body, on one line or on several; the others are quoted, and may hold anything. */
const oneLine: ReadonlySet<string> = new Set(['header', 'title', 'img_link', 'img_url'])
const severalLines: ReadonlySet<string> = new Set(['msg', 'message'])

/** What no message file can hold, at the smallest place. */
function unwritableTexts(payload: JsonObject, root: string): ConvertProblem[] {
  const problems: ConvertProblem[] = []
  const visit = (value: unknown, pointer: string, field: string): void => {
    if (typeof value === 'string') {
      const type = unwritable(value, pointer, field)
      if (type !== undefined) problems.push({ type, pointer: root + pointer })
    } else if (typeof value === 'number' || value === null) {
      if (pointer.startsWith('/failback_data/')) problems.push({ type: 'number', pointer: root + pointer })
    } else if (typeof value === 'object') {
      for (const [key, one] of Object.entries(value)) visit(one, `${pointer}/${escapePointer(key)}`, key)
    }
  }
  visit(payload, '', '')
  return problems

  function unwritable(text: string, pointer: string, field: string) {
    if (text.normalize('NFC') !== text) return 'not-nfc'
    if (pointer.startsWith('/failback_data/') || pointer.includes('/coupon/')) return undefined
    if (severalLines.has(field)) {
      if (text.includes('\r')) return 'carriage-return'
      if (/^[ \t]*\n|[ \t\n]$/.test(text)) return 'blank-around'
      return /[ \t]\n/.test(text) ? 'space-at-line-end' : undefined
    }
    if (!oneLine.has(field)) return undefined
    if (/[\r\n]/.test(text)) return 'line-break'
    return /^[ \t]|[ \t]$/.test(text) ? 'blank-around' : undefined
  }
}

/** What is wrong with a file that was written: its errors, else what it would send otherwise. */
function problemsOf(
  source: string,
  parts: MessageParts,
  { path, lang, readings, pointer: root }: ConvertOptions & { readonly pointer: string },
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
      pointer: root + pointer,
    }))
  }
  const read = sketch(source, context)
  const pointers = read ? differences(payload, read.template.payload, '') : ['']
  const isSame = read?.message.id.value === id && read.message.sender.value === sender
  const haveVariables = byName(variables) === byName(read?.template.variables ?? [])
  const differing = isSame && haveVariables ? pointers : [...pointers, ...(pointers.length === 0 ? [''] : [])]
  return differing.map((pointer) => ({ type: 'not-the-same', pointer: root + pointer }))
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
