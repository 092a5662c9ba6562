import { defineConfig, mergeConfig } from 'vitest/config'
import { deadlineMs } from '../deadline.ts'
import base from '../../vitest.config.ts'

const { projects: _, ...test } = base.test ?? {}

/** `npm run reliability`: files of tests that take thousands of runs or minutes. */
export default mergeConfig(defineConfig({ test }), {
  test: {
    include: ['test/reliability/**/*.test.ts'],
    globalSetup: ['test/postgres/set-up.ts', 'test/built/build.ts'],
    isolate: true,
    env: { TEST_PATIENCE_MS: String(deadlineMs) },
    expect: { poll: { timeout: deadlineMs } },
    fileParallelism: false,
  },
})
