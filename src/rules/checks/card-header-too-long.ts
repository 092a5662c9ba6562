import { textLimitRule } from '../text-limit.ts'

export const cardHeaderTooLong = textLimitRule('card-header-too-long', ['cardHeader'], {
  en: 'The card title',
  ko: '카드 제목이',
})
