import type { OtherReading } from '../violation.ts'
import type { Language } from '../words/language.ts'
import { unitInForce } from '../text/text.ts'
import { unitIn, withReadings } from '../words/phrases.ts'
import type { PayloadText } from '../message/draft.ts'
import {
  fittingUnitsOf,
  isFarTooLong,
  measure,
  otherReadings,
  overflowSpan,
  type TextLimitName,
  textLimits,
} from './measure.ts'
import { defineRule, type RuleViolation, type LintRule, type Measure, type Readings } from './rule.ts'

/** How a text is called, as the subject of a sentence: "The header", "헤더가". */
type TextName = { readonly [L in Language]: string }

interface TooLong extends Measure {
  readonly unit: 'bytes' | 'characters'
  readonly others: readonly OtherReading[]
}

/** A rule for a text that is too long even with every variable empty. */
export function textLimitRule(id: string, names: readonly TextLimitName[], name: TextName): LintRule {
  const fields = [...new Set(names.map((limit) => textLimits[limit].field))]
  const fittingUnits = Math.min(...names.map((limit) => fittingUnitsOf(textLimits[limit])))
  return defineRule<TooLong>()({
    id,
    tier: 'interface',
    severity: 'error',
    check({ message, draft, readings }, report) {
      for (const field of fields) {
        for (const entry of draft.textsOf.get(field) ?? []) {
          // Most texts are so short that none of the limits needs to be looked at.
          if (entry.template.length <= fittingUnits) continue
          const held = names.filter((limit) => textLimits[limit].holds(message.kind, entry.pointer))
          const tooLong = firstOverflow(entry, held, readings)
          if (tooLong !== undefined) report(tooLong)
        }
      }
    },
    words: {
      en: (found) => withReadings({ message: inEnglish(name.en, found) }, found, 'en'),
      ko: (found) => withReadings({ message: inKorean(name.ko, found) }, found, 'ko'),
    },
  })
}

/** What a text has too much, by the limit that it passes first. */
function firstOverflow(
  entry: PayloadText,
  held: readonly TextLimitName[],
  readings: Readings,
): RuleViolation<TooLong> | undefined {
  const { pointer, text } = entry
  const tooLong = held
    .flatMap((limit) => {
      const { max, unit } = textLimits[limit]
      const actual = measure(text.pieces, { unit, readings })
      return actual > max ? [{ actual, limit: max, unit }] : []
    })
    .map((found) => ({ found, span: overflowSpan(entry, found.limit, { unit: found.unit, readings }) }))
    .toSorted((a, b) => a.span.start - b.span.start)[0]
  if (tooLong === undefined) return undefined
  const { found, span } = tooLong
  const { unit } = found
  const others = isFarTooLong(found.actual, found.limit)
    ? []
    : otherReadings({ max: found.limit, unit }, readings, (other) => measure(text.pieces, { unit, readings: other }))
  const told = { ...found, unit: unitInForce(unit, readings) }
  return { span, pointer, measure: told, args: { others, ...told } }
}

function inEnglish(name: string, { actual, limit, unit }: TooLong): string {
  return `${name} has ${actual}${unitIn.en[unit]}; at most ${limit} are allowed. Shorten it by ${actual - limit}.`
}

function inKorean(name: string, { actual, limit, unit }: TooLong): string {
  const word = unitIn.ko[unit]
  return `${name} ${actual}${word}입니다. ${limit}${word}까지 쓸 수 있으니 ${actual - limit}${word}를 줄이세요.`
}
