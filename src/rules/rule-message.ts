import type { Kind, PayloadOf, Upload } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import { type PayloadText, sourceMap } from '../message/draft.ts'
import type { ImageFacts } from '../message/message.ts'
import { composedTextOf } from './composed-text.ts'
import type { Subject } from './rule.ts'

/** A payload as far as its message says it: any field may be missing. */
type PartialPayload<T> = T extends readonly (infer One)[]
  ? readonly PartialPayload<One>[]
  : T extends object
    ? { readonly [K in keyof T]?: PartialPayload<T[K]> }
    : T

/** One text of a message as a custom rule sees it. */
export interface RuleText {
  /** JSON Pointer of the text in the payload. */
  readonly pointer: string
  /** The field's name in the interface. */
  readonly field: string
  /** The text as it is sent, in Unicode NFC, with variables as `#{name}`. */
  readonly text: string
  /** True if readers of the message see it: an address is sent and not seen, and the fallback is another message. */
  readonly isShown: boolean
  /** The place of the whole text in the source. */
  readonly range: Span
  /**
   * Returns the place in the source of a part of `text`, from `start` up to and without `end`, in UTF-16 units.
   *
   * @throws RangeError where `text` has no such part
   */
  readonly rangeOf: (start: number, end: number) => Span
}

/** A local image of a message as a custom rule sees it. */
export interface RuleImage {
  /** JSON Pointer of its address in the payload. */
  readonly pointer: string
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly upload: Upload
  readonly range: Span
  /** Absent where the file is missing or no image. */
  readonly facts?: ImageFacts
}

/** A variable of a message as a custom rule sees it. */
export interface RuleVariable {
  readonly name: string
  /** The place of the name under `vars`. */
  readonly range: Span
  /** The most characters that a value may have. */
  readonly max?: number | undefined
  /** For the preview only. */
  readonly example?: string | undefined
  readonly fallback?: string | undefined
}

/** A message of one kind as a custom rule sees it. What is missing or cannot be understood is absent. */
export interface RuleMessageOf<K extends Kind> {
  /** Path of the file relative to the root, with `/`. */
  readonly path: string
  readonly kind: K
  readonly id: string
  /** The name in the configuration's `senders`. */
  readonly sender: string
  /** The frontmatter's `title`, which is not sent. */
  readonly title?: string
  /** The file's text, without a byte order mark: what every range counts in, in UTF-16 units. */
  readonly source: string
  /** The payload, as far as it is known; a local image stands as `local:<path>`, a variable as `#{name}`. */
  readonly payload: PartialPayload<PayloadOf[K]>
  /** Every text of the payload, in its order. */
  readonly texts: readonly RuleText[]
  readonly images: readonly RuleImage[]
  /** Those that the frontmatter declares. */
  readonly variables: readonly RuleVariable[]
  /** Returns the place in the source of a value of the payload by its JSON Pointer; undefined where there is none. */
  readonly rangeAt: (pointer: string) => Span | undefined
}

/** A message as a custom rule sees it; `kind` tells the kinds apart. */
export type RuleMessage = { [K in Kind]: RuleMessageOf<K> }[Kind]

/** Shows a message to custom rules. */
export function ruleMessageOf({ document, message, draft, path }: Subject): RuleMessage {
  let map: ReadonlyMap<string, Span> | undefined
  return {
    path,
    kind: message.kind,
    id: message.id.value,
    sender: message.sender.value,
    ...(message.title !== undefined && { title: message.title }),
    source: document.source,
    payload: draft.payload,
    texts: draft.texts.map(ruleTextOf),
    images: draft.images.map((image) => ({ ...image, range: draft.spans.get(image.pointer) ?? { start: 0, end: 0 } })),
    variables: message.variables.map(({ name, span: range, max, example, fallback }) => {
      return { name, range, max, example, fallback }
    }),
    rangeAt: (pointer) => (map ??= sourceMap(draft.payload, draft.spans)).get(pointer),
  }
}

function ruleTextOf({ pointer, field, role, text }: PayloadText): RuleText {
  const composed = composedTextOf(text, 'written')
  return {
    pointer,
    field,
    text: composed.text,
    isShown: role === 'shown',
    range: text.span,
    rangeOf(start, end) {
      const span = composed.spanOf(start, end)
      if (span === undefined) throw new RangeError(`The text at ${pointer} has no part from ${start} to ${end}.`)
      return span
    },
  }
}
