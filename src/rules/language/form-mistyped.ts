import type { MeantForm, Slip } from '../../violation.ts'
import { defineRule } from '../rule.ts'
import { slipWording } from './slips.ts'

export const formMistyped = defineRule<{ form: MeantForm; slip: Slip }>()({
  id: 'form-mistyped',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ form, slip }) => slipWording(form, slip, 'en'),
    ko: ({ form, slip }) => slipWording(form, slip, 'ko'),
  },
})
