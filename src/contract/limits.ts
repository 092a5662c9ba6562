import { once } from '../text/once.ts'
import type { LimitRow } from './contract.ts'
import { contractOf, contracts, type Kind } from './contracts.ts'

/** A row that can be asked whether it holds at a place. */
export interface PlacedRow extends LimitRow {
  /** The last keys of the places. */
  readonly fields: ReadonlySet<string>
  readonly holds: (kind: string, pointer: string) => boolean
}

function placedRows(rows: readonly LimitRow[]): readonly PlacedRow[] {
  return rows.map((row) => {
    const patterns = once(() => row.at.map((place) => new RegExp(`^${patternOf(place)}$`)))
    const fields = new Set(row.at.map((place) => place.slice(place.lastIndexOf('/') + 1)))
    // Nearly every place is another one: the end of its pointer is asked first.
    const holds: PlacedRow['holds'] = (kind, pointer) =>
      fields.has(pointer.slice(pointer.lastIndexOf('/') + 1)) &&
      (row.kinds?.includes(kind) ?? true) &&
      patterns().some((pattern) => pattern.test(pointer))
    return { ...row, fields, holds }
  })
}

function patternOf(place: string): string {
  return place.replaceAll(/\*|(\d+)\+/g, (all) => (all === '*' ? String.raw`\d+` : String.raw`[1-9]\d*`))
}

const limitsByContract = new Map(contracts.map(({ id, limits }) => [id, placedRows(limits)]))

/** Returns the limits of the service that a kind is of, ready to be asked where they hold. */
export function limitsOf(kind: Kind): readonly PlacedRow[] {
  return limitsByContract.get(contractOf(kind).id) ?? []
}
