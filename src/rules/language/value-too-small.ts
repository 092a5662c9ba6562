import { defineRule } from '../rule.ts'
import { called } from './terms.ts'

export const valueTooSmall = defineRule<{ key: string; value: number; min: number }>()({
  id: 'value-too-small',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ key, value, min }) => ({ message: `${called.en(key)} is ${value}; it must be at least ${min}.` }),
    ko: ({ key, value, min }) => ({
      message: `${called.ko(key)}이 ${value}입니다. ${min} 이상이어야 합니다.`,
    }),
  },
})
