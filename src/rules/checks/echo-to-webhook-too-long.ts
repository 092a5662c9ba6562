import { textLimitRule } from '../text-limit.ts'

export const echoToWebhookTooLong = textLimitRule('echo-to-webhook-too-long', ['echoToWebhook'], {
  en: '"echo_to_webhook"',
  ko: '"echo_to_webhook" 값이',
})
