import { textLimitRule } from '../text-limit.ts'

export const chatExtraTooLong = textLimitRule('chat-extra-too-long', ['chatExtra'], {
  en: '"chat_extra"',
  ko: '"chat_extra" 값이',
})
