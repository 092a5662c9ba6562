import { defineRule } from '../rule.ts'

export const recipientsColumnUnnamed = defineRule<{ index: number }>()({
  id: 'recipients-column-unnamed',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ index }) => ({
      message: `Column ${index} has no name; give it one or remove it.`,
      help: 'The first line of a CSV file has the names of the columns.',
    }),
    ko: ({ index }) => ({
      message: `${index}번째 열에 이름이 없습니다. 이름을 쓰거나 열을 지우세요.`,
      help: 'CSV 파일의 첫 줄은 열 이름입니다.',
    }),
  },
})
