import type { ButtonAttribute, CouponField, Fields, PriceField, TargetName } from '../contract/content.ts'
import type { Kind } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import type { Located, LocatedText } from './located.ts'
import type { Unreadable } from '../finding-types.ts'

/** Facts of an image file that need no decoding. */
export interface ImageFacts {
  readonly sha256: string
  readonly bytes: number
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** By content, never by name. */
  readonly format: 'jpg' | 'png'
}

/** A file of the project, its path relative to the root, or an image that is already uploaded. */
export type ImageSource =
  | (Located<string> & { readonly type: 'file'; readonly facts?: ImageFacts })
  | (Located<string> & { readonly type: 'url' })

export interface ImageNode {
  /** The whole line. */
  readonly span: Span
  readonly source?: ImageSource
  readonly link?: LocatedText
}

export type TargetsNode = { readonly [K in TargetName]: LocatedText | undefined }

export interface ButtonNode {
  /** The line, or the mapping in a block. */
  readonly span: Span
  readonly type?: Located<string>
  readonly attributes: Fields<LocatedText, ButtonAttribute>
}

export interface ItemNode {
  readonly span: Span
  readonly title?: LocatedText
  readonly image?: ImageNode
  readonly targets?: Partial<TargetsNode>
}

export interface CouponNode {
  readonly span: Span
  readonly fields: Fields<LocatedText, CouponField>
}

export interface PriceNode {
  readonly span: Span
  readonly fields: Fields<Located<unknown>, PriceField>
}

export interface CardNode {
  readonly span: Span
  readonly header?: LocatedText
  readonly message?: LocatedText
  readonly image?: ImageNode
  readonly buttons: readonly ButtonNode[]
  readonly coupon?: CouponNode
  readonly price?: PriceNode
}

/** The card that introduces a carousel. */
export interface HeadNode {
  readonly span: Span
  readonly header?: LocatedText
  readonly message?: LocatedText
  readonly image?: ImageNode
  readonly targets?: Partial<TargetsNode>
}

export interface TailNode {
  readonly span: Span
  readonly targets: Partial<TargetsNode>
}

export interface VariableDeclaration {
  readonly name: string
  /** The place of the name. */
  readonly span: Span
  /** From the name to the end of what is said of it. */
  readonly entry: Span
  /** The most characters a value may have. */
  readonly max?: number
  /** True if the declaration states a wrong `max`, which is reported already. */
  readonly isMaxWrong?: true
  /** True if the declaration states no `max`, so that the usual one holds. */
  readonly isMaxAssumed?: true
  /** For the preview only. */
  readonly example?: string
  readonly fallback?: string
}

/** A setting that a service has for itself: a text, a value without variables, or a mapping of these. */
export type SettingNode =
  | LocatedText
  | Located<unknown>
  | {
      readonly span: Span
      readonly fields: readonly { readonly name: string; readonly value: LocatedText | Located<unknown> }[]
    }

/** The settings of the frontmatter. */
export interface Settings {
  readonly id: Located<string>
  readonly sender: Located<string>
  readonly title?: string
  /** Those of the service, by key. */
  readonly settings: { readonly [key: string]: SettingNode }
  readonly variables: readonly VariableDeclaration[]
  /** The whole of `vars`, where there is one. */
  readonly variablesSpan?: Span
  /** Path of a recipients file, as typed. */
  readonly recipients?: Located<string>
  /** Names of columns by what the recipients file calls them. */
  readonly columns?: { readonly [header: string]: string }
}

interface MessageBase extends Settings {
  readonly span: Span
  readonly kind: Kind
  readonly kindSpan: Span
  readonly msg?: LocatedText
}

/** A message whose body repeats nothing. */
export interface SingleMessage extends MessageBase {
  readonly header?: LocatedText
  readonly buttons: readonly ButtonNode[]
  readonly image?: ImageNode
  readonly price?: PriceNode
  readonly coupon?: CouponNode
}

export interface ItemListMessage extends MessageBase {
  readonly header?: LocatedText
  readonly items: readonly ItemNode[]
  readonly buttons: readonly ButtonNode[]
  readonly coupon?: CouponNode
}

export interface CarouselMessage extends MessageBase {
  readonly head?: HeadNode
  readonly cards: readonly CardNode[]
  readonly tail?: TailNode
}

/**
 * A message as its file says it, told apart by `items` and `cards`. What is missing or cannot be understood is absent
 * here and a violation beside it, so that everything else can still be checked.
 */
export type Message = SingleMessage | ItemListMessage | CarouselMessage

/** The result of looking for an image file. */
export type ImageLookup =
  /** `isTurned`: EXIF says that people see it another way round than it is stored. `isCmyk`: its colours are those of print. */
  | { readonly type: 'found'; readonly facts: ImageFacts; readonly isTurned?: true; readonly isCmyk?: true }
  /** `suggestion` is the path, relative to the root, of a file that may be meant. */
  /** `isUntracked`: it is on disk, and not part of what is looked at. */
  | { readonly type: 'not-found'; readonly suggestion?: string; readonly isUntracked?: true }
  | { readonly type: 'outside-root' }
  | { readonly type: 'unreadable'; readonly reason: Unreadable }
  | { readonly type: 'too-large'; readonly bytes: number; readonly maxBytes: number }
  | { readonly type: 'other-format'; readonly format: string }
  | { readonly type: 'damaged' }

/** The surroundings of a message. */
export interface MessageContext {
  /** Path of the file relative to the root, with `/`. */
  readonly path: string
  /** Facts of the image at a path relative to the root; asked once for each place that refers to it. */
  readonly image: (path: string) => ImageLookup
  /** Names in the configuration's `senders`; any name passes when absent. */
  readonly senders?: readonly string[]
  /** The configuration's constants by name: a variable of the name that the message does not declare is text. */
  readonly values?: Constants
}

/** Texts by name, both in Unicode NFC. */
export interface Constants {
  readonly [name: string]: string
}

/** The id of a message: small letters, letters without case, digits, `.`, `_` and `-`. */
export const idPattern: RegExp = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}._-]{0,63}$/u

/** The id of a message that states none: its path below the root without `.md`, `/` as `.`, blanks as `-`, in small letters. */
export function idFromPath(path: string): string {
  return path.replace(/\.md$/i, '').replaceAll('/', '.').replaceAll(/\s+/g, '-').normalize('NFC').toLowerCase()
}
