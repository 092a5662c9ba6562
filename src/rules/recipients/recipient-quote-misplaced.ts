import { defineRule } from '../rule.ts'

export const recipientQuoteMisplaced = defineRule<{ isFormula?: true }>()({
  id: 'recipient-quote-misplaced',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ isFormula }) =>
      isFormula
        ? { message: 'This is a formula of a spreadsheet; write its value without "=" and quotes.' }
        : {
            message: 'A quote has no place here; put the whole value in quotes and write this one twice.',
            help: '5" screen is written "5"" screen".',
          },
    ko: ({ isFormula }) =>
      isFormula
        ? { message: '스프레드시트 수식입니다. "="와 따옴표를 빼고 값만 쓰세요.' }
        : {
            message: '여기에는 따옴표를 쓸 수 없습니다. 값 전체를 따옴표로 감싸고 이 따옴표는 두 번 쓰세요.',
            help: '5" 화면은 "5"" 화면"으로 씁니다.',
          },
  },
})
