import { defineRule } from '../rule.ts'

export const itemLinkNotMobile = defineRule<object>()({
  id: 'item-link-not-mobile',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'The item needs a web page for phones (url_mobile); add it as the second link or in a link block.',
    }),
    ko: () => ({
      message: '아이템에는 휴대폰용 웹 주소(url_mobile)가 필요합니다. 두 번째 링크나 link 블록에 쓰세요.',
    }),
  },
})
