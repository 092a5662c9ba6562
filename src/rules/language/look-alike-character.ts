import type { MeantForm } from '../../violation.ts'
import { defineRule } from '../rule.ts'
import { slipWording } from './slips.ts'

export const lookAlikeCharacter = defineRule<{
  found: string
  expected: string
  form: MeantForm
  escapable?: string
}>()({
  id: 'look-alike-character',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ found, expected, form, escapable }) =>
      slipWording(form, { type: 'look-alike', found, expected }, { escapable, lang: 'en' }),
    ko: ({ found, expected, form, escapable }) =>
      slipWording(form, { type: 'look-alike', found, expected }, { escapable, lang: 'ko' }),
  },
})
