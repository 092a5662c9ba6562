import { contractOf } from '../contract/contracts.ts'
import { type Slot, textParts } from '../message/render.ts'
import type { CompiledTemplate } from '../template.ts'
import { limitedTexts, textAt, variableTexts } from './row-limits.ts'
import type { Readings } from './rule.ts'

interface Limit {
  readonly max: number
  /** What the text holds without its variables. */
  readonly fixed: number
  readonly count: (text: string) => number
}

interface CheckedText {
  readonly slots: readonly Slot[]
  readonly limits: readonly Limit[]
  /** Whether it is blank when all its variables are. */
  readonly mayBeBlank: boolean
}

/** A link whose variables all come behind its authority: percent-encoded, no value can break it. */
const withAuthority = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#\\]+[/?#]/i
/** The most that a unit of a value becomes in a link: three bytes, each as `%XX`. */
const encodedUnit = 9
/** A mark joins what stands before it, and then the parts do not add up. */
const startsWithMark = /^\p{M}/u

/**
 * Whether the message of one recipient is certainly in order, from what its texts hold without variables and what the
 * values add: a small part of the time that rendering takes. Of `false` nothing is known; `rowLimits` tells.
 */
export function rowFits(
  template: CompiledTemplate,
  readings: Readings,
): (values: ReadonlyMap<string, string>) => boolean {
  const { roleOf, requires } = contractOf(template.service_id)
  const limited = limitedTexts(template, readings)
  const texts: CheckedText[] = []
  for (const pointer of variableTexts(template.payload)) {
    const parts = textParts(textAt(template.payload, pointer), template)
    const literals = parts.filter((part) => typeof part === 'string')
    const slots = parts.filter((part) => typeof part !== 'string')
    const isLink = roleOf(pointer) === 'link'
    const limits = limited
      .filter((limit) => limit.pointer === pointer)
      .map(({ max, count }) => ({
        max,
        count: isLink ? (text: string): number => text.length * encodedUnit : count,
        fixed: literals.reduce((sum, text) => sum + count(text.normalize('NFC')), 0),
      }))
    if (slots.length === 0) continue
    if (literals.some((text) => startsWithMark.test(text))) return () => false
    if (isLink && !isSafeLink(parts)) return () => false
    const mayBeBlank = requires(template.service_id, pointer) && literals.every((text) => text.trim() === '')
    texts.push({ slots, limits, mayBeBlank })
  }
  return (values) => texts.every((text) => fits(text, values))
}

function isSafeLink(parts: readonly (string | Slot)[]): boolean {
  const [first] = parts
  const example = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('')
  return typeof first === 'string' && withAuthority.test(first) && URL.canParse(example)
}

function fits({ slots, limits, mayBeBlank }: CheckedText, values: ReadonlyMap<string, string>): boolean {
  let isBlank = mayBeBlank
  const used: string[] = []
  for (const { name, fallback } of slots) {
    const value = values.get(name) || fallback
    if (value === undefined || startsWithMark.test(value)) return false
    if (isBlank && value.trim() !== '') isBlank = false
    used.push(value)
  }
  return (
    !isBlank && limits.every(({ max, fixed, count }) => used.reduce((sum, value) => sum + count(value), fixed) <= max)
  )
}
