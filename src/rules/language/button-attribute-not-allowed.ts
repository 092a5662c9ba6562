import type { ButtonType } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'
import { oneOf } from './terms.ts'

export const buttonAttributeNotAllowed = defineRule<{
  attribute: string
  type: ButtonType
  allowed: readonly string[]
}>()({
  id: 'button-attribute-not-allowed',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ attribute, type, allowed }) => ({
      message: `A button of type ${type} has no "${attribute}"; remove it.`,
      help: `It has ${oneOf(allowed)}.`,
    }),
    ko: ({ attribute, type, allowed }) => ({
      message: `${type} 버튼에는 "${attribute}" 속성을 쓸 수 없습니다. 지우세요.`,
      help: `쓸 수 있는 속성: ${oneOf(allowed)}`,
    }),
  },
})
