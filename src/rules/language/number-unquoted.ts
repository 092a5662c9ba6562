import { defineRule } from '../rule.ts'
import { replacing } from '../word-fixes.ts'
import { called } from './terms.ts'

export const numberUnquoted = defineRule<{ key: string; text: string }>()({
  id: 'number-unquoted',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ key, text }) => ({
      message: `${called.en(key)} is a number; put it in quotes: "${text}".`,
      help: 'YAML reads digits as a number and loses a leading zero: 01012345678 becomes 1012345678.',
    }),
    ko: ({ key, text }) => ({
      message: `${called.ko(key)}이 숫자입니다. 따옴표로 감싸세요: "${text}".`,
      help: 'YAML은 숫자의 맨 앞 0을 버립니다. 01012345678은 1012345678이 됩니다.',
    }),
  },
  fix: ({ text }, { span }) => replacing(span, `"${text}"`, 'safe'),
})
