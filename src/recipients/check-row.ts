import { type Column, forbiddenCharacter, type RawBatch, type RawRow } from './columns.ts'
import { type CharacterReading, countCharacters } from '../text/text.ts'
import type { RecipientRuleId, Violations } from './violations.ts'
import type { RecipientArgs } from '../violation.ts'
import { jsonType } from './ndjson.ts'
import { holdsMobileNumber, judgeNumber } from '../text/phone-number.ts'

/** The values of a row; a missing or faulty one is absent. */
export interface CheckedRow {
  readonly number?: string
  /** The number was written without its zero. */
  readonly hasLostZero?: boolean
  readonly ref?: string
  readonly values: ReadonlyMap<string, string>
}

interface Cell {
  readonly column: Column
  readonly field: unknown
  readonly wrong: <R extends RecipientRuleId>(rule: R, args: RecipientArgs[R]) => undefined
}

export interface RowChecks {
  readonly violations: Violations
  readonly characters: CharacterReading
}

export function checkRow(row: RawRow, { columns, place }: RawBatch, { violations, characters }: RowChecks): CheckedRow {
  let number: FoundNumber | undefined
  let ref: string | undefined
  const values = new Map<string, string>()
  for (const [index, column] of columns.entries()) {
    const site = { row: row.row, column: column.name, place: () => place(row, index) }
    const wrong: Cell['wrong'] = (rule, args) => {
      violations.add(rule, site, args)
      return undefined
    }
    const cell = { column, field: row.fields[index], wrong }
    if (column.role === 'number') number = numberIn(cell)
    else if (column.role === 'ref') ref = refIn(cell)
    else {
      const value = valueIn(cell, characters)
      if (value !== undefined) values.set(column.name, value)
    }
  }
  return { values, ...number, ...(ref !== undefined && { ref }) }
}

/** The most characters that a reference may have. */
const maxRefCharacters = 128

/** Returns a reference as it stands in the file: a join by it compares bytes. */
function refIn({ column: { name: column }, field, wrong }: Cell): string | undefined {
  const found = jsonType(field)
  if (found === 'nothing' || isBlank(field)) return undefined
  if (typeof field !== 'string') return wrong('recipient-value-type', { column, found })
  const lineBreak = /[\t\n]/.exec(field)?.[0]
  const code = lineBreak === undefined ? forbiddenCharacter(field) : lineBreak === '\t' ? 'U+0009' : 'U+000A'
  if (code !== undefined) return wrong('recipient-character', { column, code })
  // No reference has more characters than UTF-16 units.
  const actual = field.length > maxRefCharacters ? countCharacters(field, 'code-points') : 0
  const max = maxRefCharacters
  if (actual > max) return wrong('recipient-value-too-long', { column, actual, max, isReference: true })
  return holdsMobileNumber(field) ? wrong('recipient-number-kept', { column }) : field
}

type FoundNumber = Required<Pick<CheckedRow, 'number' | 'hasLostZero'>>

function numberIn({ field, wrong }: Cell): FoundNumber | undefined {
  const found = jsonType(field)
  if (found === 'nothing' || isBlank(field)) return wrong('recipient-number-missing', {})
  if (typeof field !== 'string') return wrong('recipient-number-not-text', { found })
  const verdict = judgeNumber(field)
  if (verdict.type === 'mobile') return { number: verdict.number, hasLostZero: verdict.hasLostZero ?? false }
  if (verdict.type === 'lost-zero') return wrong('recipient-number-lost-zero', {})
  return wrong('recipient-number-invalid', { reason: verdict.reason, digits: verdict.digits })
}

/** Returns the value of a variable in the form in which it is sent. */
function valueIn({ column, field: written, wrong }: Cell, characters: CharacterReading): string | undefined {
  const { name } = column
  const found = jsonType(written)
  if (found === 'nothing' || written === '') {
    if (column.isRequired) wrong('recipient-value-missing', { column: name })
    return undefined
  }
  if (typeof written !== 'string') return wrong('recipient-value-type', { column: name, found })
  const value = (written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written).normalize('NFC')
  const code = forbiddenCharacter(value)
  if (code !== undefined) return wrong('recipient-character', { column: name, code })
  const { max, oneLineField: field } = column.role === 'variable' ? column : {}
  if (field !== undefined && value.includes('\n')) return wrong('recipient-line-break', { column: name, field })
  // A value is never read as a variable.
  if (value.includes('#{')) wrong('recipient-value-variable', { column: name })
  // No reading counts more characters than there are UTF-16 units.
  const actual = max !== undefined && value.length > max ? countCharacters(value, characters) : 0
  if (max !== undefined && actual > max) return wrong('recipient-value-too-long', { column: name, actual, max })
  const unlikely = unlikelyIn(value)
  if (unlikely) wrong('recipient-value-unlikely', { column: name, ...unlikely })
  return value
}

/** Written by spreadsheets and programs instead of a missing value. */
const noValues: ReadonlySet<string> = new Set(
  '#N/A #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #SPILL! #CALC! #ERROR! NULL null (null) \\N undefined NaN nan None nil'
    .split(' ')
    .concat('[object Object]'),
)

/** Returns a value that is likely a mistake; undefined for any other. */
function unlikelyIn(value: string): { readonly found?: string } | undefined {
  if (noValues.has(value)) return { found: value }
  return value.trim() === value ? undefined : {}
}

function isBlank(field: unknown): boolean {
  return typeof field === 'string' && field.trim() === ''
}
