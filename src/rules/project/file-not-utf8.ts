import { defineRule } from '../rule.ts'

export const fileNotUtf8 = defineRule<{ readonly isUtf16?: true }>()({
  id: 'file-not-utf8',
  tier: 'language',
  severity: 'error',
  subject: 'workspace',
  words: {
    en: ({ isUtf16 }) => ({
      message: isUtf16
        ? 'The file is UTF-16; save it as UTF-8.'
        : 'The file is not UTF-8 from here on; save it as UTF-8.',
      ...(!isUtf16 && {
        help: 'Korean text from older programs is often in EUC-KR (CP949). Open it in that encoding and save it as UTF-8.',
      }),
    }),
    ko: ({ isUtf16 }) => ({
      message: isUtf16
        ? '파일이 UTF-16입니다. UTF-8로 저장하세요.'
        : '여기부터 UTF-8이 아닙니다. 파일을 UTF-8로 저장하세요.',
      ...(!isUtf16 && {
        help: '오래된 프로그램은 한글을 EUC-KR(CP949)로 저장하곤 합니다. 그 인코딩으로 연 뒤 UTF-8로 다시 저장하세요.',
      }),
    }),
  },
})
