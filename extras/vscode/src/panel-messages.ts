/** A message of the extension to its panel. */
export type ToPanel =
  | {
      readonly type: 'show'
      /** The address of the document; the panel comes back with it. */
      readonly uri: string
      /** A page with the phone as `friendtalk/preview` gives it; empty where there is none. */
      readonly html: string
    }
  | {
      readonly type: 'cursor'
      /** From 1. */
      readonly line: number
    }

/** A message of the panel to the extension. */
export type FromPanel =
  | { readonly type: 'ready' }
  | {
      readonly type: 'jump'
      /** From 1. */
      readonly line: number
    }

/** The state that a window is reopened with. */
export interface PanelState {
  readonly uri: string
}
