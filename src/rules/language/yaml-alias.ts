import { defineRule } from '../rule.ts'

export const yamlAlias = defineRule<object>()({
  id: 'yaml-alias',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'An alias (*) stands here; write the value out.',
      help: 'Aliases are not read: a few lines of them can expand to more than a machine can hold. In front of text that starts with "*", use quotes.',
    }),
    ko: () => ({
      message: '별칭(*)이 있습니다. 별칭 대신 실제 값을 쓰세요.',
      help: '별칭 몇 줄이 메모리에 담지 못할 만큼 불어날 수 있어 읽지 않습니다. "*"로 시작하는 텍스트는 따옴표로 감싸세요.',
    }),
  },
})
