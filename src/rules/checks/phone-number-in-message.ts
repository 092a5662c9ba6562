import { defineRule } from '../rule.ts'

// Numbers of mobile phones are people's own; those that a business shows are landlines or short ones.
// Behind a letter the digits are those of a receipt or a product, unless it is the word for a telephone.
const pattern =
  /(?=[+0])(?<![\d-])(?<=(?:^|[^a-z])(?:tel|hp|h\.p|phone|mobile)?)(?:\+82[ -]?1[016789]|01[016789])[ .-]?\d{3,4}[ .-]?\d{4}(?![\d-])/gi

export const phoneNumberInMessage = defineRule<object>({
  id: 'phone-number-in-message',
  isOff: true,
  check({ document: { source } }, report) {
    for (const { index, 0: found } of source.matchAll(pattern)) {
      report({ span: { start: index, end: index + found.length }, args: {} })
    }
  },
  en: 'This is a mobile phone number; remove it, or write one that is meant for the public.',
  ko: '휴대폰 번호입니다. 지우거나 공개된 대표 번호를 쓰세요.',
})
