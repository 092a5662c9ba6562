import { hasTooManyMarks, maxMarks } from '../contract/plain-text.ts'
import { type CharacterReading, countCharacters } from '../contract/units.ts'
import { type Column, forbiddenCharacter } from './columns.ts'
import type { Violations, ViolationSite } from './violations.ts'
import { jsonType } from './ndjson.ts'
import { judgeNumber } from './number.ts'
import type { RawBatch, RawRow } from './raw-rows.ts'

/** What a row says; a part is absent where it has none or a faulty one. */
export interface CheckedRow {
  readonly number?: string
  readonly key?: string
  readonly values: ReadonlyMap<string, string>
}

/** One field of a row, and how to find it in the file. */
interface Cell {
  readonly row: RawRow
  readonly index: number
  readonly column: Column
  readonly place: RawBatch['place']
}

/** Checks rows one by one. */
export class RowCheck {
  readonly #violations: Violations
  readonly #characters: CharacterReading

  constructor(violations: Violations, characters: CharacterReading) {
    this.#violations = violations
    this.#characters = characters
  }

  /** Reports what is wrong with a row alone. */
  check(row: RawRow, { columns, place }: RawBatch): CheckedRow {
    let number: string | undefined
    let key: string | undefined
    const values = new Map<string, string>()
    for (const [index, column] of columns.entries()) {
      const cell = { row, index, column, place }
      if (column.role === 'number') {
        number = this.#number(cell)
        continue
      }
      const value = this.#value(cell)
      if (value === undefined) continue
      if (column.role === 'key') key = value
      else values.set(column.name, value)
    }
    return { values, ...(number !== undefined && { number }), ...(key !== undefined && { key }) }
  }

  #number(cell: Cell): string | undefined {
    const violations = this.#violations
    const field = cell.row.fields[cell.index]
    if (typeof field !== 'string') {
      const found = jsonType(field)
      if (found === 'nothing') violations.add('recipient-number-missing', siteOf(cell), {})
      else violations.add('recipient-number-not-text', siteOf(cell), { found })
      return undefined
    }
    if (isBlank(field)) {
      violations.add('recipient-number-missing', siteOf(cell), {})
      return undefined
    }
    const verdict = judgeNumber(field)
    switch (verdict.type) {
      case 'mobile':
        return verdict.number
      case 'lost-zero':
        violations.add('recipient-number-lost-zero', siteOf(cell), {})
        return undefined
      case 'invalid':
        violations.add('recipient-number-invalid', siteOf(cell), { reason: verdict.reason, digits: verdict.digits })
        return undefined
    }
  }

  /** The value of a key or variable in the form in which it is sent. */
  #value(cell: Cell): string | undefined {
    const violations = this.#violations
    const { column } = cell
    const { name } = column
    const field = cell.row.fields[cell.index]
    const found = jsonType(field)
    // The service takes a blank key for none.
    if (found === 'nothing' || field === '' || (column.role === 'key' && isBlank(field))) {
      if (column.isRequired) violations.add('recipient-value-missing', siteOf(cell), { column: name })
      return undefined
    }
    if (typeof field !== 'string') {
      violations.add('recipient-value-type', siteOf(cell), { column: name, found })
      return undefined
    }
    if (field.length > maxMarks && hasTooManyMarks(field)) {
      violations.add('recipient-combining-marks', siteOf(cell), { column: name, max: maxMarks })
      return undefined
    }
    const value = (field.includes('\r') ? field.replace(/\r\n?/g, '\n') : field).normalize('NFC')
    const code = forbiddenCharacter(value)
    if (code !== undefined) {
      violations.add('recipient-character', siteOf(cell), { column: name, code })
      return undefined
    }
    const max = column.role === 'variable' ? column.max : undefined
    // No reading counts more characters than there are UTF-16 units.
    if (max !== undefined && value.length > max) {
      const actual = countCharacters(value, this.#characters)
      if (actual > max) {
        violations.add('recipient-value-too-long', siteOf(cell), { column: name, actual, max })
        return undefined
      }
    }
    return value
  }
}

function isBlank(field: unknown): boolean {
  return typeof field === 'string' && field.trim() === ''
}

function siteOf({ row, index, column, place }: Cell): ViolationSite {
  return { row: row.row, column: column.name, place: () => place(row, index) }
}
