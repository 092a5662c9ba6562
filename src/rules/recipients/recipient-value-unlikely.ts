import { defineRule } from '../rule.ts'

/** `found` is what programs write where a value is missing; absent where spaces stand at an end of the value. */
export const recipientValueUnlikely = defineRule<{ column: string; found?: string }>()({
  id: 'recipient-value-unlikely',
  tier: 'style',
  severity: 'warning',
  subject: 'recipients',
  words: {
    en: ({ column, found }) => ({
      message:
        found === undefined
          ? `The value of "${column}" starts or ends with a space, which is sent too; remove it.`
          : `The value of "${column}" is "${found}", which is sent as it is; was it left unfilled where the list was made?`,
    }),
    ko: ({ column, found }) => ({
      message:
        found === undefined
          ? `"${column}" 값의 앞이나 뒤에 공백이 있고, 공백까지 발송됩니다. 지우세요.`
          : `"${column}" 값이 "${found}"이고, 적힌 그대로 발송됩니다. 목록을 만들 때 값이 채워지지 않았는지 확인하세요.`,
    }),
  },
})
