import { defineRule } from '../rule.ts'

export const urlMoreThanPath = defineRule<{ key: string }>()({
  id: 'url-more-than-path',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ key }) => ({
      message: `"${key}" holds a user, a query or a fragment; write the address up to its path. Secrets belong in "userId" and "secretKey".`,
    }),
    ko: ({ key }) => ({
      message: `"${key}": 주소에 사용자 정보, 쿼리나 프래그먼트가 있습니다. 경로까지만 쓰세요. 비밀 값은 "userId"와 "secretKey"에 둡니다.`,
    }),
  },
})
