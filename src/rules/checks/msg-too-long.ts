import { textLimitRule } from '../text-limit.ts'

export const msgTooLong = textLimitRule('msg-too-long', ['msg'], { en: 'The text', ko: '본문이' })
