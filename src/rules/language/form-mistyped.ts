import type { MeantForm, Slip } from '../../violation.ts'
import { defineRule } from '../rule.ts'
import { slipWording } from './slips.ts'

export const formMistyped = defineRule<{ form: MeantForm; slip: Slip; escapable?: string }>()({
  id: 'form-mistyped',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ form, slip, escapable }) => slipWording(form, slip, { escapable, lang: 'en' }),
    ko: ({ form, slip, escapable }) => slipWording(form, slip, { escapable, lang: 'ko' }),
  },
})
