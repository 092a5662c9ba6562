import { usedNames } from '../../message/variables.ts'
import { defineRule } from '../rule.ts'

export const variableUnbounded = defineRule<{ name: string }>()({
  id: 'variable-unbounded',
  tier: 'style',
  severity: 'warning',
  check({ message, draft }, report) {
    const unbounded = message.variables.filter(({ max, isMaxWrong }) => max === undefined && !isMaxWrong)
    if (unbounded.length === 0) return
    const used = usedNames(draft)
    for (const { name, span } of unbounded) if (used.has(name)) report({ span, args: { name } })
  },
  words: {
    en: ({ name }) => ({
      message: `The variable "${name}" may have any number of characters; give it a "max".`,
      help: `${name}: { max: 10 }`,
    }),
    ko: ({ name }) => ({
      message: `"${name}" 변수에 최대 글자 수가 없습니다. "max"를 정하세요.`,
      help: `${name}: { max: 10 }`,
    }),
  },
})
