import type { LimitRow } from '../contract/contract.ts'
import type { Kind } from '../contract/contracts.ts'
import { holdsBeside, limitsAt } from '../contract/limits.ts'
import { escapePointer } from '../text/json-text.ts'
import { countBytes, countCharacters, unitInForce } from '../text/text.ts'
import type { CommonSettings } from './settings.ts'

/** A place that breaks a limit of the interface. */
export interface BrokenLimit {
  readonly pointer: string
  /** The code that the service answers, where it is not that of a wrong value. */
  readonly code: string | undefined
  readonly reason: string
}

/** Deeper than any field of an interface. */
export const maxDepth = 10

/** Holds texts and lists against the limits of the interface. */
export function brokenLimits(kind: Kind, { limits }: CommonSettings, message: object): readonly BrokenLimit[] {
  const broken: BrokenLimit[] = []
  const visit = (value: unknown, pointer: string, siblings: object, depth: number): void => {
    if (depth === maxDepth || value === null || (typeof value !== 'string' && typeof value !== 'object')) return
    for (const row of limitsAt(kind, pointer)) {
      const { tier, unit, min = 0, max = Number.POSITIVE_INFINITY, code } = row
      const count = tier === 'interface' && holdsBeside(row, { ...siblings }) ? countOf(value, unit, limits) : undefined
      if (count === undefined || (count >= min && count <= max)) continue
      const allowed = count < min ? `at least ${min} are needed` : `${max} are allowed`
      broken.push({ pointer, code, reason: `is ${count} ${unitInForce(unit, limits)}; ${allowed}` })
    }
    if (typeof value === 'string') return
    for (const name in value) visit((value as never)[name], `${pointer}/${escapePointer(name)}`, value, depth + 1)
  }
  visit(message, '', {}, 0)
  return broken
}

/** Counts a text or a list; undefined where the unit is none of its own. */
export function countOf(
  value: string | object,
  unit: LimitRow['unit'],
  { bytes, characters }: CommonSettings['limits'],
): number | undefined {
  switch (unit) {
    case 'bytes':
      return typeof value === 'string' ? countBytes(value, bytes) : undefined
    case 'characters':
      return typeof value === 'string' ? countCharacters(value, characters) : undefined
    case 'breaks':
      return typeof value === 'string' ? value.split('\n').length - 1 : undefined
    case 'buttons':
    case 'items':
    case 'cards':
      return Array.isArray(value) ? value.length : undefined
  }
}
