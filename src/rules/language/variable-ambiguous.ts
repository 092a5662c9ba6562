import { defineRule } from '../rule.ts'

export const variableAmbiguous = defineRule<{ name: string }>()({
  id: 'variable-ambiguous',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ name }) => ({
      message: `The literal "#{${name}}" cannot be told from the variable "${name}" of this message; rename the variable.`,
    }),
    ko: ({ name }) => ({
      message: `글자로 쓴 "#{${name}}" 부분과 "${name}" 변수를 구별할 수 없습니다. 변수 이름을 바꾸세요.`,
    }),
  },
})
