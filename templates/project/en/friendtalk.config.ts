import { defineConfig } from 'friendtalk'

export default defineConfig({
  // Which files are messages.
  messages: ['messages/**/*.md'],

  // The language of everything that is printed, annotations of pull requests included: en or ko.
  lang: 'en',

  // Who sends: the key of the sender profile and a registered number. Messages say "sender: default", or nothing.
  // A secret never stands here: { env: "NAME" } is the environment variable that holds it.
  senders: {
    default: { sender_key: { env: 'FRIENDTALK_SENDER_KEY' }, sender_number: '0212345678' },
  },

  // Where messages go. The target "emulator" is there without being written down: it is the whole service on this
  // machine, needs no key and sends nothing to anybody. A service that really sends is named here:
  // targets: {
  //   production: {
  //     <<target>>
  //     recipients: 'all',
  //   },
  // },

  // How the limits are counted; these are the strictest readings, and the default.
  // limits: { bytes: 'utf-8', characters: 'utf-16' },

  // friendtalk rules lists what can be set to off, warning or error.
  // rules: { 'many-buttons': 'error' },
})
