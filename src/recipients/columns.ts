import { comparedName } from '../json-text.ts'
import { suggestionFor } from '../dialect/nearest.ts'
import type { FilePlace, Violations } from './violations.ts'
import type { RecipientVariable } from './recipient.ts'

/** A column that reading knows what to do with. */
export type Column =
  | { readonly role: 'number' | 'key' | 'ref'; readonly name: string; readonly isRequired: boolean }
  | ({ readonly role: 'variable' } & RecipientVariable)

/** A column and the place of its cell in each row. */
export interface FoundColumn {
  readonly column: Column
  readonly cell: number
}

/** Names longer than any that is meant, and files with more columns than any needs, get no suggestions. */
const maxJudgedNameUnits = 64
const maxJudgedNames = 1000
const maxPrintedUnits = 40

/** The column of phone numbers. */
export const numberColumn: Column = { role: 'number', name: 'receiver_number', isRequired: true }

const refColumn: Column = { role: 'ref', name: 'ref', isRequired: false }

/**
 * The columns that a file may have for a message. A message with a variable of the name has no references: what stands in
 * the column is about people, and must not outlive their numbers.
 */
export function wantedColumns(variables: readonly RecipientVariable[]): Column[] {
  return [
    numberColumn,
    { role: 'key', name: 'msg_key', isRequired: false },
    ...(variables.some(({ name }) => name === refColumn.name) ? [] : [refColumn]),
    ...variables.map((variable) => ({ role: 'variable' as const, ...variable })),
  ]
}

/** Finds the wanted columns in a header and reports what is wrong with it. */
export function readHeader(
  header: readonly string[],
  wanted: readonly Column[],
  { violations, place }: { readonly violations: Violations; readonly place: (cell: number) => FilePlace },
): FoundColumn[] {
  const names = header.map(comparedName)
  const cells = new Map<string, number>()
  for (const [cell, name] of names.entries()) {
    const site = { column: printedName(name), place: () => place(cell) }
    const character = forbiddenCharacter(name)
    if (name.trim() === '') violations.add('recipients-column-unnamed', { place: site.place }, { index: cell + 1 })
    else if (character !== undefined) violations.add('recipients-column-character', site, { code: character })
    else if (cells.has(name)) violations.add('recipients-column-duplicate', site, { column: site.column })
    else cells.set(name, cell)
  }
  reportMissing(wanted, cells, { violations, place })
  return wanted.flatMap((column) => {
    const cell = cells.get(column.name)
    return cell === undefined ? [] : [{ column, cell }]
  })
}

function reportMissing(
  wanted: readonly Column[],
  cells: ReadonlyMap<string, number>,
  { violations, place }: { readonly violations: Violations; readonly place: (cell: number) => FilePlace },
): void {
  const known = new Set(wanted.map(({ name }) => name))
  const spare = judgedNames([...cells.keys()].filter((name) => !known.has(name)))
  for (const { name, isRequired } of wanted) {
    if (cells.has(name)) continue
    // Nearly every short name is near to it.
    if (name === refColumn.name) continue
    const { suggestion } = suggestedColumn(name, spare)
    const site = { place: () => place((suggestion !== undefined && cells.get(suggestion)) || 0) }
    if (isRequired) {
      const args = { column: name, ...(suggestion !== undefined && { suggestion }) }
      violations.add('recipients-column-missing', { column: name, ...site }, args)
    } else if (suggestion !== undefined) {
      const args = { column: suggestion, suggestion: name }
      violations.add('recipients-column-unknown', { column: suggestion, ...site }, args)
    }
    if (suggestion !== undefined) spare.splice(spare.indexOf(suggestion), 1)
  }
}

/** What people call the column of numbers, in lower case and without what stands between words. */
const numberNames: ReadonlySet<string> = new Set(
  `전화번호 휴대폰 휴대폰번호 휴대전화 휴대전화번호 핸드폰 핸드폰번호 연락처 수신번호 수신자번호
  phone phonenumber mobile mobilenumber mobilephone cell cellphone tel telephone number receiver recipient to`.split(
    /\s+/,
  ),
)

/** Whether a column by this name likely holds the numbers. */
export function isCalledNumber(name: string): boolean {
  return numberNames.has(name.toLowerCase().replaceAll(/[\s_.-]/g, ''))
}

/** `{ suggestion }` with the column that is likely meant; that of numbers also by a name of another language or program. */
function suggestedColumn(name: string, names: readonly string[]): { suggestion?: string } {
  const near = suggestionFor(name, names)
  if (name !== numberColumn.name) return near
  const called = names.find(isCalledNumber)
  return near.suggestion === undefined && called !== undefined ? { suggestion: called } : near
}

/** Names that may be those of other columns, misspelt. */
export function judgedNames(names: readonly string[]): string[] {
  return names.filter((name) => name.length <= maxJudgedNameUnits).slice(0, maxJudgedNames)
}

/** A name from a file, cut to what a line of output can take. */
export function printedName(name: string): string {
  return name.length <= maxPrintedUnits ? name : `${name.slice(0, maxPrintedUnits).toWellFormed()}…`
}

/** The first character that no text for people holds, as `U+0000`: a control character, half of one, or what decoding left of a broken one. */
export function forbiddenCharacter(text: string): string | undefined {
  const found = /(?![\t\n])[\p{Cc}\p{Cs}\uFFFD]/u.exec(text)?.[0]
  return found && `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}
