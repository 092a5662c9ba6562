import {
  buttonAttributes,
  cardButtonAttributes,
  couponFields,
  itemFields,
  linkTargetFields,
  payloadFields,
} from '../contract/payload.ts'
import { type Upload, uploadOfKind } from '../contract/kinds.ts'
import type { Span } from '../diagnostic.ts'
import type { ButtonNode, CardNode, FailbackNode, ImageFacts, ImageNode, ItemNode, Message } from './message.ts'
import { type Located, type LocatedText, templateOf } from './located.ts'

/** A text of a payload and the place it has there. */
export interface PayloadText {
  /** JSON Pointer in the payload. */
  readonly pointer: string
  /** The field's name in the interface. */
  readonly field: string
  readonly text: LocatedText
  /** The text as a template holds it: see `templateOf`. */
  readonly template: string
  readonly hasVariable: boolean
}

/** Fields that are sent as they are: the language gives them no variables. */
const fixedFields: ReadonlySet<string> = new Set(['chat_extra', 'chat_event', 'biz_form_key'])

/** Whether variables are replaced in a field of a payload. */
export function takesVariables(field: string): boolean {
  return !fixedFields.has(field)
}

/** A local image that a payload refers to. */
export interface PayloadImage {
  readonly pointer: string
  /** Relative to the root. */
  readonly path: string
  readonly upload: Upload
  readonly facts?: ImageFacts
}

type Json = { readonly [key: string]: unknown }

/**
 * A message as the payload that it becomes, as far as it is known: complete when the message has no violation. Keys come
 * in the interface's order.
 */
export interface Draft {
  readonly payload: Json
  /** In the payload's order. */
  readonly texts: readonly PayloadText[]
  /** The same by the field's name. */
  readonly textsOf: ReadonlyMap<string, readonly PayloadText[]>
  readonly images: readonly PayloadImage[]
  /** JSON Pointer → span of each single value; of what contains values see `sourceMap`. */
  readonly spans: ReadonlyMap<string, Span>
}

export function draftOf(message: Message): Draft {
  return new Drafter(message).draft()
}

/** Leaves out what is not set. The keys are the interface's own: `__proto__` is not among them. */
function record(fields: Json): Json {
  const set: { [key: string]: unknown } = {}
  for (const key in fields) if (fields[key] !== undefined) set[key] = fields[key]
  return set
}

function hasVariable({ pieces }: LocatedText): boolean {
  for (const { type } of pieces) if (type === 'variable') return true
  return false
}

function list(items: readonly Json[]): readonly Json[] | undefined {
  return items.length === 0 ? undefined : items
}

const itemLinks = Object.keys(itemFields).filter((name) => name in linkTargetFields)
const linkTargetNames = Object.keys(linkTargetFields)
const couponNames = Object.keys(couponFields)

class Drafter {
  readonly #message: Message
  readonly #texts: PayloadText[] = []
  readonly #textsOf = new Map<string, PayloadText[]>()
  readonly #images: PayloadImage[] = []
  readonly #spans = new Map<string, Span>()

  constructor(message: Message) {
    this.#message = message
  }

  draft(): Draft {
    const message = this.#message
    const payload = record({
      msg: this.#text('', 'msg', message.msg),
      header: 'header' in message ? this.#text('', 'header', message.header) : undefined,
      echo_to_webhook: this.#text('', 'echo_to_webhook', message.echo),
      attachment: this.#attachment(),
      ad_flag: this.#value('/ad_flag', message.adFlag),
      carousel: this.#carousel(),
      failback_data: message.failback && this.#failback(message.failback),
    })
    return { payload, texts: this.#texts, textsOf: this.#textsOf, images: this.#images, spans: this.#spans }
  }

  #attachment(): Json | undefined {
    const message = this.#message
    if ('cards' in message) return undefined
    const button = this.#buttons('/attachment', message.buttons, buttonAttributes)
    if ('items' in message) {
      const items = message.items.map((item, index) => this.#item(`/attachment/item/list/${index}`, item))
      return record({ button, item: { list: items } })
    }
    const image = message.image && this.#image('/attachment/image', message.image)
    const isNeeded = payloadFields[message.kind].attachment === 'required'
    return isNeeded || button || image ? record({ button, image }) : undefined
  }

  #carousel(): Json | undefined {
    const message = this.#message
    if (!('cards' in message)) return undefined
    return record({
      list: message.cards.map((card, index) => this.#card(`/carousel/list/${index}`, card)),
      tail: message.tail && this.#fields('/carousel/tail', linkTargetNames, message.tail.targets),
    })
  }

  #card(pointer: string, card: CardNode): Json {
    const attachment = `${pointer}/attachment`
    return record({
      header: this.#text(pointer, 'header', card.header),
      message: this.#text(pointer, 'message', card.message),
      attachment: record({
        button: this.#buttons(attachment, card.buttons, cardButtonAttributes),
        image: card.image && this.#image(`${attachment}/image`, card.image),
        coupon: card.coupon && this.#fields(`${attachment}/coupon`, couponNames, card.coupon.fields),
      }),
    })
  }

