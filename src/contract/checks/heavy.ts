import { lastKeyOf } from '../../text/json-text.ts'
import { countBytes } from '../../text/text.ts'
import type { CheckedMessage, CheckReport } from '../contract.ts'

export interface HeavyPart {
  readonly actual: number
  readonly limit: number
  readonly part: string
  readonly field: string
  readonly fieldBytes: number
  readonly isLink: boolean
}

/**
 * Returns that the JSON text of something has too many bytes in UTF-8. No one place is too much; the longest text below
 * its pointer is the one to shorten first.
 */
export function heavyPart(
  value: unknown,
  { pointer, limit }: { readonly pointer: string; readonly limit: number },
  { texts }: CheckedMessage,
): CheckReport<HeavyPart> | undefined {
  const json = value === undefined ? '' : JSON.stringify(value)
  // No unit has more than three bytes: most need not be counted.
  if (json.length * 3 <= limit) return undefined
  const actual = countBytes(json, 'utf-8')
  const [longest] = texts
    .filter((text) => text.pointer.startsWith(`${pointer}/`))
    .map((text) => ({ ...text, bytes: countBytes(text.template, 'utf-8') }))
    .toSorted((a, b) => b.bytes - a.bytes)
  if (actual <= limit || longest === undefined) return undefined
  const args = {
    actual,
    limit,
    part: pointer.slice(1),
    field: lastKeyOf(longest.pointer),
    fieldBytes: longest.bytes,
    isLink: longest.role === 'link',
  }
  return { pointer, at: longest.pointer, measure: { actual, limit, unit: 'bytes' }, args }
}
