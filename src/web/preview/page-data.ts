import type { Kind } from '../../contract/kinds.ts'
import type { Say } from '../../words/language.ts'

// The data between the server and the page's script. The script is compiled for browsers, so nothing here may import
// modules of Node.js.

export const presets = ['example', 'longest', 'empty'] as const

/** Values that follow from what a message says of its variables. */
export type Preset = (typeof presets)[number]

export type Choice =
  | { readonly type: Preset }
  | { readonly type: 'typed'; readonly values: { readonly [name: string]: string } }
  /** A row of the message's recipients, by its place among those that can be read, from 0. */
  | { readonly type: 'row'; readonly index: number }

/** A line of the list; the page shows its texts as texts. */
export interface PreviewRow {
  readonly path: string
  /** As the frontmatter has it; empty where it has none. */
  readonly title: string
  readonly kind?: Kind
  readonly errors: number
  readonly warnings: number
  readonly isOld: boolean
}

/** Says that a message is broken, and how many errors and warnings it has; nothing of a good one. */
export function countTexts({ errors, warnings, isOld }: PreviewRow, say: Say): readonly string[] {
  return [
    ...(isOld ? [say('Broken', '읽을 수 없음')] : []),
    ...(errors > 0 ? [say(`${errors} errors`, `오류 ${errors}개`)] : []),
    ...(warnings > 0 ? [say(`${warnings} warnings`, `경고 ${warnings}개`)] : []),
  ]
}

/** Rows that are new or changed, and paths that are gone. */
export interface PreviewNews {
  readonly rows: readonly PreviewRow[]
  readonly removed: readonly string[]
  /** True if `rows` are all messages. */
  readonly isAll: boolean
}

/** The parts of the page about one message, as HTML. */
export interface MessageView {
  readonly state: 'good' | 'old' | 'part' | 'none'
  readonly picture: string
  readonly check: string
  readonly controls: string
  readonly controlsKey: string
  /** For each variable what is said of its value; empty where it is not too long. */
  readonly overMax: readonly string[]
  readonly payload: string
  readonly source: string
  readonly diagnostics: number
}

export interface ShownRecipient {
  readonly index: number
  readonly isLast: boolean
  readonly label: string
}

/** A message drawn with the values that were asked for. */
export interface ChosenView extends MessageView {
  readonly row: PreviewRow
  readonly hasRecipients: boolean
  readonly recipient?: ShownRecipient
  /** A sentence, if the recipients file gives no row. */
  readonly noRows?: string
}

/** The views of one message by preset; those of the other presets hold only what differs from the example. */
export interface StaticViews {
  readonly example: ChosenView
  readonly longest: Partial<ChosenView>
  readonly empty: Partial<ChosenView>
}
