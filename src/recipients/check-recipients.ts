import { compareDiagnostics, type Diagnostic, type Position } from '../diagnostic.ts'
import { LineIndex } from '../language/document.ts'
import { recipientRule } from '../rules/rules.ts'
import { recipientWording } from '../rules/violations.ts'
import { type RowViolation, rowLimits } from '../rules/row-limits.ts'
import type { Readings } from '../rules/rule.ts'
import { ruleUrl } from '../rules/rule-url.ts'
import type { CompiledTemplate } from '../template.ts'
import { type Violation, violation } from '../violation.ts'
import type { Language } from '../words/language.ts'
import { readRecipients } from './read.ts'
import { type ListNotes, type Recipient, type RecipientSource, recipientVariables } from './recipient.ts'
import type { RecipientViolation } from './violations.ts'
import { lastKeyOf } from '../text/json-text.ts'

export interface CheckedRecipients {
  /** Values that do not fit the message. */
  readonly violations: readonly Violation[]
  readonly diagnostics: readonly Diagnostic[]
  /** Digest of the recipients; absent if the file has an error. */
  readonly digest?: string
  readonly notes: ListNotes
}

export interface RecipientChecks {
  readonly source: string
  readonly readings: Readings
  readonly lang: Language
  /** Normalised numbers that may be sent to; every number when absent. */
  readonly safeList?: ReadonlySet<string>
  readonly skip?: ReadonlySet<number>
  /** Called with the rows that are in order by themselves, some at a time. */
  readonly onRecipients?: (recipients: readonly Recipient[]) => Promise<void>
}

/** A list that is checked. */
export interface RecipientList extends RecipientSource {
  /** Absolute path, without symbolic links; absent where the content was given. */
  readonly file?: string
  /** All of it without a byte order mark, for the offsets of diagnostics; empty where it is too long to be held. */
  readonly text: () => string
}

export async function checkRecipients(
  template: CompiledTemplate,
  { source: text, readings, lang, safeList, skip, onRecipients }: RecipientChecks,
  recipients: RecipientList,
): Promise<CheckedRecipients> {
  const { path } = recipients
  const check = rowLimits(template, readings)
  const variables = recipientVariables(template)
  const { characters } = readings
  const reading = readRecipients(recipients, { variables, characters, safeList, skip })
  const found = new Map<string, { first: RowViolation; row: number; rows: number }>()
  for await (const batch of reading.batches()) {
    await onRecipients?.(batch)
    for (const { row, values } of batch) {
      for (const broken of check(Object.fromEntries(values))) {
        const known = found.get(broken.pointer)
        if (known) known.rows++
        else found.set(broken.pointer, { first: broken, row, rows: 1 })
      }
    }
  }
  const { violations: broken, more, digest, notes } = await reading.summary()
  const lines = new LineIndex(text)
  const violations = [...found.values()].map(({ first, row, rows }) =>
    rowViolation(first, { file: path, row, more: rows - 1 }, spanOf(template, first.pointer, lines)),
  )
  const diagnostics = worded(broken, { path, text: recipients.text(), lang, more })
  return { violations, diagnostics, notes, ...(digest !== undefined && { digest }) }
}

/** Returns a broken limit of a row as a violation of the message. */
export function rowViolation(
  { pointer, violation: wrong }: RowViolation,
  at: { file: string; row: number; more: number },
  span: Violation['span'],
): Violation {
  const field = lastKeyOf(pointer)
  const args = { ...at, pointer, field }
  if (wrong === 'link') return violation('recipient-link-invalid', span, args)
  if (wrong === 'empty') return violation('recipient-text-empty', span, args)
  return violation('recipient-overflow', span, { ...args, ...wrong })
}

function spanOf({ map }: CompiledTemplate, pointer: string, lines: LineIndex): Violation['span'] {
  const place = map[pointer]
  if (place === undefined) return { start: 0, end: 0 }
  return { start: lines.offsetOf(place.start), end: lines.offsetOf(place.end) }
}

function worded(
  violations: readonly RecipientViolation[],
  { path, text, lang, more }: { path: string; text: string; lang: Language; more: number },
): Diagnostic[] {
  const lines = new LineIndex(text)
  const hidden = {
    en: `There are ${more} more diagnostics in this file.`,
    ko: `이 파일에는 문제가 ${more}개 더 있습니다.`,
  }
  return violations
    .map((found, index): Diagnostic => {
      const { message, help: own } = recipientWording(found, lang)
      // The last diagnostic shown tells how many are hidden.
      const isLast = more > 0 && index === violations.length - 1
      const help = [own, isLast ? hidden[lang] : undefined].filter(Boolean).join('\n')
      const { rule, row, place } = found
      const url = ruleUrl(rule, lang)
      // Without the text the offset is not known.
      const start: Position = { ...place, offset: text === '' ? 0 : lines.offsetOf(place) }
      const where = row === undefined ? message : lang === 'ko' ? `${row}행: ${message}` : `Row ${row}: ${message}`
      return {
        path,
        rule,
        severity: recipientRule(rule).severity,
        message: where,
        ...(help !== '' && { help }),
        ...(url !== undefined && { url }),
        start,
        end: start,
      }
    })
    .toSorted(compareDiagnostics)
}
