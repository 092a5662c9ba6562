import { defineRule } from '../rule.ts'

export const imageDamaged = defineRule<{ path: string }>()({
  id: 'image-damaged',
  tier: 'language',
  severity: 'error',
  subject: 'workspace',
  words: {
    en: ({ path }) => ({ message: `"${path}" is damaged or cut off; export it again.` }),
    ko: ({ path }) => ({
      message: `"${path}" 파일이 손상되었거나 중간에 잘렸습니다. 다시 내보내세요.`,
    }),
  },
})
