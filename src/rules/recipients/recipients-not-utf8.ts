import { defineRule } from '../rule.ts'
import { utf8 } from './terms.ts'

export const recipientsNotUtf8 = defineRule<object>()({
  id: 'recipients-not-utf8',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: () => ({ message: 'The file is not UTF-8 from here on; save it as UTF-8.', help: utf8.en }),
    ko: () => ({ message: '여기부터 UTF-8이 아닙니다. 파일을 UTF-8로 저장하세요.', help: utf8.ko }),
  },
})
