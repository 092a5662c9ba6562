import { defineRule } from '../rule.ts'

// Numbers of mobile phones are people's own; those that a business shows are landlines or short ones.
const pattern = /(?<![\d-])(?:\+82[ -]?1[016789]|01[016789])[ .-]?\d{3,4}[ .-]?\d{4}(?![\d-])/g

export const phoneNumberInMessage = defineRule<object>({
  id: 'phone-number-in-message',
  tier: 'craft',
  severity: 'warning',
  summary: { en: 'A message file holds a mobile phone number.', ko: '메시지 파일에 휴대폰 번호가 있습니다.' },
  why: {
    en: 'It is somebody’s own: a number left from a test stays in git and reaches everyone. Recipients belong into their own file, which git ignores.',
    ko: '개인의 번호일 수 있습니다. 시험하다 남은 번호는 git에 남고 모든 수신자에게 갑니다. 수신자는 git에 올리지 않는 별도 파일에 두세요.',
  },
  bad: { source: '---\nkind: ft-text\n---\n문의: 010-1234-5678\n' },
  good: { source: '---\nkind: ft-text\n---\n문의: 1588-0000\n' },
  check({ document: { source } }, report) {
    for (const { index, 0: found } of source.matchAll(pattern)) {
      report({ span: { start: index, end: index + found.length }, args: {} })
    }
  },
  words: {
    en: () => ({ message: 'This is a mobile phone number; remove it, or write one that is meant for the public.' }),
    ko: () => ({ message: '휴대폰 번호입니다. 지우거나 공개된 대표 번호를 쓰세요.' }),
  },
})
