import { textLimitRule } from '../text-limit.ts'

export const chatEventTooLong = textLimitRule('chat-event-too-long', ['chatEvent'], {
  en: '"chat_event"',
  ko: '"chat_event" 값이',
})
