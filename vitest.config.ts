import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Tests of what is pure, and of files: they may share a process, which then loads its packages once. Those that look
 * at the memory of their process, and those that share more than code (servers, ledgers, browsers), have one of their own.
 */
const together = [
  'test/{contract,docs,language,lint,message,project}/**/*.test.ts',
  'test/recipients/!(hostile|memory).test.ts',
]

export default defineConfig({
  test: {
    // Tests start real processes on machines of two slow cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of the time goes by in processes that the tests start: with one worker a core would idle.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, ...together] },
      },
      { extends: true, test: { name: 'together', include: together, isolate: false } },
    ],
  },
})
