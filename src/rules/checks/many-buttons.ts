import type { Kind } from '../../contract/kinds.ts'
import { buttonListsOf } from '../button-lists.ts'
import { defineRule, type Measure } from '../rule.ts'

/** What sibling services show; the interface takes more. */
export const maxButtonsOfKind: { readonly [K in Kind]?: number } = {
  'ft-wide': 2,
  'ft-wide-item-list': 2,
  // In each card. What is said of buttons beside a coupon is more than that.
  'ft-carousel-feed': 2,
}

export const manyButtons = defineRule<Measure & { isCard: boolean }>()({
  id: 'many-buttons',
  tier: 'platform',
  severity: 'warning',
  check({ message }, report) {
    const max = maxButtonsOfKind[message.kind]
    if (max === undefined) return
    for (const { pointer, buttons, card } of buttonListsOf(message)) {
      const [first, last] = [buttons[max], buttons.at(-1)]
      if (first === undefined || last === undefined) continue
      const measure = { actual: buttons.length, limit: max, unit: 'buttons' } as const
      const span = { start: first.span.start, end: last.span.end }
      report({ span, pointer, measure, args: { isCard: card !== undefined, ...measure } })
    }
  },
  words: {
    en: ({ actual, limit, isCard }) => ({
      message: `There are ${actual} buttons${isCard ? ' in the card' : ''}; some services may take only ${limit}. Remove ${actual - limit}.`,
    }),
    ko: ({ actual, limit, isCard }) => ({
      message: `${isCard ? '카드의 ' : ''}버튼이 ${actual}개입니다. ${limit}개까지만 받는 서비스가 있으니 ${actual - limit}개를 빼세요.`,
    }),
  },
})
