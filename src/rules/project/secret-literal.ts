import { defineRule } from '../rule.ts'

export const secretLiteral = defineRule<{ key: string }>()({
  id: 'secret-literal',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ key }) => ({
      message: `"${key}" is a secret and must not be written here; write { env: "NAME" } and set that environment variable.`,
    }),
    ko: ({ key }) => ({
      message: `"${key}" 항목은 비밀 값이므로 여기에 쓸 수 없습니다. { env: "이름" }으로 쓰고 그 환경 변수에 값을 넣으세요.`,
    }),
  },
})
