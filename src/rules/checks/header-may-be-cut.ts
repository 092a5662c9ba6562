import { worstOverflow } from '../measure.ts'
import { defineRule, type Measure } from '../rule.ts'

/** What sibling services say of a header that the interface counts in bytes. */
const maxCharacters = 20

export const headerMayBeCut = defineRule<Measure & { varies: boolean }>()({
  id: 'header-may-be-cut',
  tier: 'platform',
  severity: 'warning',
  check({ message, draft, readings }, report) {
    for (const entry of draft.texts) {
      if (entry.pointer !== '/header') continue
      const limit = { max: maxCharacters, unit: 'characters' } as const
      const found = worstOverflow(entry, limit, { variables: message.variables, readings })
      if (found) report({ ...found, args: { varies: entry.hasVariable, ...found.measure } })
    }
  },
  words: {
    en: ({ actual, limit, varies }) => ({
      message: `The header has ${varies ? 'up to ' : ''}${actual} characters; some services may cut it after ${limit}. Shorten it by ${actual - limit}.`,
    }),
    ko: ({ actual, limit, varies }) => ({
      message: `${varies ? '변수 값이 가장 길면 ' : ''}헤더가 ${actual}자입니다. 일부 서비스에서는 ${limit}자 뒤가 잘릴 수 있으니 ${actual - limit}자를 줄이세요.`,
    }),
  },
})
