import type { BodySection, MessagePart } from './contract/contract.ts'
import type { Kind } from './contract/contracts.ts'
import type { NumberViolation } from './text/phone-number.ts'
import type { CharacterReading, ByteReading } from './text/text.ts'
import type { Fix, Span } from './diagnostic.ts'

/** The blocks of a body. */
type BlockName = Extract<MessagePart, 'button' | 'coupon' | 'link' | 'tail'>

/** The mapping that a key stands in, of a message or of the configuration. */
export type Where =
  | 'frontmatter'
  | 'vars'
  | 'variable'
  | `setting ${string}`
  | BlockName
  | 'configuration'
  | 'sender'
  | 'channel'
  | 'limits'
  | 'override'
  | 'ledger'
  | 'target'
  | 'window'
  | 'environment'
  | 'term'
  | 'requirement'

export type ValueType = 'text' | 'number' | 'boolean' | 'nothing' | 'mapping' | 'list' | 'whole number' | 'function'

/** What a value of JSON is, where text belongs. */
export type JsonType = Exclude<ValueType, 'whole number' | 'function'>

/** Why the operating system gave no content. */
export type Unreadable = 'permission' | 'loop' | 'directory' | 'not-found' | 'special-file' | 'io'

/** A form of the language that a mistyped line was likely meant as. */
export type MeantForm =
  | 'button'
  | 'image'
  | 'tail'
  | 'heading'
  | 'block'
  | 'divider'
  | 'comment'
  | 'setting'
  | 'address'
  | 'path'
  | 'variable'
  | 'frontmatter'
  | 'frontmatter-end'

/** What a custom rule did that no rule may do; `text` says more, in one line. */
export interface CustomRuleDefect {
  readonly type: 'thrown' | 'promise' | 'place' | 'fix' | 'words'
  readonly text: string
}

/** The keys of a custom rule; `words` stands for all that is inside of it. */
export const customRuleKeys = ['id', 'tier', 'severity', 'url', 'check', 'words'] as const
export type CustomRuleKey = (typeof customRuleKeys)[number]

/** What is wrong with a value that is listed as a rule. */
export type CustomRuleProblem =
  | { readonly type: 'no-rule' }
  | { readonly type: 'key-unknown'; readonly key: string; readonly suggestion?: string }
  | { readonly type: 'key-wrong'; readonly key: CustomRuleKey }

/** What another way of counting a text comes to. */
export interface OtherReading {
  readonly reading: ByteReading | CharacterReading
  readonly count: number
}

/** What most rules have no need of. */
type None = object
type Suggesting<T> = Readonly<T & { suggestion?: string }>
type Placed = Readonly<{ kind: Kind; place: BodySection }>
type OfRows = Readonly<{ file: string; row: number; more: number; pointer: string; field: string }>
type Size = Readonly<{ bytes: number; maxBytes: number }>

