import type { Unreadable } from '../violation.ts'
import type { ImageFacts } from './message.ts'

/** What came of looking for an image file. */
export type ImageLookup =
  | { readonly type: 'found'; readonly facts: ImageFacts }
  /** `suggestion` is the path, relative to the root, of a file that may be meant. */
  | { readonly type: 'not-found'; readonly suggestion?: string }
  | { readonly type: 'outside-root' }
  | { readonly type: 'unreadable'; readonly reason: Unreadable }
  | { readonly type: 'too-large'; readonly bytes: number; readonly maxBytes: number }
  | { readonly type: 'other-format'; readonly format: string }
  | { readonly type: 'damaged' }

/** What a message needs to know beyond its own text. */
export interface MessageContext {
  /** Path of the file relative to the root, with `/`. */
  readonly path: string
  /** Facts of the image at a path relative to the root; asked once for each place that refers to it. */
  readonly image: (path: string) => ImageLookup
  /** Names in the configuration's `senders`; any name passes when absent. */
  readonly senders?: readonly string[]
}
