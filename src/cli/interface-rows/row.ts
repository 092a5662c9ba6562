import type { Upload } from '../../contract/kinds.ts'
import type { ImageLimit, limits, times } from '../../contract/limits.ts'
import type { Translated } from '../../lint/rule.ts'

/** An entry of the tables of limits: `msg`, `FT.maxBytes`, `times.restrictedFrom`. */
export type LimitEntry =
  | keyof typeof limits
  | `${Upload}.${Exclude<keyof ImageLimit, 'source'>}`
  | `times.${keyof typeof times}`

/** One thing that the interface asks of a message, an image, a recipient or a send, and what holds it. */
export interface InterfaceRow {
  /** A field in the interface's notation, or a subject in words. */
  readonly field: string | Translated
  readonly fact: Translated
  /** The entries of the tables of limits that the fact states. */
  readonly limits?: readonly LimitEntry[]
  /** The ids of the rules that hold it. */
  readonly rules?: readonly string[]
  /** What else holds it: without rules alone, beside them as well. */
  readonly elsewhere?: Translated
}

export interface InterfaceSection {
  readonly title: Translated
  readonly rows: readonly InterfaceRow[]
}
