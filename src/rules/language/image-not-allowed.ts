import type { Kind } from '../../contract/kinds.ts'
import type { BodySection } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'
import { places } from './terms.ts'

export const imageNotAllowed = defineRule<{ kind: Kind; place: BodySection }>()({
  id: 'image-not-allowed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ kind, place }) => ({
      message:
        kind === 'ft-text'
          ? 'ft-text has no image; remove it, or use ft-image or ft-wide.'
          : `An image has no place in ${places.en[place]} of ${kind}; move or remove it.`,
    }),
    ko: ({ kind, place }) => ({
      message:
        kind === 'ft-text'
          ? 'ft-text에는 이미지를 쓸 수 없습니다. 지우거나 ft-image 또는 ft-wide를 쓰세요.'
          : `${kind}: ${places.ko[place]}에는 이미지를 쓸 수 없습니다. 옮기거나 지우세요.`,
    }),
  },
})
