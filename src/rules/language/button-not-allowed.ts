import type { Kind } from '../../contract/kinds.ts'
import type { BodySection } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'
import { places } from './terms.ts'

export const buttonNotAllowed = defineRule<{ kind: Kind; place: BodySection }>()({
  id: 'button-not-allowed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ kind, place }) => ({
      message: `A button has no place in ${places.en[place]} of ${kind}; move or remove it.`,
      ...(kind === 'ft-carousel-feed' && { help: 'In a carousel the cards have the buttons.' }),
      ...(kind === 'ft-wide-item-list' && { help: 'Buttons stand before the first item or after "---".' }),
    }),
    ko: ({ kind, place }) => ({
      message: `${kind}: ${places.ko[place]}에는 버튼을 쓸 수 없습니다. 옮기거나 지우세요.`,
      ...(kind === 'ft-carousel-feed' && { help: '캐러셀의 버튼은 카드 안에 씁니다.' }),
      ...(kind === 'ft-wide-item-list' && { help: '버튼은 첫 아이템 앞이나 "---" 뒤에 씁니다.' }),
    }),
  },
})
