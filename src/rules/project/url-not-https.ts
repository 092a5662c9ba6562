import { defineRule } from '../rule.ts'

export const urlNotHttps = defineRule<{ key: string }>()({
  id: 'url-not-https',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ key }) => ({ message: `"${key}" is not an https URL; http is taken for this machine alone.` }),
    ko: ({ key }) => ({
      message: `"${key}": https 주소가 아닙니다. http는 이 컴퓨터의 주소에만 쓸 수 있습니다.`,
    }),
  },
})
