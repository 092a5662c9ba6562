import { defineRule } from '../rule.ts'

export const combiningMarks = defineRule<{ max: number }>()({
  id: 'combining-marks',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ max }) => ({
      message: `More than ${max} combining marks follow each other here; remove some.`,
      help: 'No writing system needs so many on one letter; bringing them into order takes programs minutes.',
    }),
    ko: ({ max }) => ({
      message: `결합 문자가 ${max}개 넘게 이어집니다. 줄이세요.`,
      help: '한 글자에 이렇게 많은 결합 문자를 쓰는 문자 체계는 없으며, 정리하는 데 몇 분씩 걸립니다.',
    }),
  },
})
