import { defineRule } from '../rule.ts'

export const imageOutsideRoot = defineRule<{ path: string }>()({
  id: 'image-outside-root',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ path }) => ({
      message: `"${path}" is outside the project; move the image into it.`,
      help: 'Symbolic links are followed before this is decided.',
    }),
    ko: ({ path }) => ({
      message: `"${path}": 프로젝트 밖의 파일입니다. 이미지를 프로젝트 안으로 옮기세요.`,
      help: '심볼릭 링크는 실제 위치로 판단합니다.',
    }),
  },
})
