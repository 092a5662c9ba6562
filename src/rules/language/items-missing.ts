import type { Kind } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'

export const itemsMissing = defineRule<{ kind: Kind }>()({
  id: 'items-missing',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ kind }) => ({
      message:
        kind === 'ft-carousel-feed'
          ? 'The carousel has no cards; start each with "## ".'
          : 'The list has no items; start each with "## ".',
    }),
    ko: ({ kind }) => ({
      message:
        kind === 'ft-carousel-feed'
          ? '캐러셀에 카드가 없습니다. 카드는 "## "로 시작합니다.'
          : '리스트에 아이템이 없습니다. 아이템은 "## "로 시작합니다.',
    }),
  },
})
