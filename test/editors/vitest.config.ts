import { defineConfig } from 'vitest/config'
import { deadlineMs } from '../deadline.ts'
import { plainEnvironment } from '../plain-environment.ts'

plainEnvironment(process.env)

export default defineConfig({
  test: {
    include: ['test/editors/**/*.test.ts'],
    globalSetup: ['test/editors/code-server.ts'],
    setupFiles: ['test/setup-file.ts'],
    testTimeout: 5 * deadlineMs,
    hookTimeout: 3 * deadlineMs,
    expect: { poll: { timeout: deadlineMs } },
    // All windows belong to one server, whose display language each test decides.
    maxWorkers: 1,
    reporters: ['verbose'],
  },
})
