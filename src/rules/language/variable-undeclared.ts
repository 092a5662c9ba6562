import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { suggested } from '../word-fixes.ts'

export const variableUndeclared = defineRule<{ name: string; suggestion?: string }>()({
  id: 'variable-undeclared',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ name, suggestion }) => ({
      message: `The variable "${name}" is not declared under "vars".${suggestionIn.en(suggestion)}`,
      help: `vars:\n  ${name}: { max: 10, example: … }`,
    }),
    ko: ({ name, suggestion }) => ({
      message: `"${name}" 변수를 "vars"에 선언하지 않았습니다.${suggestionIn.ko(suggestion)}`,
      help: `vars:\n  ${name}: { max: 10, example: … }`,
    }),
  },
  fix: ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
})
