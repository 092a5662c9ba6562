import { defineRule } from '../rule.ts'

export const yamlAlias = defineRule<{ readonly mark: '*' | '&' }>()({
  id: 'yaml-alias',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ mark }) => ({
      message:
        mark === '*'
          ? 'An alias (*) stands here; write the value out.'
          : 'An anchor (&) stands here, which YAML takes for no part of the text; remove it, or put the text in quotes.',
      help: `Aliases and anchors are not read: a few lines of them can expand to more than a machine can hold. Put text that starts with "${mark}" in quotes.`,
    }),
    ko: ({ mark }) => ({
      message:
        mark === '*'
          ? '별칭(*)이 있습니다. 별칭 대신 실제 값을 쓰세요.'
          : '앵커(&)가 있습니다. YAML은 앵커를 텍스트로 읽지 않습니다. 지우거나 텍스트 전체를 따옴표로 감싸세요.',
      help: `별칭과 앵커는 몇 줄만으로 메모리에 담지 못할 만큼 불어날 수 있어 읽지 않습니다. "${mark}"로 시작하는 텍스트는 따옴표로 감싸세요.`,
    }),
  },
})
