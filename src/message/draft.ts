import type { FieldRole } from '../contract/contract.ts'
import { contractOf, factsOf, type Kind, type PayloadOf, type Upload } from '../contract/contracts.ts'
import { escapePointer } from '../text/json-text.ts'
import type { Span } from '../diagnostic.ts'
import { type Located, type LocatedText, templateOf } from './located.ts'
import type { ImageFacts, ImageSource, Message } from './message.ts'

export interface PayloadText {
  /** JSON Pointer in the payload. */
  readonly pointer: string
  readonly field: string
  readonly role: FieldRole
  readonly text: LocatedText
  /** The text as a template holds it: see `templateOf`. */
  readonly template: string
  readonly hasVariable: boolean
}

export interface PayloadImage {
  readonly pointer: string
  /** Relative to the root. */
  readonly path: string
  readonly upload: Upload
  readonly facts?: ImageFacts
}

/**
 * A message as the payload that it becomes, as far as it is known: complete when the message has no violation. Keys come
 * in the interface's order.
 */
export interface Draft {
  readonly payload: { readonly [field: string]: unknown }
  /** In the payload's order. */
  readonly texts: readonly PayloadText[]
  readonly images: readonly PayloadImage[]
  /** JSON Pointer → span of each single value; of what contains values see `sourceMap`. */
  readonly spans: ReadonlyMap<string, Span>
}

type MessageValue = LocatedText | ImageSource | Located<unknown>

/** Writes the values of a message into its payload, and remembers where each of them stands. */
export function draftOf(message: Message): Draft {
  const texts: PayloadText[] = []
  const images: PayloadImage[] = []
  const spans = new Map<string, Span>()
  const { build, roleOf } = contractOf(message.kind)
  const facts = factsOf(message.kind)

  const written = (value: MessageValue, pointer: string, field: string): unknown => {
    spans.set(pointer, value.span)
    if ('pieces' in value) {
      const template = templateOf(value)
      const hasVariable = value.pieces.some(({ type }) => type === 'variable')
      texts.push({ pointer, field, role: roleOf(pointer), text: value, template, hasVariable })
      return template
    }
    if (!('type' in value) || value.type === 'url') return value.value
    const { value: path, facts: ofImage } = value
    const upload = (/\/0\/[^/]+$/.test(pointer) && facts.uploadOfFirst) || facts.upload
    if (upload !== undefined)
      images.push({ pointer, path, upload: upload as Upload, ...(ofImage && { facts: ofImage }) })
    return `local:${path}`
  }

  const constant = (value: unknown, pointer: string): unknown => {
    spans.set(pointer, message.kindSpan)
    return value
  }

  const write = (draft: unknown, pointer: string, field: string): unknown => {
    if (typeof draft !== 'object' || draft === null) return constant(draft, pointer)
    if ('span' in draft) return written(draft as MessageValue, pointer, field)
    if (Array.isArray(draft)) return draft.map((one, index) => write(one, `${pointer}/${index}`, field))
    const fields: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(draft))
      if (value !== undefined) fields[key] = write(value, `${pointer}/${escapePointer(key)}`, key)
    return fields
  }

  // Writing keeps the shape of the draft.
  const payload = write(build<MessageValue>(message), '', '') as Draft['payload']
  return { payload, texts, images, spans }
}

/**
 * The payload of a draft whose message has no violation: the reader reports whatever a kind requires and a message lacks.
 * A property test holds every template against the kind's JSON Schema.
 */
export function completePayload<K extends Kind>(_kind: K, { payload }: Draft): PayloadOf[K] {
  return payload as unknown as PayloadOf[K]
}

/**
 * The span of every value of a payload, in its order. What contains others spans them all; a part of a value that
 * is known only as a whole has the whole's span.
 */
export function sourceMap(payload: unknown, spans: ReadonlyMap<string, Span>): Map<string, Span> {
  const map = new Map<string, Span>()
  visit(payload, '', undefined)
  return map

  function visit(value: unknown, pointer: string, inherited: Span | undefined): Span | undefined {
    const own = spans.get(pointer) ?? inherited
    // Reserves the place before the children's.
    map.set(pointer, own ?? { start: 0, end: 0 })
    if (typeof value !== 'object' || value === null) return own
    let union = own
    for (const [key, child] of Object.entries(value)) {
      const span = visit(child, `${pointer}/${escapePointer(key)}`, own)
      if (own === undefined && span !== undefined) union = union ? unite(union, span) : span
    }
    if (union !== undefined) map.set(pointer, union)
    return union
  }
}

function unite(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }
}
