import type { Fix, Span } from '../diagnostic.ts'
import type { RecipientArgs, ViolationArgs } from '../violation.ts'
import type { Language, Wording } from '../words/language.ts'
import type { RuleInfo } from './rule.ts'

export interface Wrong {
  readonly span: Span
  /** What stands there. */
  readonly text: string
}

/** What reading finds: it is reported by its id, where something is read. */
export interface Finding<Args> extends RuleInfo {
  readonly words: { readonly [L in Language]: (args: Args) => Wording }
  /** Returns the change that builds what was meant, where that is clear or likely. */
  readonly fix?: (args: Args, wrong: Wrong) => Fix | undefined
}

type FindingArgs = ViolationArgs & RecipientArgs

/** A sentence in each language; a function of the arguments where it needs them or a second sentence. */
interface Row<Args> extends Partial<Omit<RuleInfo, 'id'>> {
  readonly en: string | ((args: Args) => Wording)
  readonly ko: string | ((args: Args) => Wording)
  readonly fix?: (args: Args, wrong: Wrong) => Fix | undefined
}

/** Makes findings of a table. What a row leaves out is usual: an error of the language in a message, or what `usual` says. */
export function findings<K extends keyof FindingArgs>(
  rows: { readonly [R in K]: Row<FindingArgs[R]> },
  usual: Partial<Pick<RuleInfo, 'tier' | 'subject'>> = {},
): { readonly [R in K]: Finding<FindingArgs[R]> } {
  const made = Object.entries<Row<never>>(rows).map(([id, { en, ko, ...info }]) => {
    const words = { en: worded(en), ko: worded(ko) }
    return [id, { id, tier: 'language', severity: 'error', subject: 'message', ...usual, ...info, words }] as const
  })
  return Object.fromEntries(made) as unknown as { readonly [R in K]: Finding<FindingArgs[R]> }
}

function worded<Args>(words: string | ((args: Args) => Wording)): (args: Args) => Wording {
  return typeof words === 'string' ? () => ({ message: words }) : words
}
