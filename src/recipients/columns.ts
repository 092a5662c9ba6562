import { codePointsOf } from '../text/text.ts'
import { columnMeant, columnName, type ColumnNames, judgedNames, printedName } from './column-names.ts'
import type { FilePlace, Violations } from './violations.ts'
import type { RecipientVariable } from './recipient.ts'

export type Column =
  /** `key`: a column that must not be there. */
  | { readonly role: 'number' | 'key' | 'ref'; readonly name: string; readonly isRequired: boolean }
  | ({ readonly role: 'variable' } & RecipientVariable)

/** A column and the place of its cell in each row. */
export interface FoundColumn {
  readonly column: Column
  readonly cell: number
}

/** A row of a file before it is checked. */
export interface RawRow {
  /** As a spreadsheet counts it: from 1, the header of a CSV and blank rows included. */
  readonly row: number
  /** The line on which it starts, from 1. */
  readonly line: number
  /** In the order of the batch's columns: text, or for NDJSON any JSON value; undefined where there is none. */
  readonly fields: readonly unknown[]
}

export interface RawBatch {
  /** Rows that are in order as records, with the place of each field's start in the file. */
  readonly rows: readonly RawRow[]
  /** Rows with too many or too few fields. */
  readonly broken?: readonly RawRow[]
  readonly place: (row: RawRow, field: number) => FilePlace
  readonly columns: readonly Column[]
  /** Count of data rows, faulty ones included, blank ones not. */
  readonly count: number
}

export const numberColumn: Column = { role: 'number', name: 'receiver_number', isRequired: true }

const refColumn: Column = { role: 'ref', name: 'ref', isRequired: false }
const keyColumn: Column = { role: 'key', name: 'msg_key', isRequired: false }

/**
 * The columns that a file may have for a message. A message with a variable of the name has no references: what stands in
 * the column is about people, and must not outlive their numbers.
 */
export function wantedColumns(variables: readonly RecipientVariable[]): Column[] {
  return [
    numberColumn,
    ...[keyColumn, refColumn].filter((own) => !variables.some(({ name }) => name === own.name)),
    ...variables.map((variable) => ({ role: 'variable' as const, ...variable })),
  ]
}

export function readHeader(
  header: readonly string[],
  wanted: readonly Column[],
  {
    violations,
    place,
    renamed,
  }: { readonly violations: Violations; readonly place: (cell: number) => FilePlace; readonly renamed: ColumnNames },
): readonly FoundColumn[] {
  const cells = new Map<string, number>()
  for (const [cell, written] of header.map(columnName).entries()) {
    const name = renamed.get(written) ?? written
    const site = { column: printedName(name), place: () => place(cell) }
    if (name === '') continue
    if (cells.has(name)) violations.add('recipients-column-duplicate', site, { column: site.column })
    else cells.set(name, cell)
  }
  const names = new Set(wanted.map(({ name }) => name))
  const spare = judgedNames([...cells.keys()].filter((name) => !names.has(name)))
  for (const { role, name, isRequired } of wanted) {
    const cell = cells.get(name)
    if (role === 'key' && cell !== undefined) {
      violations.add('recipients-column-key', { column: name, place: () => place(cell) }, {})
    }
    // Nearly every short name is near to that of references.
    if (cell !== undefined || role === 'key' || role === 'ref') continue
    const suggestion = columnMeant(name, spare)
    const site = { place: () => place((suggestion !== undefined && cells.get(suggestion)) || 0) }
    if (isRequired) {
      const args = { column: name, ...(suggestion !== undefined && { suggestion }) }
      violations.add('recipients-column-missing', { column: name, ...site }, args)
    } else reportAbsent(name, suggestion, { violations, ...site })
    if (suggestion !== undefined) spare.splice(spare.indexOf(suggestion), 1)
  }
  return wanted.flatMap((column) => {
    const cell = cells.get(column.name)
    return cell === undefined || column.role === 'key' ? [] : [{ column, cell }]
  })
}

/**
 * Reports that no recipient has a value of a variable, once it is known how many they are.
 *
 * @param suggestion the column that is likely meant
 */
export function reportAbsent(
  name: string,
  suggestion: string | undefined,
  { violations, place }: { readonly violations: Violations; readonly place: () => FilePlace },
): void {
  violations.atEnd((rows) => {
    const args = { column: name, rows, ...(suggestion !== undefined && { suggestion: printedName(suggestion) }) }
    if (rows > 0) violations.keep('recipients-variable-without-column', { column: name, place }, args)
  })
}

/** The first character that no text for people holds, as `U+0000`: a control character, half of one, or what decoding left of a broken one. */
export function forbiddenCharacter(text: string): string | undefined {
  const found = /(?![\t\n])[\p{Cc}\p{Cs}\uFFFD]/u.exec(text)?.[0]
  return found && codePointsOf(found)
}
