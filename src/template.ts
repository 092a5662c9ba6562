import { canonicalJson } from './text/json-text.ts'
import { type Kind, kinds, type PayloadOf, payloadSchema, type Upload, uploads } from './contract/contracts.ts'
import { idPattern, type ImageFacts } from './message/message.ts'
import type { Sha256 } from './sha256.ts'
import type { TemplateVariable } from './message/variables.ts'
import type { JsonSchema } from './text/json-schema.ts'

/** A line and a column of a source, both from 1; the column in UTF-16 units. */
export interface SourceRange {
  readonly line: number
  readonly column: number
}

/** A local image of a template. */
export interface TemplateImage extends ImageFacts {
  /** JSON Pointer of the URL that the upload replaces. */
  readonly pointer: string
  /** Relative to the root. */
  readonly path: string
  /** The operation that uploads it. */
  readonly upload: Upload
}

/** A compiled message of one kind. */
export interface TemplateOf<K extends Kind> {
  /** The version of this format. */
  readonly format: 1
  readonly id: string
  readonly service_id: K
  /** A name in the configuration's `senders`. */
  readonly sender: string
  /** Path of the message file relative to the root. */
  readonly source: string
  /**
   * The message record without what a send adds. A local image stands as `local:<path>`, a variable as `#{name}` or
   * `#{name|fallback}`; only names in `variables` are variables.
   */
  readonly payload: PayloadOf[K]
  /** In order of first use. */
  readonly variables: readonly TemplateVariable[]
  readonly images: readonly TemplateImage[]
  /** JSON Pointer of each value in `payload` → its place in the source. */
  readonly map: { readonly [pointer: string]: { readonly start: SourceRange; readonly end: SourceRange } }
  /** `sha256:` and the hash of what is sent: `service_id`, `sender`, `payload`, `variables` and the images' content. */
  readonly digest: string
}

/** A compiled message, narrowed by `service_id`. */
export type CompiledTemplate = { readonly [K in Kind]: TemplateOf<K> }[Kind]

/** The part of a template that is sent. */
interface Sent {
  readonly service_id: Kind
  readonly sender: string
  readonly payload: unknown
  readonly variables: readonly TemplateVariable[]
  readonly images: readonly { readonly sha256?: string | undefined }[]
}

/** Returns the digest of a template: the same for two that send the same. */
export function digestOf({ service_id, sender, payload, variables, images }: Sent, sha256: Sha256): string {
  const identity = { service_id, sender, payload, variables, images: images.map((image) => image.sha256) }
  return `sha256:${sha256(canonicalJson(identity))}`
}

const text: JsonSchema = { type: 'string' }
const place: JsonSchema = closed({ line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } })

/** The JSON Schema of a compiled template, one alternative a kind. */
export const templateSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk compiled template',
  oneOf: kinds.map(templateOfKind),
}

function templateOfKind(kind: Kind): JsonSchema {
  return closed({
    format: { const: 1 },
    id: { type: 'string', pattern: idPattern.source },
    service_id: { const: kind },
    sender: text,
    source: text,
    payload: payloadSchema(kind, 'template'),
    variables: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: text, max: { type: 'integer', minimum: 1 }, fallback: text },
        required: ['name'],
        additionalProperties: false,
      },
    },
    images: {
      type: 'array',
      items: closed({
        pointer: text,
        path: text,
        upload: { enum: uploads },
        sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        bytes: { type: 'integer', minimum: 1 },
        width: { type: 'integer', minimum: 1 },
        height: { type: 'integer', minimum: 1 },
        format: { enum: ['jpg', 'png'] },
      }),
    },
    map: { type: 'object', additionalProperties: closed({ start: place, end: place }) },
    digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
  })
}

/** An object that has all of these properties and no other. */
function closed(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
