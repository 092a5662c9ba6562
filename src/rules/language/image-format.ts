import { defineRule } from '../rule.ts'

export const imageFormat = defineRule<{ path: string; format: string }>()({
  id: 'image-format',
  tier: 'interface',
  severity: 'error',
  subject: 'workspace',
  words: {
    en: ({ path, format }) => ({
      message: `"${path}" is ${format === 'unknown' ? 'no image' : `a ${format} file`} by its content; use a JPEG or PNG file.`,
    }),
    ko: ({ path, format }) => ({
      message: `"${path}" 파일은 내용이 ${format === 'unknown' ? '이미지가 아닙니다' : `${format} 형식입니다`}. JPEG나 PNG 파일을 쓰세요.`,
    }),
  },
})
