import type {
  ButtonContent,
  CardContent,
  CarouselContent,
  CouponContent,
  ItemContent,
  ItemListContent,
  PriceContent,
  SingleContent,
  TargetsContent,
} from '../contract/content.ts'
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

/** One value of a message: a text, an image, or a value without variables. */
export type MessageValue = LocatedText | ImageSource | Located<unknown>

/** A part of a message and its place: a line, a block, a mapping in a block, a heading. */
type Node<Content> = Content & { readonly span: Span }

export type ButtonNode = Node<ButtonContent<MessageValue>>
export type ItemNode = Node<ItemContent<MessageValue>>
export type TailNode = Node<TargetsContent<MessageValue>>

/** The parts of a card or of a whole message that know their places. */
interface Parts {
  readonly buttons: readonly ButtonNode[]
  readonly coupon?: Node<CouponContent<MessageValue>> | undefined
  readonly price?: Node<PriceContent<MessageValue>> | undefined
}

export type CardNode = Node<Omit<CardContent<MessageValue>, keyof Parts> & Parts>

export interface VariableDeclaration {
  readonly name: string
  /** The place of the name. */
  readonly span: Span
  /** From the name to the end of what is said of it. */
  readonly entry: Span
  /** The most characters a value may have. */
  readonly max?: number | undefined
  /** True if the declaration states a wrong `max`, which is reported already. */
  readonly isMaxWrong?: true | undefined
  /** True if the declaration states no `max`, so that the usual one holds. */
  readonly isMaxAssumed?: true | undefined
  /** For the preview only. */
  readonly example?: string | undefined
  readonly fallback?: string | undefined
}

/** A setting that a service has for itself: a text, a value without variables, or a mapping of these. */
export type SettingNode =
  | LocatedText
  | Located<unknown>
  | Node<{ readonly fields: readonly { readonly name: string; readonly value: LocatedText | Located<unknown> }[] }>

/** The settings of the frontmatter. */
export interface Settings {
  readonly kind: Kind
  readonly kindSpan: Span
  readonly id: Located<string>
  readonly sender: Located<string>
  readonly title?: string | undefined
  /** The settings of the service, by key. */
  readonly settings: { readonly [key: string]: SettingNode }
  readonly variables: readonly VariableDeclaration[]
  /** The whole of `vars`, where there is one. */
  readonly variablesSpan?: Span | undefined
  /** Path of a recipients file, as typed. */
  readonly recipients?: Located<string> | undefined
  /** Names of columns by what the recipients file calls them. */
  readonly columns?: { readonly [header: string]: string } | undefined
}

type Single = Omit<SingleContent<MessageValue>, keyof Settings | keyof Parts> & Parts
type ItemList = Omit<ItemListContent<MessageValue>, keyof Settings | keyof Parts | 'items'> &
  Parts & { readonly items: readonly ItemNode[] }
type Carousel = Omit<CarouselContent<MessageValue>, keyof Settings | 'cards' | 'tail'> & {
  readonly cards: readonly CardNode[]
  readonly tail?: TailNode | undefined
}

/**
 * A message as its file says it, told apart by `items` and `cards`. What is missing or cannot be understood is absent
 * here and a violation beside it, so that everything else can still be checked.
 */
export type Message = Settings & (Single | ItemList | Carousel)

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
