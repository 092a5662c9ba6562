import { textLimitRule } from '../text-limit.ts'

export const buttonNameTooLong = textLimitRule(
  'button-name-too-long',
  ['buttonNameLong', 'buttonNameShort', 'buttonName', 'cardButtonName'],
  { en: 'The button name', ko: '버튼 이름이' },
)
