import type { BodySection } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'
import { places } from './terms.ts'

export const imageRepeated = defineRule<{ place: BodySection }>()({
  id: 'image-repeated',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ place }) => ({
      message: `There is an image in ${places.en[place]} already; remove one of the two.`,
    }),
    ko: ({ place }) => ({ message: `${places.ko[place]}에 이미지가 이미 있습니다. 하나를 지우세요.` }),
  },
})
