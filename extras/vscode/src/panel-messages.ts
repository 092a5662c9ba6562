/** What the extension tells its panel. */
export type ToPanel =
  | {
      readonly type: 'show'
      /** Of the document, for the panel to come back with. */
      readonly uri: string
      /** A page with the phone as `friendtalk/preview` gives it; empty where there is none. */
      readonly html: string
    }
  | {
      readonly type: 'cursor'
      /** From 1. */
      readonly line: number
    }

/** What the panel tells the extension. */
export type FromPanel =
  | { readonly type: 'ready' }
  | {
      readonly type: 'jump'
      /** From 1. */
      readonly line: number
    }

/** What a window is reopened with. */
export interface PanelState {
  readonly uri: string
}
