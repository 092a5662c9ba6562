import { defineRule } from '../rule.ts'

export const linkSchemeNotAllowed = defineRule<{ link: string }>()({
  id: 'link-scheme-not-allowed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ link }) => ({
      message: `"${link}" is not a web address; the link of an image starts with "https://" or "http://".`,
    }),
    ko: ({ link }) => ({
      message: `"${link}": 웹 주소가 아닙니다. 이미지 링크는 "https://"나 "http://"만 됩니다.`,
    }),
  },
})