/** What each finding about a message or what surrounds it knows: detection is apart from wording. */
export interface ViolationArgs {
  // Files and settings.
  'file-empty': None
  'file-too-large': Size
  'file-not-utf8': Readonly<{ isUtf16?: true }>
  'file-outside-root': None
  'file-unreadable': Readonly<{ reason: Unreadable }>
  'merge-conflict': None
  'nul-character': None
  'lone-surrogate': None
  'combining-marks': Readonly<{ max: number }>
  'frontmatter-missing': Readonly<{ isToml?: true }>
  'frontmatter-unclosed': None
  'frontmatter-mistyped': Readonly<{
    form: MeantForm
    difference?: { readonly found: string; readonly expected: string }
  }>
  'id-invalid': Readonly<{ id: string }>
  'id-from-path-invalid': Readonly<{ id: string }>
  'id-duplicate': Readonly<{ id: string; other: string; isLink?: true }>
  'sender-unknown': Suggesting<{ sender: string; known: readonly string[] }>
  'failback-field-reserved': Readonly<{ key: string }>
  // YAML and JSON.
  'key-duplicate': Readonly<{ key: string }>
  'key-missing': Readonly<{ key: string; where: Where }>
  /** `form`: how the body says what the key does. */
  'key-unknown': Suggesting<{ key: string; where: Where; allowed: readonly string[]; form?: string }>
  'number-unquoted': Readonly<{ key: string; text: string }>
  /** `comment` stands where YAML has a value. */
  'value-empty': Readonly<{ key: string; comment?: string }>
  'value-not-allowed': Suggesting<{ key: string; value: string; allowed: readonly string[] }>
  'value-too-small': Readonly<{ key: string; value: number; min: number }>
  /** `where` is the mapping that has the key, `text` the value where it is a text or a number. */
  'value-type': Readonly<{
    key: string
    expected: readonly ValueType[]
    found: ValueType
    where: Where
    text?: string
  }>
  'yaml-syntax': Readonly<{ code: string }>
  'yaml-too-large': Size
  // Links.
  'link-empty': None
  'link-scheme-not-allowed': Readonly<{ link: string }>
  /** `isWeb`: it may open a web page alone; `buttonType`: the link is the type of a button that a block writes. */
  'link-without-scheme': Suggesting<{ link: string; isWeb?: true; buttonType?: string; isPhone?: boolean }>
  'second-link-not-allowed': None
  'second-link-not-web': Suggesting<{ link: string }>
  'item-link-missing': None
  'item-link-not-mobile': Readonly<{ key: string }>
  'item-link-repeated': None
  // Images.
  'image-cmyk': Readonly<{ path: string }>
  'image-damaged': Readonly<{ path: string }>
  'image-format': Readonly<{ path: string; format: string }>
  'image-missing': Placed & Readonly<{ needsLink?: true }>
  'image-not-allowed': Placed
  'image-not-found': Suggesting<{ path: string; isUntracked?: true }>
  'image-outside-root': Readonly<{ path: string }>
  'image-path-absolute': Readonly<{ path: string }>
  'image-path-empty': None
  'image-repeated': Readonly<{ place: BodySection }>
  'image-too-large': Size & Readonly<{ path: string }>
  'image-unreadable': Readonly<{ path: string; reason: Unreadable }>
  'image-turned': Readonly<{ path: string }>
  'image-unused': Readonly<{ path: string }>
  'image-url-not-https': Readonly<{ url: string }>
  // Blocks and buttons.
  'app-link-target-missing': Readonly<{ type: string; targets: readonly string[] }>
  'block-not-allowed': Placed & Readonly<{ name: BlockName }>
  'block-unclosed': Readonly<{ name: string }>
  'block-unknown': Suggesting<{ name: string }>
  'button-attribute-not-allowed': Readonly<{ attribute: string; type: string; allowed: readonly string[] }>
  'button-not-allowed': Placed
  'comment-unclosed': None
  'coupon-repeated': None
  // What a body is made of.
  'divider-not-allowed': Readonly<{ place: BodySection }>
  'header-after-text': None
  'header-missing': Readonly<{ kind: Kind }>
  'header-repeated': None
  'heading-not-allowed': Placed & Readonly<{ depth: 1 | 2 }>
  'items-missing': Readonly<{ kind: Kind }>
  'tail-repeated': None
  'text-missing': Placed
  'text-not-allowed': Placed
  'title-empty': Readonly<{ depth: 1 | 2 }>
  // Variables.
  'variable-ambiguous': Readonly<{ name: string }>
  'variable-name-invalid': Suggesting<{ name: string }>
  'variable-not-allowed': Readonly<{ name: string; field: string }>
  'variable-unclosed': None
  'variable-undeclared': Suggesting<{ name: string }>
  // Directives, baselines and custom rules.
  'baseline-stale': Readonly<{ rule: string; path: string }>
  'directive-unknown': Suggesting<{ name: string }>
  'rule-failed': Readonly<{ rule: string; defect: CustomRuleDefect }>
  'suppression-date-invalid': Readonly<{ until: string }>
  'suppression-expired': Readonly<{ rule: string; until: string }>
  'suppression-not-possible': Readonly<{ rule: string }>
  'suppression-rule-unknown': Suggesting<{ rule: string }>
  'suppression-unused': Readonly<{ rule: string }>
  'suppression-without-reason': None
  'suppression-without-rule': None
  // The configuration.
  'phone-number-invalid': Readonly<{ key: string }>
  'plugin-invalid': Readonly<{ problem: CustomRuleProblem }>
  'plugins-in-json': None
  'rule-id-taken': Readonly<{ rule: string; by: 'friendtalk' | 'plugin' }>
  'rule-not-configurable': Readonly<{ rule: string }>
  'rule-unknown': Suggesting<{ rule: string }>
  'schema-name-invalid': Readonly<{ name: string }>
  'secret-literal': Readonly<{ key: string }>
  'target-name-invalid': Readonly<{ name: string }>
  'url-more-than-path': Readonly<{ key: string }>
  'url-not-https': Readonly<{ key: string }>
  'window-not-off': None
  'window-no-time': Readonly<{ key: string; value: string }>
  'window-wider': Readonly<{ key: string; value: string }>
  'window-empty': Readonly<{ from: string; until: string }>
  'header-not-allowed': Readonly<{ header: string }>
  // A message with the values of its recipients.
  'recipient-link-invalid': OfRows
  'recipient-overflow': OfRows &
    Readonly<{ actual: number; limit: number; unit: 'bytes' | 'characters'; others: readonly OtherReading[] }>
  'recipient-text-empty': OfRows
  /** `path` as typed, `file` where that leads to from the root. */
  'recipients-not-read': Suggesting<{ path: string; file: string; reason: Unreadable | 'outside-root' }>
}

