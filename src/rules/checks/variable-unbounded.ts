import { usedNames } from '../../message/variables.ts'
import { defineRule } from '../rule.ts'

export const variableUnbounded = defineRule<{ name: string; assumed?: number }>({
  id: 'variable-unbounded',
  check({ message, draft }, report) {
    const used = usedNames(draft)
    for (const { name, span, max, isMaxWrong, isMaxAssumed } of message.variables) {
      if (!used.has(name) || isMaxWrong || (max !== undefined && !isMaxAssumed)) continue
      report({ span, args: { name, ...(max !== undefined && { assumed: max }) } })
    }
  },
  en: ({ name, assumed }) => ({
    message:
      assumed === undefined
        ? `The variable "${name}" may have any number of characters; give it a "max".`
        : `The variable "${name}" is taken to have at most ${assumed} characters; give it a "max".`,
    help: `${name}: { max: ${assumed ?? 10} }`,
  }),
  ko: ({ name, assumed }) => ({
    message:
      assumed === undefined
        ? `"${name}" 변수에 최대 글자 수가 없습니다. "max"를 정하세요.`
        : `"${name}" 변수를 최대 ${assumed}자로 계산했습니다. "max"를 정하세요.`,
    help: `${name}: { max: ${assumed ?? 10} }`,
  }),
})
