import { type CharacterReading, countCharacters } from '../text/text.ts'
import { type Column, forbiddenCharacter } from './columns.ts'
import type { RecipientRuleId, Violations, ViolationSite } from './violations.ts'
import type { RecipientArgs } from '../violation.ts'
import { jsonType } from './ndjson.ts'
import { holdsMobileNumber, judgeNumber } from '../text/phone-number.ts'
import type { RawBatch, RawRow } from './raw-rows.ts'

/** The values of a row; a missing or faulty one is absent. */
export interface CheckedRow {
  readonly number?: string
  /** The number was written without its zero. */
  readonly hasLostZero?: boolean
  readonly ref?: string
  readonly values: ReadonlyMap<string, string>
}

interface Cell {
  readonly row: RawRow
  readonly index: number
  readonly column: Column
  readonly place: RawBatch['place']
}

export interface RowChecks {
  readonly violations: Violations
  readonly characters: CharacterReading
}

export function checkRow(row: RawRow, { columns, place }: RawBatch, checks: RowChecks): CheckedRow {
  let number: FoundNumber | undefined
  let ref: string | undefined
  const values = new Map<string, string>()
  for (const [index, column] of columns.entries()) {
    const cell = { row, index, column, place }
    if (column.role === 'number') number = numberIn(cell, checks)
    else if (column.role === 'ref') ref = refIn(cell, checks)
    else {
      const value = valueIn(cell, checks)
      if (value !== undefined) values.set(column.name, value)
    }
  }
  return { values, ...number, ...(ref !== undefined && { ref }) }
}

/** The most characters that a reference may have. */
const maxRefCharacters = 128

/** Returns a reference as it stands in the file: a join by it compares bytes. */
function refIn(cell: Cell, { violations }: RowChecks): string | undefined {
  const column = cell.column.name
  const field = cell.row.fields[cell.index]
  const found = jsonType(field)
  if (found === 'nothing' || isBlank(field)) return undefined
  if (typeof field !== 'string') return void violations.add('recipient-value-type', siteOf(cell), { column, found })
  const lineBreak = /[\t\n]/.exec(field)?.[0]
  const code = lineBreak === undefined ? forbiddenCharacter(field) : lineBreak === '\t' ? 'U+0009' : 'U+000A'
  // No reference has more characters than UTF-16 units.
  const actual = field.length > maxRefCharacters ? countCharacters(field, 'code-points') : 0
  if (code !== undefined) violations.add('recipient-character', siteOf(cell), { column, code })
  else if (actual > maxRefCharacters) {
    const max = maxRefCharacters
    violations.add('recipient-value-too-long', siteOf(cell), { column, actual, max, isReference: true })
  } else if (holdsMobileNumber(field)) violations.add('recipient-number-kept', siteOf(cell), { column })
  else return field
  return undefined
}

type FoundNumber = Required<Pick<CheckedRow, 'number'>> & Pick<CheckedRow, 'hasLostZero'>

function numberIn(cell: Cell, { violations }: RowChecks): FoundNumber | undefined {
  const field = cell.row.fields[cell.index]
  const found = jsonType(field)
  if (found === 'nothing' || isBlank(field)) violations.add('recipient-number-missing', siteOf(cell), {})
  else if (typeof field !== 'string') violations.add('recipient-number-not-text', siteOf(cell), { found })
  else {
    const verdict = judgeNumber(field)
    switch (verdict.type) {
      case 'mobile':
        return { number: verdict.number, ...(verdict.hasLostZero && { hasLostZero: true }) }
      case 'lost-zero':
        violations.add('recipient-number-lost-zero', siteOf(cell), {})
        break
      case 'invalid':
        violations.add('recipient-number-invalid', siteOf(cell), { reason: verdict.reason, digits: verdict.digits })
    }
  }
  return undefined
}

/** Returns the value of a variable in the form in which it is sent. */
function valueIn(cell: Cell, { violations, characters }: RowChecks): string | undefined {
  const { column } = cell
  const { name } = column
  const wrong = <R extends RecipientRuleId>(rule: R, args: RecipientArgs[R]): undefined =>
    void violations.add(rule, siteOf(cell), args)
  const written = cell.row.fields[cell.index]
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

function siteOf({ row, index, column, place }: Cell): ViolationSite {
  return { row: row.row, column: column.name, place: () => place(row, index) }
}
