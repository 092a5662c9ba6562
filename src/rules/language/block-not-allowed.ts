import type { Kind } from '../../contract/kinds.ts'
import type { BlockName } from '../../violation.ts'
import type { BodySection } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'
import { places } from './terms.ts'

export const blockNotAllowed = defineRule<{ name: BlockName; kind: Kind; place: BodySection }>()({
  id: 'block-not-allowed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ name, kind, place }) => ({
      message: `A ${name} block has no place in ${places.en[place]} of ${kind}; move or remove it.`,
    }),
    ko: ({ name, kind, place }) => ({
      message: `${kind}: ${places.ko[place]}에는 ${name} 블록을 쓸 수 없습니다. 옮기거나 지우세요.`,
    }),
  },
})
