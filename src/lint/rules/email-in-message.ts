import { defineRule } from '../rule.ts'

// "logo@2x.png" is a file, and before the "@" of an address with a password stands that password.
const pattern =
  /(?<![\w.+-])(?<!:\/\/[^\s/:@]{1,64}:)[\w.+-]{1,64}@(?!\d+x\.(?:png|jpe?g)(?![\w-]))(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])/g

export const emailInMessage = defineRule<{ address: string }>({
  id: 'email-in-message',
  tier: 'craft',
  severity: 'warning',
  summary: { en: 'A message file holds an e-mail address.', ko: '메시지 파일에 이메일 주소가 있습니다.' },
  why: {
    en: 'An address of a person stays in git and reaches everyone. For one that is meant for the public, silence this with a reason.',
    ko: '개인의 주소는 git에 남고 모든 수신자에게 갑니다. 공개된 주소라면 이유를 적어 이 규칙을 끄세요.',
  },
  bad: { source: '---\nkind: ft-text\n---\n문의: minji@example.com\n' },
  good: {
    source: '---\nkind: ft-text\n---\n문의는 아래 버튼을 눌러 주세요.\n\n- [문의하기](https://example.com/help)\n',
  },
  check({ document: { source } }, report) {
    if (!source.includes('@')) return
    for (const { index, 0: address } of source.matchAll(pattern)) {
      report({ span: { start: index, end: index + address.length }, args: { address } })
    }
  },
  words: {
    en: ({ address }) => ({
      message: `"${address}" is an e-mail address; remove it unless it is meant for the public.`,
    }),
    ko: ({ address }) => ({ message: `"${address}" 부분은 이메일 주소입니다. 공개된 주소가 아니면 지우세요.` }),
  },
})
