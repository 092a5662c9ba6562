import type { buttonAttributes } from '../contract/fields.ts'
import type { ButtonType } from '../contract/kinds.ts'
import type { LinkTargets } from '../contract/payload.ts'
import type { Span } from '../diagnostic.ts'
import type { Traced, TracedText } from './traced.ts'

/** What is known of an image file without decoding it. */
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
  | (Traced<string> & { readonly type: 'file'; readonly facts?: ImageFacts })
  | (Traced<string> & { readonly type: 'url' })

export interface ImageNode {
  /** The whole line. */
  readonly span: Span
  readonly source?: ImageSource
  readonly link?: TracedText
}

export type TargetsNode = { readonly [K in keyof LinkTargets]-?: TracedText | undefined }

/** The attributes of a button but its type. */
export type ButtonAttribute = Exclude<(typeof buttonAttributes)[number], 'type'>

export interface ButtonNode {
  /** The line, or the mapping in a block. */
  readonly span: Span
  readonly type?: Traced<ButtonType>
  readonly attributes: { readonly [K in ButtonAttribute]?: TracedText }
}

export interface ItemNode {
  readonly span: Span
  readonly title?: TracedText
  readonly image?: ImageNode
  readonly targets?: Partial<TargetsNode>
}

export interface CouponNode {
  readonly span: Span
  readonly fields: { readonly [field in 'title' | 'description' | keyof LinkTargets]?: TracedText }
}

export interface CardNode {
  readonly span: Span
  readonly header?: TracedText
  readonly message?: TracedText
  readonly image?: ImageNode
  readonly buttons: readonly ButtonNode[]
  readonly coupon?: CouponNode
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
  /** For the preview only. */
  readonly example?: string
  readonly fallback?: string
}

export interface FailbackNode {
  readonly span: Span
  readonly msg?: TracedText
  /** Every other field, in the order of the source. */
  readonly fields: readonly { readonly name: string; readonly value: Traced<unknown> }[]
}

/** What the frontmatter says. */
export interface Settings {
  readonly id: Traced<string>
  readonly sender: Traced<string>
  readonly adFlag: Traced<'Y' | 'N'>
  readonly title?: string
  readonly echo?: TracedText
  readonly failback?: FailbackNode
  readonly variables: readonly VariableDeclaration[]
  /** The whole of `vars`, where there is one. */
  readonly variablesSpan?: Span
  /** Path of a recipients file, as typed. */
  readonly recipients?: Traced<string>
}

interface MessageBase extends Settings {
  readonly span: Span
  readonly msg?: TracedText
}

export interface TextMessage extends MessageBase {
  readonly kind: 'ft-text'
  readonly buttons: readonly ButtonNode[]
}

export interface ImageMessage extends MessageBase {
  readonly kind: 'ft-image' | 'ft-wide'
  readonly buttons: readonly ButtonNode[]
  readonly image?: ImageNode
}

export interface WideItemListMessage extends MessageBase {
  readonly kind: 'ft-wide-item-list'
  readonly header?: TracedText
  readonly items: readonly ItemNode[]
  readonly buttons: readonly ButtonNode[]
}

export interface CarouselFeedMessage extends MessageBase {
  readonly kind: 'ft-carousel-feed'
  readonly cards: readonly CardNode[]
  readonly tail?: TailNode
}

/**
 * A message as its file says it, narrowed by `kind`. What is missing or cannot be understood is absent here and a
 * fault beside it, so that everything else can still be checked.
 */
export type Message = TextMessage | ImageMessage | WideItemListMessage | CarouselFeedMessage
