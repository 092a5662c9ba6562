import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { suggested } from '../word-fixes.ts'

export const blockUnknown = defineRule<{ name: string; suggestion?: string }>()({
  id: 'block-unknown',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ name, suggestion }) => ({
      message: `"${name}" is not a block; use button, coupon, link or tail.${suggestionIn.en(suggestion)}`,
      help: 'For text that starts with three backticks, escape the first: \\```',
    }),
    ko: ({ name, suggestion }) => ({
      message: `"${name}" 블록은 없습니다. button, coupon, link, tail 중에서 고르세요.${suggestionIn.ko(suggestion)}`,
      help: '백틱 세 개로 시작하는 텍스트라면 첫 백틱을 이스케이프하세요: \\```',
    }),
  },
  fix: ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
})
