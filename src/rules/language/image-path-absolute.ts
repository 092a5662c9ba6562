import { defineRule } from '../rule.ts'

export const imagePathAbsolute = defineRule<{ path: string }>()({
  id: 'image-path-absolute',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ path }) => ({
      message: `"${path}" starts at the file system's root; write the path from the message file's folder.`,
    }),
    ko: ({ path }) => ({
      message: `"${path}": 절대 경로입니다. 메시지 파일이 있는 폴더에서 시작하는 경로로 쓰세요.`,
    }),
  },
})
