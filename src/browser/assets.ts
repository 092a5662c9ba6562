import type { Language } from '../words/language.ts'

// Files of the package as text: build/browser.mjs puts them in the place of these names.
declare const ASSETS: {
  readonly phoneCss: string
  readonly previewCss: string
  readonly templates: readonly StarterTemplate[]
}

/** A message to start from. */
export interface StarterTemplate {
  /** The file's name without `.md`: a kind without `ft-`, or what the message is for. */
  readonly name: string
  readonly lang: Language
  /** The text of the message file. Its images lie in the package, in `templates/images`. */
  readonly source: string
}

/** The style of what `drawing` and `drawPhone` draw, for light and dark pages. */
export const phoneCss: string = ASSETS.phoneCss

/** The style of everything that `messageView` draws: the phone, meters, diagnostics and source. */
export const previewCss: string = ASSETS.previewCss

/** The messages that a project can start from, those of each kind in both languages. */
export const templates: readonly StarterTemplate[] = ASSETS.templates
