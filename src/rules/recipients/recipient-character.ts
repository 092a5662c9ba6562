import { defineRule } from '../rule.ts'

export const recipientCharacter = defineRule<{ column: string; code: string }>()({
  id: 'recipient-character',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ column, code }) => ({
      message: `"${column}" holds the character ${code}, which cannot be sent; remove it.`,
      ...(code === 'U+FFFD' && {
        help: 'This character is what a wrong encoding has left of another: export the file again.',
      }),
    }),
    ko: ({ column, code }) => ({
      message: `"${column}" 값에 보낼 수 없는 ${code} 문자가 있습니다. 지우세요.`,
      ...(code === 'U+FFFD' && { help: '인코딩이 잘못되어 글자가 깨진 자리입니다. 파일을 다시 내보내세요.' }),
    }),
  },
})
