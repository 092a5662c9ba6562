import { attachmentFields, buttonFields, cardAttachmentFields, cardFields } from '../contract/payload.ts'
import { couponFields, failbackFields, failbackSendFields, imageFields, itemFields } from '../contract/payload.ts'
import { linkTargetFields, payloadFields, type SendFields } from '../contract/payload.ts'
import { buttonTypes, type Kind, type Presence } from '../contract/kinds.ts'
import { limits } from '../contract/limits.ts'
import { maxJsonDepth } from '../json-text.ts'
import { escapePointer } from '../contract/payload.ts'
import type { ConvertProblem } from './convert-words.ts'

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: unknown
}

/** What a send adds to a record: a message file has none of it. The field table has the secret key beside `failback_data`. */
const sendFields: ReadonlySet<string> = new Set(
  Object.keys({
    sender_key: true,
    sender_number: true,
    receiver_number: true,
    msg_key: true,
    secret_key: true,
  } satisfies Record<keyof SendFields | 'secret_key', true>),
)
const failbackSends: ReadonlySet<string> = new Set(failbackSendFields)

/**
 * Reads a message record as the payload of a kind: without what a send adds, without fields that are null or empty, and
 * with the `ad_flag` that the interface has for one without.
 */
export function readRecord(
  record: unknown,
  { kind, pointer }: { readonly kind: Kind; readonly pointer: string },
): { readonly payload: JsonObject; readonly problems: readonly ConvertProblem[] } {
  const problems: ConvertProblem[] = []
  const payload = new RecordReader(kind, problems).read(record, pointer)
  return { payload: { ad_flag: limits.adFlag.default, ...payload }, problems }
}

/** The JSON object that a value is; undefined for anything else. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

type Read = (value: unknown, pointer: string) => unknown

class RecordReader {
  readonly #kind: Kind
  readonly #problems: ConvertProblem[]

  constructor(kind: Kind, problems: ConvertProblem[]) {
    this.#kind = kind
    this.#problems = problems
  }

  read(record: unknown, pointer: string): JsonObject {
    const own = this.#without(sendFields, record)
    const attachment = this.#record(attachmentFields[this.#kind], {
      button: this.#buttons,
      image: this.#image,
      item: this.#record({ list: 'required' }, { list: this.#list(this.#record(itemFields)) }),
    })
    const card = this.#record(cardFields, {
      attachment: this.#record(cardAttachmentFields, {
        button: this.#buttons,
        image: this.#image,
        coupon: this.#record(couponFields),
      }),
    })
    const carousel = this.#record(
      { list: 'required', tail: 'optional' },
      { list: this.#list(card), tail: this.#record(linkTargetFields) },
    )
    const fields = { ...payloadFields[this.#kind], ad_flag: 'optional' } as const
    return this.#record(fields, { attachment, carousel, failback_data: this.#failback })(own, pointer) ?? {}
  }

  readonly #text: Read = (value, pointer) => {
    if (typeof value === 'string') return value
    this.#problems.push({ type: 'not-of-type', pointer, expected: 'text' })
    return undefined
  }

  #list(entry: Read): Read {
    return (value, pointer) => {
      if (Array.isArray(value)) return value.map((one, index) => entry(one, `${pointer}/${index}`))
      this.#problems.push({ type: 'not-of-type', pointer, expected: 'list' })
      return undefined
    }
  }

  #record(
    fields: { readonly [name: string]: Presence },
    readers: { readonly [name: string]: Read } = {},
  ): (value: unknown, pointer: string) => JsonObject | undefined {
    return (value, pointer) => {
      const given = objectOf(value)
      if (given === undefined) {
        this.#problems.push({ type: 'not-of-type', pointer, expected: 'mapping' })
        return undefined
      }
      const read: { [name: string]: unknown } = {}
      for (const [name, one] of Object.entries(given)) {
        const place = `${pointer}/${escapePointer(name)}`
        if (isUnset(one)) continue
        if (Object.hasOwn(fields, name)) {
          const own = (readers[name] ?? this.#text)(one, place)
          if (!isUnset(own)) read[name] = own
        } else this.#problems.push({ type: 'field-unknown', pointer: place, field: name })
      }
      for (const [name, presence] of Object.entries(fields)) {
        if (presence === 'optional' || !isUnset(given[name])) continue
        this.#problems.push({ type: 'field-missing', pointer, field: name })
      }
      return read
    }
  }

  readonly #image: Read = (value, pointer) => this.#record(imageFields)(value, pointer)

  readonly #buttons: Read = (value, pointer) =>
    this.#list((button, place) => {
      const type = buttonTypes.find((known) => known === objectOf(button)?.['type'])
      if (type !== undefined) return this.#record(buttonFields[type])(button, place)
      this.#problems.push({ type: 'button-type-unknown', pointer: `${place}/type`, allowed: buttonTypes })
      return undefined
    })(value, pointer)

  /** The fields of the other service are passed through. */
  readonly #failback: Read = (value, pointer) => {
    const given = this.#without(failbackSends, value)
    const known = Object.keys(failbackFields)
    const own =
      objectOf(given) && Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => known.includes(name)))
    const read = this.#record(failbackFields)(own ?? given, pointer)
    return {
      ...read,
      ...Object.fromEntries(Object.entries(objectOf(given) ?? {}).filter(([name]) => !known.includes(name))),
    }
  }

  #without(names: ReadonlySet<string>, value: unknown): unknown {
    const fields = objectOf(value)
    return fields === undefined
      ? value
      : Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
  }
}

/** Whether a value says that nothing is set: programs write fields that they do not use so, and objects of such fields. */
export function isUnset(value: unknown, depth = 0): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return (
    typeof value === 'object' && depth < maxJsonDepth && Object.values(value).every((one) => isUnset(one, depth + 1))
  )
}
