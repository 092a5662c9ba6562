import { contractOf } from '../contract/contracts.ts'
import type { OtherReading } from '../text/text.ts'
import { unitInForce } from '../text/text.ts'
import { prepareTemplate, type VariableValues } from '../message/render.ts'
import type { CompiledTemplate } from '../template.ts'
import { counterOf, otherReadings, type TextLimit, textLimitsAt } from './measure.ts'
import type { Readings } from './rule.ts'

export interface RowOverflow {
  readonly actual: number
  readonly limit: number
  readonly unit: TextLimit['unit']
  readonly others: readonly OtherReading[]
}

export interface RowViolation {
  /** JSON Pointer of the text in the payload. */
  readonly pointer: string
  readonly violation: 'link' | 'empty' | RowOverflow
}

/**
 * Prepares the check of a template for many recipients: each is rendered as it would be sent.
 *
 * @returns a function from one recipient's values to what they break; a missing value is not said here
 */
export function rowLimits(template: CompiledTemplate, readings: Readings): (values: VariableValues) => RowViolation[] {
  const render = prepareTemplate(template)
  const { payload: written, service_id: kind } = template
  const pointers = variableTexts(written)
  const limited = pointers.flatMap((pointer) =>
    textLimitsAt(kind, pointer).map((limit) => ({ pointer, ...limit, count: counterOf(limit.unit, readings) })),
  )
  const required = pointers.filter((pointer) => contractOf(kind).required.test(pointer))
  return (values) => {
    const { payload, invalidLinks } = render(values)
    const links = invalidLinks.map((pointer): RowViolation => ({ pointer, violation: 'link' }))
    if (payload === undefined) return links
    const empty = required
      .filter((pointer) => textAt(payload, pointer).trim() === '')
      .map((pointer): RowViolation => ({ pointer, violation: 'empty' }))
    const overflows = limited.flatMap(({ pointer, max, unit, count }): RowViolation[] => {
      const text = textAt(payload, pointer)
      const actual = count(text)
      if (actual <= max) return []
      const others = otherReadings({ max, unit }, readings, (other) => counterOf(unit, other)(text))
      return [{ pointer, violation: { actual, limit: max, unit: unitInForce(unit, readings), others } }]
    })
    return [...empty, ...overflows]
  }
}

/** Pointers of the texts that may differ between recipients. */
export function variableTexts(payload: unknown): string[] {
  return textsIn(payload, '').flatMap(({ pointer, text }) => (text.includes('#{') ? [pointer] : []))
}

function textsIn(value: unknown, pointer: string): { pointer: string; text: string }[] {
  if (typeof value === 'string') return [{ pointer, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => textsIn(child, `${pointer}/${key}`))
}

export function textAt(payload: unknown, pointer: string): string {
  let value = payload
  for (const key of pointer.split('/').slice(1)) value = (value as { readonly [key: string]: unknown })[key]
  return String(value)
}
