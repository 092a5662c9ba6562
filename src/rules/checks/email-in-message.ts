import { defineRule } from '../rule.ts'

// "logo@2x.png" is a file, and before the "@" of an address with a password stands that password.
const pattern =
  /(?<![\w.+-])(?<!:\/\/[^\s/:@]{1,64}:)[\w.+-]{1,64}@(?!\d+x\.(?:png|jpe?g)(?![\w-]))(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])/g

export const emailInMessage = defineRule<{ address: string }>({
  id: 'email-in-message',
  isOff: true,
  check({ document: { source } }, report) {
    if (!source.includes('@')) return
    for (const { index, 0: address } of source.matchAll(pattern)) {
      report({ span: { start: index, end: index + address.length }, args: { address } })
    }
  },
  en: ({ address }) => `"${address}" is an e-mail address; remove it unless it is meant for the public.`,
  ko: ({ address }) => `"${address}" 부분은 이메일 주소입니다. 공개된 주소가 아니면 지우세요.`,
})
