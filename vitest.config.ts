import { configDefaults, defineConfig } from 'vitest/config'
import { deadlineMs, patienceMs } from './test/deadline.ts'
import { plainEnvironment } from './test/plain-environment.ts'

plainEnvironment(process.env)

const built = 'test/built/**/*.test.ts'
const reliability = 'test/reliability/**/*.test.ts'
const postgres = 'test/postgres/set-up.ts'

/** `npm test`. What needs minutes has a configuration of its own: test/reliability/vitest.config.ts. */
export default defineConfig({
  test: {
    // A test waits for several things, one after the other: whoever waits in vain is to say for what.
    testTimeout: 3 * deadlineMs,
    hookTimeout: 3 * deadlineMs,
    expect: { poll: { timeout: patienceMs } },
    setupFiles: ['test/setup-file.ts'],
    // Files share processes, which then load what they need once; what they start ends with each file.
    isolate: false,
    // Some of the time goes by in waiting: with fewer workers cores would idle.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'source',
          globalSetup: postgres,
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, built, reliability],
        },
      },
      { extends: true, test: { name: 'built', include: [built], globalSetup: [postgres, 'test/built/build.ts'] } },
    ],
  },
})
