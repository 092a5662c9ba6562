import { lastKeyOf } from '../text/json-text.ts'
import { once } from '../text/once.ts'
import type { LimitRow } from './contract.ts'
import { contractOf, type Kind, kinds } from './contracts.ts'

interface PlacedRow extends LimitRow {
  readonly place: RegExp
}

/** The rows of each kind by the last key of their places: most texts have a key of which there is none. */
const rowsByKind = new Map(kinds.map((kind) => [kind, once(() => rowsByLastKey(kind))]))

function rowsByLastKey(kind: Kind): ReadonlyMap<string, readonly PlacedRow[]> {
  const byKey = new Map<string, PlacedRow[]>()
  for (const row of contractOf(kind).limits.filter((one) => one.kinds?.includes(kind) ?? true)) {
    for (const at of row.at) {
      const placed = { ...row, place: new RegExp(`^${patternOf(at)}$`) }
      const rows = byKey.get(lastKeyOf(at))
      if (rows === undefined) byKey.set(lastKeyOf(at), [placed])
      else rows.push(placed)
    }
  }
  return byKey
}

export function limitsAt(kind: Kind, pointer: string): readonly LimitRow[] {
  const rows = rowsByKind.get(kind)?.().get(lastKeyOf(pointer)) ?? []
  return rows.length === 0 ? [] : rows.filter(({ place }) => place.test(pointer))
}

export function holdsBeside({ when = {} }: LimitRow, siblings: { readonly [name: string]: unknown }): boolean {
  return Object.entries(when).every(([name, wanted]) => {
    const value = siblings[name]
    return typeof wanted === 'boolean'
      ? (value !== undefined) === wanted
      : wanted.test(typeof value === 'string' ? value : '')
  })
}

function patternOf(place: string): string {
  return place.replaceAll(/\*|(\d+)\+/g, (all) => (all === '*' ? String.raw`\d+` : String.raw`[1-9]\d*`))
}
