import { compile } from '../compile.ts'
import type { FoundRecord } from '../contract/contract.ts'
import { contractOf, contracts, type Kind, kinds } from '../contract/contracts.ts'
import { idPattern } from '../message/message.ts'
import type { TemplateVariable } from '../message/variables.ts'
import { canonicalJson, escapePointer, type JsonObject, objectOf, isUnset } from '../text/json-text.ts'
import type { Readings } from '../rules/rule.ts'
import { sketch } from '../sketch.ts'
import { type Language, sayIn } from '../words/language.ts'
import { type MessageParts, variablesIn, writeMessage } from './write-message.ts'

export interface MessageRecord extends Omit<FoundRecord, 'kinds' | 'unclearAt'> {
  readonly kind?: Kind | undefined
  /** Set where the kind is not known. */
  readonly unclearAt?: string
  /** Set for compiled templates. */
  readonly id?: string | undefined
  readonly sender?: string | undefined
  readonly variables?: readonly TemplateVariable[] | undefined
}

export interface ConvertOptions {
  /** Path of the message file relative to the root. */
  readonly path: string
  readonly id: string
  readonly lang: Language
  /** The reading of the limits' units; the strictest readings when absent. */
  readonly readings?: Readings
}

/** A reason why a record cannot become a message file, at its JSON Pointer. */
export interface ConvertProblem {
  readonly type: 'not-a-record' | 'kind-unclear' | 'diagnostic' | 'not-the-same'
  readonly pointer: string
  readonly text: string
}

/** A message file that compiles to a record's payload, or why there is none. */
export type Converted =
  | { readonly type: 'message'; readonly source: string }
  | { readonly type: 'refused'; readonly problems: readonly ConvertProblem[] }

/**
 * Finds the records in JSON data: one, those of a request or of a list, or that of a compiled template.
 *
 * @param kind of records whose fields are those of several kinds
 */
export function recordsIn(data: unknown, kind?: Kind): readonly MessageRecord[] {
  const fields = objectOf(data)
  const isTemplate = !Array.isArray(data) && fields !== undefined && 'payload' in fields
  const found = foundIn(isTemplate ? fields['payload'] : data)
  const records = found.map(({ kinds: possible, ...record }) => {
    const [only, ...others] = possible as readonly Kind[]
    return { ...record, kind: others.length > 0 ? kind : only }
  })
  const [first] = records
  if (!isTemplate || first === undefined) return records
  const { id, sender, service_id: named, variables, payload } = fields
  return [
    {
      pointer: '/payload',
      unclearAt: `/payload${first.unclearAt}`,
      record: payload,
      kind: kinds.find((known) => known === named) ?? first.kind,
      id: typeof id === 'string' && idPattern.test(id) ? id : undefined,
      sender: typeof sender === 'string' ? sender : undefined,
      variables: Array.isArray(variables) ? variables.flatMap(variableOf) : undefined,
    },
  ]
}

/** Asks each service for its records, and takes those that have the most of its fields. */
function foundIn(data: unknown): readonly FoundRecord[] {
  const asked = contracts.map((contract) => {
    const found = contract.recordsIn(data)
    const keys = Object.keys(objectOf(found[0]?.record) ?? {})
    return { found, known: keys.filter((key) => contract.contentFields.includes(key)).length }
  })
  return asked.reduce((best, one) => (one.known > best.known ? one : best)).found
}

function variableOf(value: unknown): TemplateVariable[] {
  const { name, max, fallback } = objectOf(value) ?? {}
  if (typeof name !== 'string') return []
  return [{ name, ...(typeof max === 'number' && { max }), ...(typeof fallback === 'string' && { fallback }) }]
}

const contentFields = [...new Set(contracts.flatMap((contract) => contract.contentFields))]
const listNames = contracts.map(({ listName }) => listName)
const maxKeys = 8

