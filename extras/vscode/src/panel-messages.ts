/** A message of the extension to its panel; lines count from 1. */
export type ToPanel =
  /** The address of the document, with which the panel comes back, and a page with the phone; empty where there is none. */
  | { readonly type: 'show'; readonly uri: string; readonly html: string }
  | { readonly type: 'cursor'; readonly line: number }

/** A message of the panel to the extension. */
export type FromPanel = { readonly type: 'ready' } | { readonly type: 'jump'; readonly line: number }

/** The state that a window is reopened with. */
export interface PanelState {
  readonly uri: string
}
