import { textLimitRule } from '../text-limit.ts'

export const itemTitleTooLong = textLimitRule('item-title-too-long', ['firstItemTitle', 'itemTitle'], {
  en: 'The item title',
  ko: '아이템 제목이',
})
