import type { ButtonType, Kind } from './contract/kinds.ts'
import type { Fix, Severity, Span } from './diagnostic.ts'
import type { OtherReading } from './words/readings.ts'

/** The part of a message that something stands in. */
export type Place = 'message' | 'before-items' | 'item' | 'card' | 'after-items'

/** The mapping that a key stands in, of a message or of the configuration. */
export type Where =
  | 'frontmatter'
  | 'vars'
  | 'variable'
  | 'failback_data'
  | BlockName
  | 'configuration'
  | 'sender'
  | 'limits'
  | 'override'
  | 'target'
  | 'environment'

/** The info strings that the language knows. */
export const blockNames = ['button', 'coupon', 'link', 'tail'] as const
export type BlockName = (typeof blockNames)[number]

export type ValueType = 'text' | 'number' | 'boolean' | 'nothing' | 'mapping' | 'list' | 'whole number'

/** Why the operating system gave no content. */
export type Unreadable = 'permission' | 'loop' | 'directory' | 'not-found' | 'special-file' | 'io'

/** What a mistyped line was likely meant to be. */
export type Form =
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
        | 'swapped'
        | 'line-break'
        | 'line-break-missing'
        | 'unquoted'
        | 'not-alone'
    }
  | { readonly type: 'space-in-path' | 'space-in-link' | 'backslash' }
  | { readonly type: 'indentation'; readonly found: number; readonly expected: number }
  | { readonly type: 'space'; readonly before: string }
  | { readonly type: 'space-missing'; readonly after: string }
  | { readonly type: 'bullet' | 'bullet-not-needed' | 'doubled' | 'needless'; readonly found: string }
  | { readonly type: 'followed' | 'preceded'; readonly text: string }
  | { readonly type: 'depth'; readonly found: number }
  | { readonly type: 'syntax'; readonly of: 'HTML' | 'BBCode' | 'Markdown' | 'wiki' | 'code' }

/** What each rule knows about a fault: detection is apart from wording. */
export interface FaultArgs {
  'file-unreadable': { reason: Unreadable }
  'file-outside-root': object
  'file-too-large': { bytes: number; maxBytes: number }
  'file-not-utf8': object
  'file-empty': object
  'nul-character': object
  'lone-surrogate': object
  'combining-marks': { max: number }

  'look-alike-character': { found: string; expected: string; form: Form }
  'form-mistyped': { form: Form; slip: Slip }

  'frontmatter-missing': object
  'frontmatter-unclosed': object
  'yaml-too-large': { bytes: number; maxBytes: number }
  'yaml-too-deep': { maxDepth: number }
  'yaml-syntax': { code: string }
  'yaml-alias': object
  'yaml-tag': { tag: string }
  'yaml-directive': object
  'key-duplicate': { key: string }
  'key-unknown': { key: string; where: Where; allowed: readonly string[]; suggestion?: string }
  'key-missing': { key: string; where: Where }
  /** `where` is the mapping that has the key, `text` the value where it is a text or a number. */
  'value-type': { key: string; expected: readonly ValueType[]; found: ValueType; where: Where; text?: string }
  'value-empty': { key: string }
  'number-unquoted': { key: string; text: string }
  'value-not-allowed': { key: string; value: string; allowed: readonly string[]; suggestion?: string }
  'value-too-small': { key: string; value: number; min: number }
  'id-invalid': { id: string }
  'id-from-path-invalid': { id: string }
  'id-duplicate': { id: string; other: string }
  'sender-unknown': { sender: string; known: readonly string[]; suggestion?: string }
  'failback-field-reserved': { key: string }

  'variable-name-invalid': { name: string }
  'variable-unclosed': object
  /** `text` stands where `right` is meant. */
  'variable-written-otherwise': {
    text: string
    name: string
    right: string
    isDeclared: boolean
    suggestion?: string
  }
  'variable-undeclared': { name: string; suggestion?: string }
  'variable-not-allowed': { name: string; field: string }
  'variable-ambiguous': { name: string }