/** What each finding about a recipients file knows. `recipients-…` speak of the file, `recipient-…` of a row. None holds a whole phone number. */
export interface RecipientArgs {
  'recipient-cell-count': Readonly<{ actual: number; expected: number }>
  'recipient-character': Readonly<{ column: string; code: string }>
  'recipient-duplicate': Readonly<{ number: string; firstRow: number }>
  'recipient-line-break': Readonly<{ column: string; field: string }>
  'recipient-not-in-safe-list': Readonly<{ number: string }>
  'recipient-not-json': None
  'recipient-not-object': Readonly<{ found: JsonType }>
  'recipient-number-invalid': Readonly<{ reason: NumberViolation; digits: number }>
  'recipient-number-kept': Readonly<{ column: string }>
  'recipient-number-lost-zero': None
  'recipient-number-missing': None
  'recipient-number-not-text': Readonly<{ found: JsonType }>
  'recipient-quote-misplaced': None
  'recipient-quote-unclosed': None
  'recipient-row-too-large': None
  'recipient-value-missing': Readonly<{ column: string }>
  'recipient-value-too-long': Readonly<{ column: string; actual: number; max: number; isReference?: boolean }>
  'recipient-value-type': Readonly<{ column: string; found: JsonType }>
  /** `found` is what programs write where a value is missing; absent where spaces stand at an end of the value. */
  'recipient-value-unlikely': Readonly<{ column: string; found?: string }>
  'recipient-value-variable': Readonly<{ column: string }>
  'recipients-column-duplicate': Readonly<{ column: string }>
  'recipients-column-key': None
  /** `line` has the column, where that is not the first. */
  'recipients-column-missing': Suggesting<{ column: string }>
  'recipients-empty': None
  'recipients-format-unknown': Readonly<{ extension: string }>
  'recipients-not-utf8': None
  'recipients-utf16': None
  'recipients-web-page': None
  'recipients-workbook': None
  'recipients-variable-without-column': Suggesting<{ column: string; rows: number }>
}

export type RuleId = keyof ViolationArgs

/** What breaks a rule, before it is worded. */
export type Violation = {
  [R in RuleId]: {
    readonly rule: R
    readonly span: Span
    readonly args: ViolationArgs[R]
    /** Builds what was meant; without it the rule and its arguments may say one. */
    readonly fix?: Fix
  }
}[RuleId]

/** Makes a violation; the rule decides which arguments it takes. */
export function violation<R extends RuleId>(rule: R, span: Span, args: ViolationArgs[R]): Violation {
  // The type of a union's member cannot follow from a generic rule.
  return { rule, span, args } as unknown as Violation
}
