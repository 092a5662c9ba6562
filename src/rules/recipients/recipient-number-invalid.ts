import type { Language } from '../../words/language.ts'
import { defineRule } from '../rule.ts'
import { asText } from './terms.ts'

/** Why a text is no mobile number. */
export type NumberViolation = 'exponent' | 'apostrophe' | 'formula' | 'not-digits' | 'digit-count' | 'not-mobile'

const numberViolations: { readonly [L in Language]: { readonly [F in NumberViolation]: (digits: number) => string } } =
  {
    en: {
      exponent: () =>
        'The number is written with an exponent, as 1.01E+10, and its digits are lost; export the column as text.',
      apostrophe: () => "A spreadsheet's apostrophe stands in front of the number; remove it.",
      formula: () => 'This is a formula of a spreadsheet; write the number without "=" and quotes.',
      'not-digits': () => 'This is no phone number; write one number of digits and hyphens.',
      'digit-count': (digits) =>
        `The number has ${digits} ${digits === 1 ? 'digit' : 'digits'}; 010 is followed by 8, and 011, 016, 017, 018 and 019 by 7 or 8.`,
      'not-mobile': () => 'This is no Korean mobile number; it starts with 010, 011, 016, 017, 018 or 019.',
    },
    ko: {
      exponent: () =>
        '번호가 지수 표기(예: 1.01E+10)로 되어 있어 자릿수가 사라졌습니다. 열을 텍스트 형식으로 바꿔 다시 내보내세요.',
      apostrophe: () => '번호 앞에 스프레드시트의 작은따옴표가 있습니다. 지우세요.',
      formula: () => '스프레드시트 수식입니다. "="와 따옴표 없이 번호만 쓰세요.',
      'not-digits': () => '전화번호가 아닙니다. 숫자와 하이픈으로 번호 하나만 쓰세요.',
      'digit-count': (digits) =>
        `번호가 ${digits}자리입니다. 010 뒤에는 8자리, 011·016·017·018·019 뒤에는 7자리나 8자리가 와야 합니다.`,
      'not-mobile': () => '휴대폰 번호가 아닙니다. 010, 011, 016, 017, 018, 019로 시작해야 합니다.',
    },
  }

export const recipientNumberInvalid = defineRule<{ reason: NumberViolation; digits: number }>()({
  id: 'recipient-number-invalid',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ reason, digits }) => ({
      message: numberViolations.en[reason](digits),
      ...(reason === 'exponent' && { help: asText.en }),
    }),
    ko: ({ reason, digits }) => ({
      message: numberViolations.ko[reason](digits),
      ...(reason === 'exponent' && { help: asText.ko }),
    }),
  },
})
