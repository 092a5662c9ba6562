import { defineRule } from '../rule.ts'

export const recipientsColumnCharacter = defineRule<{ code: string }>()({
  id: 'recipients-column-character',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ code }) => ({
      message: `The name of a column holds the character ${code}; remove it.`,
      ...(code === 'U+0000' && { help: 'A file with NUL characters is often UTF-16: save it as UTF-8.' }),
    }),
    ko: ({ code }) => ({
      message: `열 이름에 쓸 수 없는 ${code} 문자가 있습니다. 지우세요.`,
      ...(code === 'U+0000' && { help: 'NUL 문자가 있는 파일은 UTF-16일 때가 많습니다. UTF-8로 저장하세요.' }),
    }),
  },
})
