import { variableSlips } from '../../slips/variables.ts'
import { defineRule } from '../rule.ts'

export const variableNotation = defineRule<{ text: string; name: string }>({
  id: 'variable-notation',
  check({ draft, message }, report) {
    const texts = draft.texts.map(({ text }) => text)
    const names = message.variables.map(({ name }) => name)
    for (const { span, text, name } of variableSlips(texts, names)) {
      const fix = { safe: false, edits: [{ ...span, text: `#{${name}}` }] }
      report({ span, args: { text, name }, fix })
    }
  },
  en: ({ text, name }) => `"${text}" is sent as it stands; the variable is written "#{${name}}".`,
  ko: ({ text, name }) => `"${text}" 부분은 글자 그대로 발송됩니다. 변수는 "#{${name}}"처럼 씁니다.`,
})
