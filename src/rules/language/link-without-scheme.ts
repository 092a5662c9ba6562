import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { suggested } from '../word-fixes.ts'

export const linkWithoutScheme = defineRule<{
  link: string
  suggestion?: string
  /** Whether it may open a web page alone. */
  isWeb?: true
}>()({
  id: 'link-without-scheme',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ link, suggestion, isWeb }) => ({
      message: `"${link}" does not say what opens it; start it with "https://"${isWeb ? '' : ' or an app scheme such as "shop://"'}.${suggestionIn.en(suggestion)}`,
    }),
    ko: ({ link, suggestion, isWeb }) => ({
      message: `"${link}": 무엇으로 여는 링크인지 알 수 없습니다. "https://"${isWeb ? '로' : '나 "shop://" 같은 앱 스킴으로'} 시작하세요.${suggestionIn.ko(suggestion)}`,
    }),
  },
  fix: ({ link, suggestion }, wrong) => suggested(link, suggestion, wrong),
})
