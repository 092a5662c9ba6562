import type { BodySection } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'

export const dividerNotAllowed = defineRule<{ place: BodySection }>()({
  id: 'divider-not-allowed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ place }) => ({
      message: {
        message: 'This "---" has no place here; remove it.',
        'before-items': '"---" ends items or cards, but none stands above it; remove it.',
        item: '"---" ends the items, but more follow; remove it.',
        card: '"---" ends the cards, but more follow; remove it.',
        'after-items': 'The items or cards have ended already; remove this "---".',
      }[place],
    }),
    ko: ({ place }) => ({
      message: {
        message: '여기에는 "---"를 쓸 수 없습니다. 지우세요.',
        'before-items': '"---"는 아이템이나 카드를 끝내는 줄인데 위에 아무것도 없습니다. 지우세요.',
        item: '"---"는 아이템을 끝내는 줄인데 뒤에 아이템이 더 있습니다. 지우세요.',
        card: '"---"는 카드를 끝내는 줄인데 뒤에 카드가 더 있습니다. 지우세요.',
        'after-items': '아이템이나 카드는 이미 끝났습니다. 이 "---"를 지우세요.',
      }[place],
    }),
  },
})
