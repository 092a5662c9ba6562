import type { Where } from '../../violation.ts'
import { defineRule } from '../rule.ts'
import { wheres } from './terms.ts'

export const keyMissing = defineRule<{ key: string; where: Where }>()({
  id: 'key-missing',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ key, where }) => ({ message: `"${key}" is missing in ${wheres.en[where]}; add it.` }),
    ko: ({ key, where }) => ({ message: `${wheres.ko[where]}에 "${key}" 항목이 없습니다. 추가하세요.` }),
  },
})
