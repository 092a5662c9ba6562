import { defineRule } from '../rule.ts'
import { utf8 } from './terms.ts'

export const recipientsUtf16 = defineRule<object>()({
  id: 'recipients-utf16',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: () => ({ message: 'The file is UTF-16; save it as UTF-8.', help: utf8.en }),
    ko: () => ({ message: '파일이 UTF-16입니다. UTF-8로 저장하세요.', help: utf8.ko }),
  },
})
