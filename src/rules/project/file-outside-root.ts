import { defineRule } from '../rule.ts'

export const fileOutsideRoot = defineRule<object>()({
  id: 'file-outside-root',
  tier: 'language',
  severity: 'error',
  subject: 'project',
  words: {
    en: () => ({
      message: 'The file is outside the project; move it into it.',
      help: 'Symbolic links are followed before this is decided.',
    }),
    ko: () => ({
      message: '프로젝트 밖의 파일입니다. 프로젝트 안으로 옮기세요.',
      help: '심볼릭 링크는 실제 위치로 판단합니다.',
    }),
  },
})
