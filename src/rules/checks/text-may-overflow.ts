import type { OtherReading } from '../../text/text.ts'
import { unitInForce } from '../../text/text.ts'
import type { VariableDeclaration } from '../../message/message.ts'
import { unitIn, withReadings } from '../../words/phrases.ts'
import { measure, otherReadings, overflowSpan, type TextLimit, textLimitsAt, worstOf } from '../measure.ts'
import { defineRule, type Measure, type Readings } from '../rule.ts'

interface Overflow extends Measure {
  readonly unit: 'bytes' | 'characters'
  readonly field: string
  readonly names: readonly string[]
  readonly others: readonly OtherReading[]
}

export const textMayOverflow = defineRule<Overflow>({
  id: 'text-may-overflow',
  severity: 'error',
  check({ message, draft, readings }, report) {
    const worst = worstOfEach(message.variables)
    for (const entry of draft.texts) {
      if (!entry.hasVariable) continue
      const { pointer, field, text } = entry
      const names = [...new Set(text.pieces.flatMap((piece) => (piece.type === 'variable' ? [piece.name] : [])))]
      const limits = textLimitsAt(message.kind, pointer)
      // A text that is too long by itself is another rule's.
      if (limits.some(({ max, unit }) => measure(text.pieces, { unit, readings }) > max)) continue
      for (const { max, unit } of limits) {
        const ofVariable = worst(unit, readings)
        const actual = measure(text.pieces, { unit, readings, ofVariable })
        if (actual <= max) continue
        const found = { actual, limit: max, unit: unitInForce(unit, readings) }
        const others = otherReadings({ max, unit }, readings, (other) =>
          measure(text.pieces, { unit, readings: other, ofVariable: worst(unit, other) }),
        )
        const span = overflowSpan(entry, max, { unit, readings, ofVariable })
        report({ span, pointer, measure: found, args: { field, names, others, ...found } })
        break
      }
    }
  },
  en: (found) => withReadings(inEnglish(found), found, 'en'),
  ko: (found) => withReadings(inKorean(found), found, 'ko'),
})

/** Makes each `worstOf` once: there may be as many texts as variables. */
function worstOfEach(
  variables: readonly VariableDeclaration[],
): (unit: TextLimit['unit'], readings: Readings) => ReturnType<typeof worstOf> {
  const made = new Map<string, ReturnType<typeof worstOf>>()
  return (unit, readings) => {
    const key = `${unit} ${readings.bytes} ${readings.characters}`
    const ofVariable = made.get(key) ?? worstOf(variables, unit, readings)
    made.set(key, ofVariable)
    return ofVariable
  }
}

function inEnglish({ actual, limit, unit, field, names }: Overflow): string {
  return `"${field}" has up to ${actual}${unitIn.en[unit]} with ${listed(names)} at its longest; at most ${limit} are allowed. Shorten the text or lower a "max".`
}

function inKorean({ actual, limit, unit, field, names }: Overflow): string {
  const word = unitIn.ko[unit]
  return `${listed(names)} 값이 가장 길면 "${field}"의 길이가 ${actual}${word}가 됩니다. ${limit}${word}까지 쓸 수 있으니 문구나 "max"를 줄이세요.`
}

function listed(names: readonly string[]): string {
  return names.map((name) => `#{${name}}`).join(', ')
}
