import type { Diagnostic } from '../src/diagnostic.ts'
import type { CompileContext } from '../src/compile.ts'
import type { ImageFacts } from '../src/message/message.ts'
import type { Language } from '../src/words/language.ts'

export interface Example {
  readonly source: string
  readonly path: string
  /** Facts of the images, or of the one that is named, that differ from a fitting image's. */
  readonly image: Partial<ImageFacts> & { readonly of?: string }
  /** What the page says is configured. */
  readonly configured: Pick<CompileContext, 'terms' | 'require'>
}

export interface RulePage {
  readonly title: string
  readonly otherLanguage: string
  readonly meta: string
  readonly summary: string
  readonly why: string
  readonly source?: string
  readonly limits: readonly { readonly field: string; readonly fact: string }[]
  readonly bad?: Example
  /** What `friendtalk lint` says of the bad example. */
  readonly output?: string
  readonly good?: Example
}

export interface FindingRow extends Pick<RulePage, 'summary' | 'why' | 'source' | 'limits'> {
  readonly isWarning: boolean
}

export declare const ruleFolders: { readonly [L in Language]: string }
export declare function readRulePages(lang: Language): ReadonlyMap<string, RulePage>
export declare function readFindings(lang: Language): ReadonlyMap<string, FindingRow>
export declare function rowsOf(table: string): readonly (readonly string[])[]
export declare function exampleContext(
  example: Example,
  lang: Language,
): Pick<CompileContext, 'path' | 'lang' | 'image' | 'terms' | 'require'> & { readonly path: Diagnostic['path'] }
export declare function quotedSource(page: Pick<RulePage, 'source'> | undefined): string | undefined
