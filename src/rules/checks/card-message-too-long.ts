import { textLimitRule } from '../text-limit.ts'

export const cardMessageTooLong = textLimitRule('card-message-too-long', ['cardMessage'], {
  en: 'The text of the card',
  ko: '카드 본문이',
})
