import { defineRule } from '../rule.ts'

export const idFromPathInvalid = defineRule<{ id: string }>()({
  id: 'id-from-path-invalid',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ id }) => ({
      message: `The id that follows from the path, "${id}", is not one; add "id:" to the frontmatter.`,
      help: 'An id has 1 to 64 of a-z, 0-9, ".", "_" and "-", the first a letter or digit.',
    }),
    ko: ({ id }) => ({
      message: `경로에서 만든 "${id}" id는 쓸 수 없습니다. 프론트매터에 "id:"를 추가하세요.`,
      help: 'id는 a-z, 0-9, ".", "_", "-" 1~64자이며 영문 소문자나 숫자로 시작합니다.',
    }),
  },
})
