import type { Kind } from '../contract/kinds.ts'
import type { Language } from '../words/language.ts'
import type { Count, Level, MeterUnit } from './meters.ts'
import { en } from './words-en.ts'
import { ko } from './words-ko.ts'

/** What the preview page says. `{…}` is filled in by the page's script. */
export interface PageWords {
  readonly title: string
  readonly skip: string
  readonly live: string
  readonly lost: string
  readonly language: string
  readonly messages: string
  readonly search: string
  readonly searchHint: string
  readonly status: string
  readonly statuses: { readonly all: string; readonly errors: string; readonly warnings: string }
  readonly count: string
  readonly nothingFound: string
  readonly noMessages: string
  readonly kinds: { readonly [K in Kind]: string }
  readonly unknownKind: string
  readonly errors: string
  readonly warnings: string
  readonly clean: string
  readonly old: string
  readonly pick: string
  readonly pickHint: string
  readonly gone: string
  readonly back: string
  readonly updated: string
  readonly picture: string
  readonly values: string
  readonly choices: { readonly [C in 'example' | 'longest' | 'empty' | 'typed' | 'row']: string }
  readonly theme: string
  readonly themes: { readonly light: string; readonly dark: string }
  readonly width: string
  readonly approximation: string
  readonly channel: string
  readonly time: string
  readonly date: string
  readonly imageMissing: string
  readonly imageUploaded: string
  readonly oldPicture: string
  readonly partPicture: string
  readonly noPicture: string
  readonly missing: (names: readonly string[]) => string
  readonly invalidLinks: (fields: readonly string[]) => string
  readonly panel: string
  readonly tabs: { readonly check: string; readonly values: string; readonly payload: string }
  readonly findings: string
  readonly noFindings: string
  readonly moreFindings: (count: number) => string
  readonly severities: { readonly error: string; readonly warning: string }
  readonly meters: string
  readonly metersHint: string
  readonly levels: { readonly [L in Level]: string }
  readonly longestIs: (amount: string) => string
  readonly atLeast: (min: number) => string
  readonly units: { readonly [U in MeterUnit]: (count: string) => string }
  readonly readings: { readonly [R in Count['reading']]: string }
  readonly noMeters: string
  readonly noVariables: string
  readonly valuesHint: string
  readonly variableFacts: (facts: { max: number | undefined; fallback: string | undefined }) => string
  readonly overMax: (count: { used: number; max: number }) => string
  readonly reset: string
  readonly row: string
  readonly previousRow: string
  readonly nextRow: string
  readonly rowLabel: (facts: { row: number; line: number; number: string }) => string
  readonly noRows: (path: string) => string
  readonly payloadHint: string
  readonly copy: string
  readonly copied: string
  readonly source: string
  readonly staticHint: string
  readonly fields: FieldWords
}

/** How the fields of a payload are called. */
export interface FieldWords {
  readonly msg: string
  readonly header: string
  readonly echo: string
  readonly failback: string
  readonly image: string
  readonly buttons: string
  readonly items: string
  readonly cards: string
  readonly button: (number: number) => string
  readonly item: (number: number) => string
  readonly card: (number: number) => string
  readonly tail: string
  readonly coupon: string
  readonly parts: { readonly [field: string]: string }
}

export const pageWords: { readonly [L in Language]: PageWords } = { en, ko }
