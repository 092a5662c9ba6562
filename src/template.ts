import { hash } from 'node:crypto'
import { canonicalJson } from './json-text.ts'
import type { Kind, Upload } from './contract/kinds.ts'
import type { PayloadOf } from './contract/payload.ts'
import type { ImageFacts } from './message/message.ts'
import type { TemplateVariable } from './message/variables.ts'

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

interface TemplateOf<K extends Kind> {
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

/** What of a template is sent. */
interface Sent {
  readonly service_id: Kind
  readonly sender: string
  readonly payload: unknown
  readonly variables: readonly TemplateVariable[]
  readonly images: readonly { readonly sha256?: string | undefined }[]
}

/** Returns the digest of a template: the same for two that send the same. */
export function digestOf({ service_id, sender, payload, variables, images }: Sent): string {
  const identity = { service_id, sender, payload, variables, images: images.map(({ sha256 }) => sha256) }
  return `sha256:${hash('sha256', canonicalJson(identity))}`
}
