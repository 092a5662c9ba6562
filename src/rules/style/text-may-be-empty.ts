import type { TextPiece, VariablePiece } from '../../dialect/document.ts'
import { isRequiredText } from '../measure.ts'
import { defineRule } from '../rule.ts'

export const textMayBeEmpty = defineRule<{ field: string; names: readonly string[] }>()({
  id: 'text-may-be-empty',
  tier: 'style',
  severity: 'error',
  check({ message, draft }, report) {
    const fallbacks = new Map(message.variables.map(({ name, fallback }) => [name, fallback]))
    for (const { pointer, field, text, hasVariable } of draft.texts) {
      if (!hasVariable) continue
      const { pieces, span } = text
      const isBlank = ({ name, fallback }: VariablePiece): boolean =>
        (fallback ?? fallbacks.get(name.normalize('NFC')))?.trim() === ''
      const variables = pieces.filter((piece) => piece.type === 'variable')
      const literals = pieces.filter((piece): piece is TextPiece => piece.type === 'text')
      if (!variables.every(isBlank)) continue
      if (literals.some(({ value }) => value.trim() !== '') || !isRequiredText(message.kind, pointer)) continue
      report({ span, pointer, args: { field, names: [...new Set(variables.map(({ name }) => name))] } })
    }
  },
  words: {
    en: ({ field, names }) => ({
      message: `Without a value for ${listed(names)} nothing is left of "${field}", which is required; write text beside it or a fallback.`,
    }),
    ko: ({ field, names }) => ({
      message: `${listed(names)} 값이 없으면 꼭 있어야 하는 "${field}" 문구가 비게 됩니다. 다른 문구를 함께 쓰거나 대체값을 적으세요.`,
    }),
  },
})

function listed(names: readonly string[]): string {
  return names.map((name) => `#{${name}}`).join(', ')
}
