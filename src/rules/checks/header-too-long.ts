import { textLimitRule } from '../text-limit.ts'

export const headerTooLong = textLimitRule('header-too-long', ['header'], { en: 'The header', ko: '헤더가' })
