import { defineRule } from '../rule.ts'

export const idDuplicate = defineRule<{ id: string; other: string }>()({
  id: 'id-duplicate',
  tier: 'language',
  severity: 'error',
  subject: 'workspace',
  words: {
    en: ({ id, other }) => ({
      message: `The id "${id}" belongs to ${other} too; give one of them another.`,
      help: 'The id, the release and the number identify a send for ever: two messages with one id would count as one.',
    }),
    ko: ({ id, other }) => ({
      message: `${other} 파일의 id도 "${id}"입니다. 둘 중 하나를 바꾸세요.`,
      help: 'id, 릴리스, 수신 번호가 발송 한 건을 영구히 식별합니다. id가 같은 두 메시지는 하나로 취급됩니다.',
    }),
  },
})
