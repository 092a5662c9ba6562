import { defineRule } from '../rule.ts'

export const senderNameInvalid = defineRule<{ name: string }>()({
  id: 'sender-name-invalid',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ name }) => ({
      message: `"${name}" cannot be a sender's name: it is empty or holds characters that nobody sees; type it anew.`,
    }),
    ko: ({ name }) => ({
      message: `"${name}"은(는) 발신자의 이름으로 쓸 수 없습니다. 비어 있거나 보이지 않는 문자가 있으니 다시 입력하세요.`,
    }),
  },
})
