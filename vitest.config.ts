import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests start real processes on machines of two slow cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of the time goes by in processes that the tests start: with one worker a core would idle.
    maxWorkers: 2,
  },
})
