import { defineRule } from '../rule.ts'

export const recipientCellCount = defineRule<{ actual: number; expected: number }>()({
  id: 'recipient-cell-count',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ actual, expected }) => ({
      message: `The row has ${actual} ${actual === 1 ? 'cell' : 'cells'}; the header has ${expected}.`,
      ...(actual > expected && { help: 'A value with a comma stands in quotes: "1,000"' }),
    }),
    ko: ({ actual, expected }) => ({
      message: `행의 셀이 ${actual}개입니다. 첫 줄의 열은 ${expected}개입니다.`,
      ...(actual > expected && { help: '쉼표가 있는 값은 따옴표로 감쌉니다: "1,000"' }),
    }),
  },
})
