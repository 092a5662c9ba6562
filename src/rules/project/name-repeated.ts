import { defineRule } from '../rule.ts'

export const nameRepeated = defineRule<{ name: string; other: string }>()({
  id: 'name-repeated',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ name, other }) => ({
      message: `"${name}" and "${other}" are the same name: names that differ only in width, in white space around them or in how characters are composed are one. Remove one of the two.`,
    }),
    ko: ({ name, other }) => ({
      message: `"${name}", "${other}" 두 이름은 같은 이름입니다. 전각·반각, 앞뒤 공백, 문자 조합 방식만 다른 이름은 하나로 봅니다. 하나를 지우세요.`,
    }),
  },
})
