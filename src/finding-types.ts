import type { BodySection, MessagePart } from './contract/contract.ts'
import type { Kind } from './contract/contracts.ts'

/** The blocks of a body. */
export type BlockName = Exclude<MessagePart, 'header' | 'text' | 'image'>

/** The mapping that a key stands in, of a message or of the configuration. */
export type Where =
  | 'frontmatter'
  | 'vars'
  | 'variable'
  | `setting ${string}`
  | BlockName
  | 'configuration'
  | 'sender'
  | 'channel'
  | 'limits'
  | 'override'
  | 'ledger'
  | 'target'
  | 'window'
  | 'environment'
  | 'term'
  | 'requirement'

export type ValueType = 'text' | 'number' | 'boolean' | 'nothing' | 'mapping' | 'list' | 'whole number' | 'function'

/** Types of JSON values. */
export type JsonType = Exclude<ValueType, 'whole number' | 'function'>

/** Why the operating system gave no content. */
export type Unreadable = 'permission' | 'loop' | 'directory' | 'not-found' | 'special-file' | 'io'

/** A form of the language that a mistyped line was likely meant as. */
export type MeantForm =
  | 'button'
  | 'image'
  | 'tail'
  | 'heading'
  | 'block'
  | 'divider'
  | 'comment'
  | 'setting'
  | 'address'
  | 'path'
  | 'variable'
  | 'frontmatter'
  | 'frontmatter-end'

export type Suggesting<T> = T & { readonly suggestion?: string }
export type Placed = { readonly kind: Kind; readonly place: BodySection }
export type Size = { readonly bytes: number; readonly maxBytes: number }
