import { defineConfig } from 'friendtalk'

export default defineConfig({
  messages: ['templates/*.md', 'templates/en/*.md'],
})
