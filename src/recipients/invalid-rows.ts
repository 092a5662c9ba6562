import { recipientRule } from '../rules/rules.ts'
import { recipientWording, violationWording } from '../rules/violations.ts'
import { rowLimits } from '../rules/row-limits.ts'
import type { CompiledTemplate } from '../template.ts'
import { type RecipientChecks, rowViolation } from './check-recipients.ts'
import { readRecipients } from './read.ts'
import { type RecipientSource, recipientVariables } from './recipient.ts'

export interface InvalidRow {
  /** As a spreadsheet counts it. */
  readonly row: number
  readonly reason: string
  /** Its values by column name. */
  readonly cells: { readonly [column: string]: string }
}

/** Reads a list for the rows that a message cannot be sent to, by their numbers; what is wrong with the file is no row. */
export async function invalidRows(
  template: CompiledTemplate,
  { readings, lang, safeList }: RecipientChecks,
  source: RecipientSource,
): Promise<ReadonlyMap<number, InvalidRow>> {
  const reasons = new Map<number, Set<string>>()
  const cellsOf = new Map<number, InvalidRow['cells']>()
  const add = (row: number, reason: string): void => {
    reasons.set(row, (reasons.get(row) ?? new Set()).add(reason))
  }
  const check = rowLimits(template, readings)
  const reading = readRecipients(source, {
    variables: recipientVariables(template),
    characters: readings.characters,
    maxViolations: Number.POSITIVE_INFINITY,
    onInvalid: (row, fields) => {
      cellsOf.set(row, Object.fromEntries(fields.map(([column, value]) => [column, textIn(value)])))
    },
    safeList,
  })
  for await (const { row, receiver_number, ref = '', values } of reading.rows()) {
    for (const broken of check(Object.fromEntries(values))) {
      const found = rowViolation(broken, { file: source.path, row, more: 0 }, { start: 0, end: 0 })
      add(row, violationWording(found, lang).message)
      cellsOf.set(row, { receiver_number, ref, ...Object.fromEntries(values) })
    }
  }
  for (const found of (await reading.summary()).violations) {
    const { row, rule } = found
    const isOfRow = rule.startsWith('recipient-') && recipientRule(rule).severity === 'error'
    if (row !== undefined && isOfRow) add(row, recipientWording(found, lang).message)
  }
  return new Map(
    [...reasons]
      .toSorted(([a], [b]) => a - b)
      .map(([row, said]) => [row, { row, reason: [...said].join(' '), cells: cellsOf.get(row) ?? {} }]),
  )
}

function textIn(field: unknown): string {
  return typeof field === 'string' ? field : field === undefined ? '' : JSON.stringify(field)
}
