import { defineRule } from '../rule.ts'

export const recipientsKeysUnchecked = defineRule<object>()({
  id: 'recipients-keys-unchecked',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: () => ({
      message: 'Too many rows may have the same msg_key to tell which; make every msg_key unique or remove the column.',
    }),
    ko: () => ({
      message: 'msg_key가 겹칠 수 있는 행이 너무 많아 확인할 수 없습니다. 행마다 다른 msg_key를 쓰거나 열을 지우세요.',
    }),
  },
})
