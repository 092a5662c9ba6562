import { defineRule } from '../rule.ts'

export const recipientsFormatUnknown = defineRule<{ extension: string }>()({
  id: 'recipients-format-unknown',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ extension }) => ({
      message: `Recipients are a .csv, .ndjson or .jsonl file, and this one ${extension === '' ? 'has no extension' : `is "${extension}"`}.`,
      ...(extension.startsWith('.xls') && { help: 'In Excel: Save As, "CSV UTF-8 (Comma delimited)".' }),
    }),
    ko: ({ extension }) => ({
      message: `수신자 파일은 .csv, .ndjson, .jsonl이어야 합니다. ${extension === '' ? '이 파일에는 확장자가 없습니다.' : `이 파일의 확장자는 "${extension}"입니다.`}`,
      ...(extension.startsWith('.xls') && {
        help: '엑셀의 "다른 이름으로 저장"에서 "CSV UTF-8(쉼표로 분리)"을 고르세요.',
      }),
    }),
  },
})