  'heading-not-allowed': { kind: Kind; depth: 1 | 2; place: Place }
  'header-repeated': object
  'header-after-text': object
  'title-empty': { depth: 1 | 2 }
  'text-not-allowed': { kind: Kind; place: Place }
  'text-missing': { kind: Kind; place: Place }
  'header-missing': object
  'items-missing': { kind: Kind }
  'divider-not-allowed': { place: Place }
  'image-not-allowed': { kind: Kind; place: Place }
  'image-repeated': { place: Place }
  'image-missing': { kind: Kind; place: Place }
  'button-not-allowed': { kind: Kind; place: Place }
  'block-unknown': { name: string; suggestion?: string }
  'block-unclosed': { name: string }
  'block-not-allowed': { name: BlockName; kind: Kind; place: Place }
  'coupon-repeated': object
  'tail-repeated': object
  'comment-unclosed': object

  'link-empty': object
  'link-without-scheme': { link: string; suggestion?: string }
  'link-scheme-not-allowed': { link: string }
  'second-link-not-allowed': object
  'second-link-not-web': { link: string; suggestion?: string }
  'item-link-missing': object
  'item-link-repeated': object
  'item-link-not-mobile': object
  'button-attribute-not-allowed': { attribute: string; type: ButtonType; allowed: readonly string[] }
  'app-link-target-missing': object

  'secret-literal': { key: string }
  'url-not-https': { key: string }
  'window-not-off': object
  'rule-unknown': { rule: string; suggestion?: string }
  'rule-not-configurable': { rule: string }
  'phone-number-invalid': { key: string }
  'target-name-invalid': { name: string }
  'sender-name-invalid': { name: string }
  'name-repeated': { name: string; other: string }

  'image-path-empty': object
  'image-path-absolute': { path: string }
  'image-outside-root': { path: string }
  'image-url-not-https': { url: string }
  'image-not-found': { path: string; suggestion?: string }
  'image-unreadable': { path: string; reason: Unreadable }
  'image-too-large': { path: string; bytes: number; maxBytes: number }
  'image-format': { path: string; format: string }
  'image-damaged': { path: string }
  'image-unused': { path: string }
  'recipient-overflow': {
    file: string
    row: number
    more: number
    pointer: string
    field: string
    actual: number
    limit: number
    unit: 'bytes' | 'characters'
    others: readonly OtherReading[]
  }
  'recipient-link-invalid': { file: string; row: number; more: number; pointer: string; field: string }
  'recipient-text-empty': { file: string; row: number; more: number; pointer: string; field: string }
  /** `path` as typed, `file` where that leads to from the root. */
  'recipients-not-read': { path: string; file: string; reason: Unreadable | 'outside-root'; suggestion?: string }

  'baseline-stale': { rule: string; path: string }

  'directive-unknown': { name: string; suggestion?: string }
  'suppression-without-rule': object
  'suppression-without-reason': object
  'suppression-rule-unknown': { rule: string; suggestion?: string }
  'suppression-not-possible': { rule: string }
  'suppression-date-invalid': { until: string }
  'suppression-expired': { rule: string; until: string }
  'suppression-unused': { rule: string }
}

/** Faults that keep nothing from being compiled or sent; a configuration may set their severity. */
export const mildFaults = {
  'recipients-not-read': 'warning',
  'baseline-stale': 'warning',
  'image-unused': 'warning',
  'suppression-expired': 'warning',
  'suppression-unused': 'warning',
} as const satisfies { readonly [R in Rule]?: Severity }

/** How bad a fault is unless a configuration says otherwise. */
export function severityOfFault(rule: Rule): Severity {
  return rule in mildFaults ? 'warning' : 'error'
}

export type Rule = keyof FaultArgs

/** A finding before it is worded. */
export type Fault = {
  [R in Rule]: {
    readonly rule: R
    readonly span: Span
    readonly args: FaultArgs[R]
    /** Builds what was meant; without it the rule and its arguments may say one. */
    readonly fix?: Fix
    /** Whether the reader took what stands there for what was meant. */
    readonly isReadAsMeant?: true
  }
}[Rule]

/** Makes a fault; the rule decides which arguments it takes. */
export function fault<R extends Rule>(rule: R, span: Span, args: FaultArgs[R]): Fault {
  // The type of a union's member cannot follow from a generic rule.
  return { rule, span, args } as unknown as Fault
}
