import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { deadlineMs } from '../../test/deadline.ts'

/** The tests of the built site: `npm run test:site` builds it first, which takes longer than they do. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['extras/site/test/*.test.ts'],
    // Pages are waited for: with one worker a core would idle.
    maxWorkers: 2,
    testTimeout: 3 * deadlineMs,
    hookTimeout: 3 * deadlineMs,
    expect: { poll: { timeout: deadlineMs } },
  },
})
