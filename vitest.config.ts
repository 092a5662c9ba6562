import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests start real processes on machines of two slow cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
