import { defineRule } from '../rule.ts'

export const recipientsColumnKey = defineRule<object>()({
  id: 'recipients-column-key',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: () => ({
      message:
        'There is a column "msg_key": the key is friendtalk\'s, "ref" is yours. Rename it to "ref" or remove it.',
      help: 'A "ref" of at most 128 characters stays with the send: join results to your customers by it.',
    }),
    ko: () => ({
      message:
        '"msg_key" 열이 있습니다. 키는 friendtalk이 만들고, 직접 쓰는 값은 "ref"에 넣습니다. 열 이름을 "ref"로 바꾸거나 열을 지우세요.',
      help: '128자 이하의 "ref" 값은 발송 기록에 남으므로, 결과를 고객과 연결할 때 쓰면 됩니다.',
    }),
  },
})
