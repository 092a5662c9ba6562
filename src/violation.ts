import type { Fix, Span } from './diagnostic.ts'
import type { LanguageArgs } from './rules/language/index.ts'
import type { ProjectArgs } from './rules/project/index.ts'

/** The mapping that a key stands in, of a message or of the configuration. */
export type Where =
  | 'frontmatter'
  | 'vars'
  | 'variable'
  | 'failback_data'
  | BlockName
  | 'configuration'
  | 'sender'
  | 'channel'
  | 'limits'
  | 'override'
  | 'ledger'
  | 'target'
  | 'environment'
  | 'term'
  | 'requirement'

/** The info strings that the language knows. */
export const blockNames = ['button', 'coupon', 'link', 'tail'] as const
export type BlockName = (typeof blockNames)[number]

export type ValueType = 'text' | 'number' | 'boolean' | 'nothing' | 'mapping' | 'list' | 'whole number' | 'function'

/** Why the operating system gave no content. */
export type Unreadable = 'permission' | 'loop' | 'directory' | 'not-found' | 'special-file' | 'io'

/** What a mistyped line was likely meant to be. */
export type MeantForm =
  | 'button'
  | 'image'
  | 'tail'
  | 'header'
  | 'heading'
  | 'block'
  | 'divider'
  | 'comment'
  | 'frontmatter'
  | 'frontmatter-end'
  | 'key'
  | 'link'
  | 'variable'

/** What somebody did who typed something else than was meant. */
export type Slip =
  /** `found` was typed for `expected`, which it looks like. */
  | { readonly type: 'look-alike'; readonly found: string; readonly expected: string }
  | { readonly type: 'instead'; readonly found: string; readonly expected: string }
  | { readonly type: 'missing'; readonly expected: string }
  | {
      readonly type:
        | 'indented'
        | 'quoted'
        | 'tab'
        | 'blank-line'
        | 'bullet-missing'
        | 'button-or-tail'
        | 'swapped'
        | 'line-break'
        | 'line-break-missing'
        | 'settings-joined'
        | 'unquoted'
        | 'comma-unquoted'
        | 'not-alone'
        | 'no-setting'
    }
  | { readonly type: 'space-in-path' | 'space-in-link' | 'space-in-query' | 'backslash' }
  | { readonly type: 'indentation'; readonly found: number; readonly expected: number }
  | { readonly type: 'space'; readonly before: string }
  | { readonly type: 'space-missing'; readonly after: string }
  | { readonly type: 'bullet' | 'bullet-not-needed' | 'sign-unquoted' | 'doubled' | 'needless'; readonly found: string }
  | { readonly type: 'followed' | 'preceded'; readonly text: string }
  | { readonly type: 'below-frontmatter' | 'second-frontmatter' }
  /** The number signs in front of a title. */
  | { readonly type: 'depth'; readonly found: number; readonly expected: 1 | 2 }
  | { readonly type: 'syntax'; readonly of: 'HTML' | 'BBCode' | 'Markdown' | 'wiki' | 'code' }

/** What each rule knows about a violation: detection is apart from wording. */
export type ViolationArgs = LanguageArgs & ProjectArgs

export type RuleId = keyof ViolationArgs

/** What breaks a rule, before it is worded. */
export type Violation = {
  [R in RuleId]: {
    readonly rule: R
    readonly span: Span
    readonly args: ViolationArgs[R]
    /** Builds what was meant; without it the rule and its arguments may say one. */
    readonly fix?: Fix
    /** Whether something else may be meant as well: then what the fix builds is read, but not offered. */
    readonly hasOtherMeaning?: true
    /** Whether the reader took what stands there for what was meant. */
    readonly isReadAsMeant?: true
  }
}[RuleId]

/** Makes a violation; the rule decides which arguments it takes. */
export function violation<R extends RuleId>(rule: R, span: Span, args: ViolationArgs[R]): Violation {
  // The type of a union's member cannot follow from a generic rule.
  return { rule, span, args } as unknown as Violation
}
