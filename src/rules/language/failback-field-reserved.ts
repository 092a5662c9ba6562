import { defineRule } from '../rule.ts'

export const failbackFieldReserved = defineRule<{ key: string }>()({
  id: 'failback-field-reserved',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ key }) => ({
      message: `"${key}" is added when the message is sent; remove it from the file.`,
      help: 'Numbers come from the sender and the recipient, the secret key from the environment.',
    }),
    ko: ({ key }) => ({
      message: `"${key}" 값은 발송할 때 추가됩니다. 파일에서 지우세요.`,
      help: '번호는 발신자와 수신자에서, 비밀 키는 환경 변수에서 가져옵니다.',
    }),
  },
})
