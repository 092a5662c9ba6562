import { defineRule } from '../rule.ts'

export const imageUrlNotHttps = defineRule<{ url: string }>()({
  id: 'image-url-not-https',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ url }) => ({ message: `"${url}" is not https; an uploaded image has an "https://" URL.` }),
    ko: ({ url }) => ({
      message: `"${url}": https 주소가 아닙니다. 업로드한 이미지의 주소는 "https://"로 시작합니다.`,
    }),
  },
})
