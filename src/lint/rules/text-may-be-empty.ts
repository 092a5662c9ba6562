import type { TextPiece, VariablePiece } from '../../language/document.ts'
import { isRequiredText } from '../measure.ts'
import { defineRule } from '../rule.ts'

export const textMayBeEmpty = defineRule<{ field: string; names: readonly string[] }>({
  id: 'text-may-be-empty',
  tier: 'craft',
  severity: 'error',
  summary: {
    en: 'A required text is nothing but variables whose fallbacks are blank.',
    ko: '꼭 있어야 하는 문구가 대체값이 빈 변수로만 되어 있습니다.',
  },
  why: {
    en: 'For a recipient without a value nothing is left of it, and the service rejects a message without that text.',
    ko: '값이 없는 수신자에게는 문구가 하나도 남지 않아 서비스가 메시지를 거절합니다.',
  },
  bad: { source: '---\nkind: ft-text\nvars:\n  안내: { max: 100, fallback: "" }\n---\n#{안내}\n' },
  good: { source: '---\nkind: ft-text\nvars:\n  안내: { max: 100, fallback: 새 소식이 있습니다. }\n---\n#{안내}\n' },
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
