import type { Span } from '../diagnostic.ts'
import { defineRule, type LintRule, type Measure, type Subject } from './rule.ts'

/** Things of which a message may have so many. */
export interface Counted {
  /** JSON Pointer of the list in the payload. */
  readonly pointer: string
  readonly spans: readonly Span[]
}

/** How one thing and several are called: `one` and `many` in English, the word with its counter in Korean. */
export interface CountedName {
  readonly one: string
  readonly many: string
  /** As `아이템이 {}개`. */
  readonly ko: string
}

export interface CountLimit {
  readonly list: (subject: Subject) => readonly Counted[]
  readonly name: CountedName
  readonly unit: Measure['unit']
}

/** A rule for more of something than the service takes; the span holds all that are too much. */
export function tooManyRule(id: string, { list, name, unit }: CountLimit, max: number): LintRule {
  return defineRule<Measure>()({
    id,
    tier: 'interface',
    severity: 'error',
    check(subject, report) {
      for (const { pointer, spans } of list(subject)) {
        const [first, last] = [spans[max], spans.at(-1)]
        if (first === undefined || last === undefined) continue
        const measure = { actual: spans.length, limit: max, unit }
        report({ span: { start: first.start, end: last.end }, pointer, measure, args: measure })
      }
    },
    words: {
      en: ({ actual, limit }) => ({
        message: `There are ${actual} ${name.many}; at most ${limit} are allowed. Remove ${actual - limit}.`,
      }),
      ko: ({ actual, limit }) => ({
        message: `${name.ko.replace('{}', String(actual))}입니다. ${limit}개까지 쓸 수 있으니 ${actual - limit}개를 빼세요.`,
      }),
    },
  })
}

/** A rule for less of something than the service needs; that there is none at all is another's to say. */
export function tooFewRule(id: string, { list, name, unit }: CountLimit, min: number): LintRule {
  return defineRule<Measure>()({
    id,
    tier: 'interface',
    severity: 'error',
    check(subject, report) {
      for (const { pointer, spans } of list(subject)) {
        const last = spans.at(-1)
        if (last === undefined || spans.length >= min) continue
        const measure = { actual: spans.length, limit: min, unit }
        report({ span: last, pointer, measure, args: measure })
      }
    },
    words: {
      en: ({ actual, limit }) => ({
        message: `There ${actual === 1 ? `is 1 ${name.one}` : `are ${actual} ${name.many}`}; at least ${limit} are needed. Add ${limit - actual}.`,
      }),
      ko: ({ actual, limit }) => ({
        message: `${name.ko.replace('{}', String(actual))}입니다. ${limit}개 이상이어야 하니 ${limit - actual}개를 더하세요.`,
      }),
    },
  })
}
