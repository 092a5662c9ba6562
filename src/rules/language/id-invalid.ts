import { defineRule } from '../rule.ts'

export const idInvalid = defineRule<{ id: string }>()({
  id: 'id-invalid',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ id }) => ({
      message: `"${id}" is not an id; use 1 to 64 of a-z, 0-9, ".", "_" and "-", the first a letter or digit.`,
    }),
    ko: ({ id }) => ({
      message: `"${id}": id로 쓸 수 없습니다. a-z, 0-9, ".", "_", "-"를 1~64자 쓰고 영문 소문자나 숫자로 시작하세요.`,
    }),
  },
})
