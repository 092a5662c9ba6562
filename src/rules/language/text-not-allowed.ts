import type { Kind } from '../../contract/kinds.ts'
import type { BodySection } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'
import { places } from './terms.ts'

export const textNotAllowed = defineRule<{ kind: Kind; place: BodySection }>()({
  id: 'text-not-allowed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ kind, place }) => ({
      message: `Text has no place in ${places.en[place]} of ${kind}; move or remove it.`,
    }),
    ko: ({ kind, place }) => ({
      message: `${kind}: ${places.ko[place]}에는 텍스트를 쓸 수 없습니다. 옮기거나 지우세요.`,
    }),
  },
})
