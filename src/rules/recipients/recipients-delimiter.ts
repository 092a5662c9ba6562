import { defineRule } from '../rule.ts'

const delimiters = {
  en: { semicolon: 'a semicolon (;)', tab: 'a tab', 'full-width comma': 'a full-width comma (，)' },
  ko: { semicolon: '세미콜론(;)', tab: '탭', 'full-width comma': '전각 쉼표(，)' },
} as const

export const recipientsDelimiter = defineRule<{ delimiter: keyof typeof delimiters.en }>()({
  id: 'recipients-delimiter',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ delimiter }) => ({
      message: `The columns stand apart by ${delimiters.en[delimiter]}; use a comma.`,
      help: 'In Excel: Save As, "CSV UTF-8 (Comma delimited)".',
    }),
    ko: ({ delimiter }) => ({
      message: `열이 ${delimiters.ko[delimiter]} 문자로 나뉘어 있습니다. 쉼표로 나누세요.`,
      help: '엑셀의 "다른 이름으로 저장"에서 "CSV UTF-8(쉼표로 분리)"을 고르세요.',
    }),
  },
})
