import type { Fix, Severity, Span } from '../diagnostic.ts'
import { type Sentences, type Words, wordsOf } from '../words/language.ts'

/**
 * The source of a rule: the `language` cannot be read without it; the service's `interface` refuses what breaks it; the
 * `platform` may show or deliver otherwise, as sibling services say; `style` is what experience with messages in files
 * asks for.
 */
export const tiers = ['language', 'interface', 'platform', 'style'] as const
export type Tier = (typeof tiers)[number]

/**
 * The subject of a rule: the text of a `message` alone; a message and its `workspace`, which is the files, the senders and
 * the day; the `project`, its files' sizes and rights included; the values of `recipients`; the `config`.
 */
export type RuleSubject = 'message' | 'workspace' | 'project' | 'recipients' | 'config'

/** A rule without its check; docs/rules has a page about each. */
export interface RuleInfo {
  /** Kebab-case, names the violation, never used again for another. */
  readonly id: string
  readonly tier: Tier
  /** Unless a configuration says otherwise. */
  readonly severity: Severity
  /** True if it reports nothing until a configuration sets its severity. */
  readonly isOff?: true
  readonly subject: RuleSubject
}

export interface Wrong {
  readonly span: Span
  /** The text at the place. */
  readonly text: string
}

/** A finding of reading, reported by its id. */
export interface Finding<Args> extends RuleInfo {
  readonly words: Words<Args>
  /** Returns the change that builds what was meant, where that is clear or likely. */
  readonly fix?: (args: Args, wrong: Wrong) => Fix | undefined
}

interface Row<Args> extends Sentences<Args>, Partial<Omit<RuleInfo, 'id'>> {
  readonly fix?: (args: Args, wrong: Wrong) => Fix | undefined
}

/** Gives a row of a table the type of its arguments. */
export function finding<Args>(row: Row<Args>): Row<Args> {
  return row
}

type RowArgs<R> = R extends Row<infer Args> ? (unknown extends Args ? object : Readonly<Args>) : never

/** Makes findings of a table. What a row leaves out is usual: an error of the language in a message, or what `usual` says. */
export function findings<T extends { readonly [id: string]: Row<never> }>(
  rows: T,
  usual: Partial<Pick<RuleInfo, 'tier' | 'subject'>> = {},
): { readonly [R in keyof T]: Finding<RowArgs<T[R]>> } {
  const made = Object.entries<Row<never>>(rows).map(([id, { en, ko, ...info }]) => {
    const base = { id, tier: 'language', severity: 'error', subject: 'message', ...usual } as const
    return [id, { ...base, ...info, words: wordsOf({ en, ko }) }] as const
  })
  return Object.fromEntries(made) as unknown as { readonly [R in keyof T]: Finding<RowArgs<T[R]>> }
}
