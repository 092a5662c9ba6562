import { limits } from '../contract/limits.ts'
import type { Language } from '../words/language.ts'
import type { Wording } from '../words/wording.ts'
import { measure, otherReadings, overflowSpan, type OtherReading, type TextLimitName, textLimits } from './measure.ts'
import { defineRule, type LintRule, type Measure, type RuleInfo, type Translated } from './rule.ts'

/** How a text is called, as the subject of a sentence: "The header", "헤더가". */
export type TextName = Translated

interface TooLong extends Measure {
  readonly others: readonly OtherReading[]
}

/** A rule for a text that is too long even with every variable empty. */
export function textLimitRule(
  names: readonly TextLimitName[],
  name: TextName,
  info: Omit<RuleInfo, 'tier' | 'severity' | 'source'>,
): LintRule {
  const [first] = names
  return defineRule<TooLong>({
    ...info,
    tier: 'interface',
    severity: 'error',
    ...(first && { source: limits[first].source }),
    check({ message, draft, readings }, report) {
      for (const entry of draft.texts) {
        const { pointer, text } = entry
        const tooLong = names
          .filter((limit) => textLimits[limit].holds(message.kind, pointer))
          .flatMap((limit) => {
            const { max, unit } = textLimits[limit]
            const actual = measure(text.pieces, { unit, readings })
            return actual > max ? [{ actual, limit: max, unit }] : []
          })
          .map((found) => ({ found, span: overflowSpan(entry, found.limit, { unit: found.unit, readings }) }))
          .toSorted((a, b) => a.span.start - b.span.start)[0]
        if (tooLong === undefined) continue
        const { found, span } = tooLong
        const others = otherReadings(text.pieces, found.limit, { unit: found.unit, readings })
        report({ span, pointer, measure: found, args: { ...found, others } })
      }
    },
    words: {
      en: (found) => inEnglish(name.en, found),
      ko: (found) => inKorean(name.ko, found),
    },
  })
}

const readingNames: { readonly [L in Language]: { readonly [R in OtherReading['reading']]: string } } = {
  en: {
    'utf-8': 'bytes in UTF-8',
    'euc-kr': 'bytes in EUC-KR',
    characters: 'characters',
    'utf-16': 'UTF-16 units',
    'code-points': 'code points',
    graphemes: 'graphemes',
  },
  ko: {
    'utf-8': 'UTF-8로 {}바이트',
    'euc-kr': 'EUC-KR로 {}바이트',
    characters: '글자 수로 {}자',
    'utf-16': 'UTF-16 단위로 {}자',
    'code-points': '코드 포인트로 {}자',
    graphemes: '눈에 보이는 글자로 {}자',
  },
}

const setting = { bytes: 'limits.bytes', characters: 'limits.characters' } as const

function inEnglish(name: string, { actual, limit, unit, others }: TooLong): Wording {
  const over = actual - limit
  const readings = others.map(({ reading, count }) => `${count} ${readingNames.en[reading]}`).join(' or ')
  const otherwise = readings === '' ? '' : ` Counted otherwise it is ${readings}.`
  return {
    message: `${name} has ${actual} ${unit}; at most ${limit} are allowed. Shorten it by ${over}.${otherwise}`,
    ...(others.length > 0 && {
      help: `"${setting[unit as TextUnit]}" in the configuration says how ${unit} are counted.`,
    }),
  }
}

function inKorean(name: string, { actual, limit, unit, others }: TooLong): Wording {
  const word = unit === 'bytes' ? '바이트' : '자'
  const readings = others.map(({ reading, count }) => readingNames.ko[reading].replace('{}', String(count))).join(', ')
  const otherwise = readings === '' ? '' : ` 다르게 세면 ${readings}입니다.`
  return {
    message: `${name} ${actual}${word}입니다. ${limit}${word}까지 쓸 수 있으니 ${actual - limit}${word}를 줄이세요.${otherwise}`,
    ...(others.length > 0 && { help: `세는 방법은 설정의 "${setting[unit as TextUnit]}"에서 정합니다.` }),
  }
}

type TextUnit = keyof typeof setting