/**
 * Writes a record as a message file. Nothing is guessed: the file is compiled, and one that would send anything else is
 * refused. What a send adds is left out, and so are fields that are null or empty. Pure; never throws for what data says.
 */
export function convertRecord(
  { record, pointer, kind, unclearAt = pointer, ...found }: MessageRecord,
  options: ConvertOptions,
): Converted {
  const refused = (problems: readonly ConvertProblem[]): Converted => ({ type: 'refused', problems })
  const say = sayIn(options.lang)
  const keys = Object.keys(objectOf(record) ?? {})
  if (!keys.some((key) => contentFields.includes(key))) {
    const [fields, lists] = [contentFields.join(', '), listNames.join(', ')]
    const shown = keys.length > maxKeys ? `${keys.slice(0, maxKeys).join(', ')}, …` : keys.join(', ')
    const text = say(
      `This is no message record (${fields}), no list of them, no request (${lists}) and no compiled template (payload).${shown === '' ? '' : ` It has: ${shown}.`}`,
      `메시지 레코드(${fields})나 그 목록, 발송 요청(${lists}), 컴파일된 템플릿(payload)이 아닙니다.${shown === '' ? '' : ` 여기에 있는 키: ${shown}.`}`,
    )
    return refused([{ type: 'not-a-record', pointer, text }])
  }
  if (kind === undefined) {
    const text = say(
      'A regular and a wide image message have the same fields: say which it is with --kind image or --kind wide.',
      '이미지형과 와이드 이미지형은 필드가 같습니다. --kind image 또는 --kind wide로 유형을 정하세요.',
    )
    return refused([{ type: 'kind-unclear', pointer: unclearAt, text }])
  }
  const payload = filled(contractOf(kind).withoutSend(filled(record)))
  const { sender, variables = variablesIn(kind, payload) } = found
  const parts = { kind, payload, variables, sender, path: options.path, id: options.id }
  const source = writeMessage(parts)
  const wrong = problemsOf(source, parts, { ...options, pointer })
  return wrong.length > 0 ? refused(wrong) : { type: 'message', source }
}

/** Leaves out what is null or empty: programs write fields that they do not use so. */
function filled(record: unknown): JsonObject {
  const text = JSON.stringify(record, (_, value: unknown) => (isUnset(value) ? undefined : value))
  return text === undefined ? {} : (JSON.parse(text) as JsonObject)
}

/** Says where a record that became a message said what no file says. */
export function unsaidIn(
  { record, pointer, kind }: MessageRecord,
  lang: Language,
): readonly { pointer: string; text: string }[] {
  const found = (kind && contractOf(kind).unsaid?.(filled(record))) ?? []
  return found.map((one) => ({ pointer: pointer + one.pointer, text: one.words[lang] }))
}

/** Checks a written file: its errors, or else the differences in what it sends. */
function problemsOf(
  source: string,
  parts: MessageParts,
  { path, lang, readings, pointer: at }: ConvertOptions & { readonly pointer: string },
): readonly ConvertProblem[] {
  const { payload, variables, id, sender = 'default' } = parts
  // `lint` checks images.
  const context = { path, lang, senders: [sender], image: () => ({ type: 'not-found' }) as const }
  const { diagnostics } = compile(source, { ...context, template: 'left out', ...(readings && { readings }) })
  const errors = diagnostics.filter(({ severity, rule }) => severity === 'error' && rule !== 'image-not-found')
  if (errors.length > 0) {
    return errors.map(({ rule, message, pointer = '' }) => ({
      type: 'diagnostic',
      text: `${message} (${rule})`,
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
  const text = sayIn(lang)(
    'A message file cannot say this: it has texts in NFC, without blanks at the ends of lines, and the fields of the kind alone.',
    '메시지 파일로 나타낼 수 없습니다. 텍스트는 NFC이고 줄 끝에 공백이 없어야 하며, 그 유형의 필드만 쓸 수 있습니다.',
  )
  return differing.map((pointer) => ({ type: 'not-the-same', pointer: at + pointer, text }))
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
