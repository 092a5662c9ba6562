import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { suggested } from '../word-fixes.ts'

export const secondLinkNotWeb = defineRule<{ link: string; suggestion?: string }>()({
  id: 'second-link-not-web',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ link, suggestion }) => ({
      message: `The second link, "${link}", is not a web address; start it with "https://".${suggestionIn.en(suggestion)}`,
      help: 'After a web link it is the page for a PC, after an app link the page for phones without the app.',
    }),
    ko: ({ link, suggestion }) => ({
      message: `두 번째 링크 "${link}": 웹 주소가 아닙니다. "https://"로 시작하세요.${suggestionIn.ko(suggestion)}`,
      help: '웹 링크 뒤에는 PC용 주소를, 앱 링크 뒤에는 앱이 없는 휴대폰용 주소를 씁니다.',
    }),
  },
  fix: ({ link, suggestion }, wrong) => suggested(link, suggestion, wrong),
})
