import type { ByteReading, CharacterReading } from '../contract/units.ts'
import type { Fix, MeasureUnit, Severity, Span } from '../diagnostic.ts'
import type { Document } from '../language/document.ts'
import type { Draft } from '../message/draft.ts'
import type { ImageFacts, Message } from '../message/message.ts'
import type { Language } from '../words/language.ts'
import type { Wording } from '../words/wording.ts'
import type { WrittenLine } from './source-text.ts'

/**
 * Who asks for it: the `language` cannot be read without it; the service's `interface` refuses what breaks it; the
 * `platform` may show or deliver otherwise, as sibling services say; the `craft` of writing messages that are kept
 * in files.
 */
export const tiers = ['language', 'interface', 'platform', 'craft'] as const
export type Tier = (typeof tiers)[number]

/** A text in every language of the tool. */
export type Translated = { readonly [L in Language]: string }

/** A message that shows a rule at work. */
export interface Example {
  readonly source: string
  /** Relative to the root; `messages/example.md` when absent. */
  readonly path?: string
  /** Facts of the images it refers to that differ from a fitting image's. */
  readonly image?: Partial<Omit<ImageFacts, 'sha256'>>
}

/** What is known of a rule apart from how it is checked. */
export interface RuleInfo {
  /** Kebab-case, names the fault, never used again for another. */
  readonly id: string
  readonly tier: Tier
  /** Unless a configuration says otherwise. */
  readonly severity: Severity
  /** The heading of the interface or the subject of the platform notes that says so. */
  readonly source?: string
  /** What it reports, as one sentence. */
  readonly summary: Translated
  /** What happens otherwise. */
  readonly why: Translated
  /** Absent where no text of a message can show it. */
  readonly bad?: Example
  readonly good?: Example
}

/** How the units of the limits are read. */
export interface Readings {
  readonly bytes: ByteReading
  readonly characters: CharacterReading
}

/** What the rules look at. */
export interface Subject {
  readonly document: Document
  readonly message: Message
  readonly draft: Draft
  /** Whether the source is plain text: see `isPlainText`. */
  readonly isPlain: boolean
  /** The lines that a reader sees, as they are typed. */
  readonly lines: readonly WrittenLine[]
  readonly readings: Readings
}

/** What was counted, what is allowed, and of what. */
export interface Measure {
  readonly actual: number
  readonly limit: number
  readonly unit: MeasureUnit
}

/** One place that breaks a rule. */
export interface Finding<Args> {
  readonly span: Span
  readonly args: Args
  /** JSON Pointer of the place in the payload. */
  readonly pointer?: string
  readonly measure?: Measure
  readonly fix?: Fix
}

/** A finding that knows its words and no longer what they are made of. All have the same keys: most are made of few. */
export interface WordedFinding {
  readonly rule: string
  readonly severity: Severity
  readonly span: Span
  readonly pointer: string | undefined
  readonly measure: Measure | undefined
  readonly fix: Fix | undefined
  readonly word: (language: Language) => Wording
}

export interface LintRule extends RuleInfo {
  /** Adds what it finds. */
  readonly check: (subject: Subject, findings: WordedFinding[]) => void
}

export type Report<Args> = (finding: Finding<Args>) => void

/** A rule: detection reports typed arguments, `words` says them. */
export interface RuleSpec<Args> extends RuleInfo {
  readonly check: (subject: Subject, report: Report<Args>) => void
  readonly words: { readonly [L in Language]: (args: Args) => Wording }
}

/** Makes a rule of its parts. */
export function defineRule<Args>({ check, words, ...info }: RuleSpec<Args>): LintRule {
  const { id: rule, severity } = info
  return {
    ...info,
    check(subject, findings) {
      check(subject, ({ span, args, pointer, measure, fix }) => {
        findings.push({ rule, severity, span, pointer, measure, fix, word: (language) => words[language](args) })
      })
    },
  }
}
