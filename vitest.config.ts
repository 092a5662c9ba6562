import { configDefaults, defineConfig } from 'vitest/config'
import { deadlineMs } from './test/deadline.ts'
import { plainEnvironment } from './test/plain-environment.ts'

plainEnvironment(process.env)

const alone = [
  // Looks at the memory of its process.
  'test/recipients/hostile.test.ts',
  // Put another store in the place of the database's, for all that their process loads.
  'test/cli/shared-ledger.test.ts',
  'test/deploy/joining.test.ts',
]

export default defineConfig({
  test: {
    // A test waits for several things, one after the other: whoever waits in vain is to say for what.
    testTimeout: 3 * deadlineMs,
    hookTimeout: 3 * deadlineMs,
    expect: { poll: { timeout: deadlineMs } },
    // Most of the time goes by in processes that the tests start, and some of it in waiting: with fewer workers cores would idle.
    maxWorkers: 3,
    setupFiles: ['test/setup-file.ts'],
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      // The others share processes, which then load what they need once; what they start ends with each file.
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          // Those of VS Code have a configuration of their own: they take a browser and minutes.
          exclude: [...configDefaults.exclude, ...alone, 'test/editors/**'],
          isolate: false,
        },
      },
    ],
  },
})
