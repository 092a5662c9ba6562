import { defineRule } from '../rule.ts'

export const targetNameInvalid = defineRule<{ name: string }>()({
  id: 'target-name-invalid',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ name }) => ({
      message: `"${name}" cannot be a target's name: write letters from A to Z, digits, "-" and "_" alone, at most 64, for it becomes part of a file's name.`,
    }),
    ko: ({ name }) => ({
      message: `"${name}"은(는) 발송 대상의 이름으로 쓸 수 없습니다. 파일 이름의 일부가 되므로 영문자, 숫자, "-", "_"만으로 64자까지 쓰세요.`,
    }),
  },
})
