import { defineRule } from '../rule.ts'

export const schemaNameInvalid = defineRule<{ name: string }>()({
  id: 'schema-name-invalid',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ name }) => ({
      message: `"${name}" cannot be a schema's name: write 1 to 63 letters from a to z, digits and "_", the first no digit and not "pg_".`,
    }),
    ko: ({ name }) => ({
      message: `"${name}"은(는) 스키마 이름으로 쓸 수 없습니다. 영문 소문자, 숫자, "_"로 63자까지 쓰고, 숫자나 "pg_"로 시작하지 마세요.`,
    }),
  },
})
