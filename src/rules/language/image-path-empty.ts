import { defineRule } from '../rule.ts'

export const imagePathEmpty = defineRule<object>()({
  id: 'image-path-empty',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'The image has no path; write where the file is.' }),
    ko: () => ({ message: '이미지 경로가 비어 있습니다. 파일 위치를 쓰세요.' }),
  },
})
