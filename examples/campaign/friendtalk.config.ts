import { defineConfig } from 'friendtalk'

export default defineConfig({
  messages: ['messages/**/*.md'],
  senders: {
    default: { sender_key: { env: 'FRIENDTALK_SENDER_KEY' }, sender_number: '0212345678' },
  },
  targets: {
    // The target "emulator" needs no line here, and none of these variables.
    production: {
      uploadUrl: 'https://upload.example.com',
      baseUrl: 'https://send.example.com',
      userId: { env: 'FRIENDTALK_USER_ID' },
      secretKey: { env: 'FRIENDTALK_SECRET_KEY' },
      rate: 50,
      concurrency: 4,
    },
  },
})
