// The modules that scripts/playground.mjs makes.

declare module '*.css' {
  const text: string
  export default text
}

declare module '*.md' {
  const text: string
  export default text
}

declare module 'playground:templates' {
  import type { Kind } from '../../../src/contract/kinds.ts'
  /** A message to start from. */
  export interface Template {
    readonly kind: Kind
    readonly lang: 'en' | 'ko'
    readonly title: string
    readonly load: () => Promise<string>
  }
  export const templates: readonly Template[]
  /** Loads the images of the templates, in Base64, by the name of the file. */
  export const templateImages: ReadonlyMap<string, () => Promise<string>>
}

declare module 'playground:summaries-*' {
  import type { RuleSummary } from '../../../src/editor/message-text.ts'
  /** The pages about rules in short, in one language. */
  export const summaries: { readonly [id: string]: RuleSummary }
}
