import { defineRule } from '../rule.ts'
import { called } from './terms.ts'

export const valueEmpty = defineRule<{ key: string }>()({
  id: 'value-empty',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ key }) => ({ message: `${called.en(key)} is empty; give it a value, or remove it if it is optional.` }),
    ko: ({ key }) => ({ message: `${called.ko(key)}이 비어 있습니다. 값을 쓰세요. 선택 항목이면 지워도 됩니다.` }),
  },
})
