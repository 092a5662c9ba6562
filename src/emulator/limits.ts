import type { Kind } from '../contract/contracts.ts'
import { limitsAt } from '../contract/limits.ts'
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
  const visit = (value: unknown, pointer: string, depth: number): void => {
    if (depth === maxDepth || value === null || (typeof value !== 'string' && typeof value !== 'object')) return
    const isList = Array.isArray(value)
    if (isList || typeof value === 'string') {
      for (const { tier, unit, min = 0, max = Number.POSITIVE_INFINITY, code } of limitsAt(kind, pointer)) {
        if (tier !== 'interface' || isList === (unit === 'bytes' || unit === 'characters')) continue
        const count = isList
          ? value.length
          : unit === 'bytes'
            ? countBytes(value, limits.bytes)
            : countCharacters(value, limits.characters)
        if (count >= min && count <= max) continue
        const allowed = count < min ? `at least ${min} are needed` : `${max} are allowed`
        broken.push({ pointer, code, reason: `is ${count} ${unitInForce(unit, limits)}; ${allowed}` })
      }
    }
    if (typeof value === 'string') return
    for (const name in value) visit((value as never)[name], `${pointer}/${escapePointer(name)}`, depth + 1)
  }
  visit(message, '', 0)
  return broken
}
