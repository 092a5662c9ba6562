import type { Kind } from '../../contract/kinds.ts'
import type { BodySection } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'

export const textMissing = defineRule<{ kind: Kind; place: BodySection }>()({
  id: 'text-missing',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ kind, place }) => ({
      message:
        place === 'card'
          ? 'The card has no text; write some below its title.'
          : `The message has no text; ${kind} needs some.`,
      ...(kind === 'ft-wide-item-list' || (kind === 'ft-carousel-feed' && place === 'message')
        ? { help: 'The text stands before the first "## ".' }
        : {}),
    }),
    ko: ({ kind, place }) => ({
      message:
        place === 'card'
          ? '카드에 본문이 없습니다. 제목 아래에 쓰세요.'
          : `메시지에 본문이 없습니다. ${kind}에는 본문이 필요합니다.`,
      ...(kind === 'ft-wide-item-list' || (kind === 'ft-carousel-feed' && place === 'message')
        ? { help: '본문은 첫 "## " 앞에 씁니다.' }
        : {}),
    }),
  },
})
