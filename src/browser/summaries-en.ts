import type { RuleSummary } from '../editor/message-text.ts'

// The pages about the rules in short: scripts/playground.mjs puts them in the place of this name.
declare const SUMMARIES_EN: { readonly [id: string]: RuleSummary }

/** What the page about each rule says in English. */
export const summaries: { readonly [id: string]: RuleSummary } = SUMMARIES_EN
