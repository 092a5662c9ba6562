import type { Kind } from '../../contract/kinds.ts'
import type { BodySection } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'
import { places } from './terms.ts'

export const headingNotAllowed = defineRule<{ kind: Kind; depth: 1 | 2; place: BodySection }>()({
  id: 'heading-not-allowed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ kind, depth, place }) => ({
      message: `A heading has no place in ${places.en[place]} of ${kind}; for text that starts with "#" write "\\${'#'.repeat(depth)} …".`,
      ...(kind === 'ft-carousel-feed' && depth === 1 && { help: 'Cards of a carousel start with "## ".' }),
    }),
    ko: ({ kind, depth, place }) => ({
      message: `${kind}: ${places.ko[place]}에는 제목을 쓸 수 없습니다. "#"로 시작하는 텍스트라면 "\\${'#'.repeat(depth)} …"로 쓰세요.`,
      ...(kind === 'ft-carousel-feed' && depth === 1 && { help: '캐러셀의 카드는 "## "로 시작합니다.' }),
    }),
  },
})