  #item(pointer: string, item: ItemNode): Json {
    return record({
      title: this.#text(pointer, 'title', item.title),
      img_url: item.image && this.#imageUrl(pointer, item.image),
      ...this.#fields(pointer, itemLinks, item.targets ?? {}),
    })
  }

  /** @param order of the attributes */
  #buttons(
    pointer: string,
    buttons: readonly ButtonNode[],
    order: readonly (typeof buttonAttributes)[number][],
  ): readonly Json[] | undefined {
    return list(buttons.map((button, index) => this.#button(`${pointer}/button/${index}`, button, order)))
  }

  #button(
    pointer: string,
    { type, attributes }: ButtonNode,
    order: readonly (typeof buttonAttributes)[number][],
  ): Json {
    const set: { [key: string]: unknown } = {}
    for (const name of order) {
      if (name !== 'type') this.#setText(set, pointer, { name, text: attributes[name] })
      else if (type !== undefined) set[name] = this.#value(`${pointer}/type`, type)
    }
    return set
  }

  #image(pointer: string, image: ImageNode): Json {
    return record({ img_url: this.#imageUrl(pointer, image), img_link: this.#text(pointer, 'img_link', image.link) })
  }

  #imageUrl(parent: string, { source }: ImageNode): string | undefined {
    if (source === undefined) return undefined
    const pointer = `${parent}/img_url`
    this.#spans.set(pointer, source.span)
    if (source.type === 'url') return source.value
    const upload = uploadOfKind[this.#message.kind]
    if (upload !== undefined) {
      this.#images.push({ pointer, path: source.value, upload, ...(source.facts && { facts: source.facts }) })
    }
    return `local:${source.value}`
  }

  #failback({ msg, fields }: FailbackNode): Json {
    const pointer = '/failback_data'
    const values = new Map(fields.map(({ name, value }) => [name, value]))
    const known = ['api_unique_id', 'origin_cid']
    const names = [...known.filter((name) => values.has(name)), ...fields.map(({ name }) => name)]
    return {
      ...record({ msg: this.#text(pointer, 'msg', msg) }),
      ...Object.fromEntries(
        names.flatMap((name) => {
          const value = values.get(name)
          return value ? [[name, this.#value(`${pointer}/${escapePointer(name)}`, value)]] : []
        }),
      ),
    }
  }

  #fields(
    pointer: string,
    names: readonly string[],
    texts: { readonly [name: string]: LocatedText | undefined },
  ): Json {
    const set: { [key: string]: unknown } = {}
    for (const name of names) this.#setText(set, pointer, { name, text: texts[name] })
    return set
  }

  #setText(
    set: { [key: string]: unknown },
    pointer: string,
    field: { name: string; text: LocatedText | undefined },
  ): void {
    const text = this.#text(pointer, field.name, field.text)
    if (text !== undefined) set[field.name] = text
  }

  #text(parent: string, field: string, text: LocatedText | undefined): string | undefined {
    if (text === undefined) return undefined
    const pointer = `${parent}/${field}`
    this.#spans.set(pointer, text.span)
    const template = templateOf(text)
    const entry = { pointer, field, text, template, hasVariable: hasVariable(text) }
    this.#texts.push(entry)
    const same = this.#textsOf.get(field)
    if (same === undefined) this.#textsOf.set(field, [entry])
    else same.push(entry)
    return template
  }

  #value<T>(pointer: string, { span, value }: Located<T>): T {
    this.#spans.set(pointer, span)
    return value
  }
}

/** A key as a token of a JSON Pointer (RFC 6901). */
export function escapePointer(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
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
