import { defineConfig } from 'friendtalk'

export default defineConfig({
  messages: ['messages/**/*.md'],
  senders: {
    // The number is for the text message that follows where a brand message does not arrive.
    default: { sender_key: { env: 'FRIENDTALK_SENDER_KEY' }, sender_number: '0212345678' },
  },
  targets: {
    // The target "emulator" needs no line here, and none of these variables.
    production: {
      service: 'brand-message',
      baseUrl: 'https://send.example.com',
      appKey: { env: 'FRIENDTALK_APP_KEY' },
      secretKey: { env: 'FRIENDTALK_SECRET_KEY' },
      rate: 50,
      concurrency: 4,
      batch: 100,
    },
  },
})
