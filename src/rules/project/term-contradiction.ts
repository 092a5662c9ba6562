import { defineRule } from '../rule.ts'

export const termContradiction = defineRule<{ use: string; avoid: string }>()({
  id: 'term-contradiction',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ use, avoid }) => ({
      message:
        use === avoid
          ? `"${avoid}" is both to be avoided and to be written; change one of the two.`
          : `"${use}" is to be written, and "${avoid}" in it is to be avoided; change one of the two terms.`,
    }),
    ko: ({ use, avoid }) => ({
      message:
        use === avoid
          ? `"${avoid}"을(를) 쓰지 않기로 하면서 바꿔 쓸 말로도 정했습니다. 둘 중 하나를 고치세요.`
          : `쓰기로 한 "${use}" 안에 쓰지 않기로 한 "${avoid}"이(가) 들어 있습니다. 둘 중 하나를 고치세요.`,
    }),
  },
})
