import type { LimitRow } from './contract.ts'

type Row = Omit<LimitRow, 'rule' | 'subject' | 'tier' | 'source'> & { readonly source?: string }

/** Makes rows about one thing from what they have in common; a row may say otherwise. */
export function rowsOf(
  common: Pick<LimitRow, 'tier' | 'source'>,
  codes: { readonly [U in LimitRow['unit']]?: string } = {},
): (rule: string, en: string, ko: string, rows: readonly Row[]) => readonly LimitRow[] {
  return (rule, en, ko, rows) =>
    rows.map((row) => {
      const code = codes[row.unit]
      return { rule, subject: { en, ko }, ...common, ...(code !== undefined && { code }), ...row }
    })
}
