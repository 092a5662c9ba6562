import type { Kind } from '../contract/contracts.ts'
import type { ByteReading, CharacterReading } from '../text/text.ts'
import type { Fix, MeasureUnit, Severity, Span } from '../diagnostic.ts'
import type { Document } from '../language/document.ts'
import type { Draft } from '../message/draft.ts'
import type { Message } from '../message/message.ts'
import { type Language, type Sentences, type Wording, wordsOf } from '../words/language.ts'
import type { Slip } from '../slips/slip.ts'
import type { RuleInfo } from './finding.ts'
import type { WrittenLine } from './source-text.ts'

/** A mistyped form and the line that it stands in. */
export interface PlacedSlip extends Slip {
  readonly line: Span
}

/** The reading of the limits' units. */
export interface Readings {
  readonly bytes: ByteReading
  readonly characters: CharacterReading
}

/** A word that a team does not want to read. */
export interface AvoidedTerm {
  readonly avoid: string
  /** The replacement. */
  readonly use?: string
  readonly reason?: string
}

/** A text that messages have to hold. */
export interface RequiredText {
  /** The text, in which `*` stands for any characters and `\\*` for a star. */
  readonly pattern: string
  /** All kinds when absent. */
  readonly kinds?: readonly Kind[]
  /** The message if it is missing. */
  readonly message?: string
}

/** A message as rules see it. */
export interface Subject {
  /** Path of the message relative to the root, with `/`. */
  readonly path: string
  readonly document: Document
  readonly message: Message
  readonly draft: Draft
  /** Lines that were meant as a form and would be sent as text. */
  readonly slips: readonly PlacedSlip[]
  /** True if the source is plain text: see `isPlainText`. */
  readonly isPlain: boolean
  /** The lines that a reader sees, as they are typed. */
  readonly lines: readonly WrittenLine[]
  readonly readings: Readings
  readonly terms: readonly AvoidedTerm[]
  readonly required: readonly RequiredText[]
}

/** A count, its limit and their unit. */
export interface Measure {
  readonly actual: number
  readonly limit: number
  readonly unit: MeasureUnit
}

/** One place that breaks a rule. */
export interface RuleViolation<Args> {
  readonly span: Span
  readonly args: Args
  /** JSON Pointer of the place in the payload. */
  readonly pointer?: string
  readonly measure?: Measure
  readonly fix?: Fix
}

/**
 * A violation with its rule, its severity and the function that words it. All have the same keys, which keeps the engine
 * from treating them as many shapes.
 */
export interface GradedViolation {
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
  readonly check: (subject: Subject, violations: GradedViolation[]) => void
}

export type Report<Args> = (violation: RuleViolation<Args>) => void

/** The parts of a rule: detection reports arguments, of which its sentences are made. A warning about style unless it says otherwise. */
export interface RuleSpec<Args> extends Sentences<Args>, Partial<Pick<RuleInfo, 'tier' | 'severity' | 'isOff'>> {
  readonly id: string
  readonly check: (subject: Subject, report: Report<Args>) => void
}

/** Makes a rule that checks messages which could be read. */
export function defineRule<Args>({ id: rule, check, en, ko, ...info }: RuleSpec<Args>): LintRule {
  const { tier = 'style', severity = tier === 'interface' ? 'error' : 'warning' } = info
  const words = wordsOf({ en, ko })
  return {
    ...info,
    id: rule,
    tier,
    severity,
    subject: 'message',
    check(subject, violations) {
      check(subject, ({ span, args, pointer, measure, fix }) => {
        violations.push({ rule, severity, span, pointer, measure, fix, word: (language) => words[language](args) })
      })
    },
  }
}
