import { defineRule } from '../rule.ts'

export const variableNameInvalid = defineRule<{ name: string }>()({
  id: 'variable-name-invalid',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ name }) => ({
      message: `"${name}" is not a variable name; use 1 to 32 letters, digits or "_". For a literal "#{" write "\\#{".`,
    }),
    ko: ({ name }) => ({
      message: `"${name}": 변수 이름으로 쓸 수 없습니다. 글자, 숫자, "_" 1~32자로 쓰세요. "#{" 문자 자체는 "\\#{"로 씁니다.`,
    }),
  },
})
