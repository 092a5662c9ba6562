import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
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

/** What takes longest. Begun last, one of them would keep a worker busy while the others have nothing left to do. */
const longest = [
  'test/ledger/contract.test.ts',
  'test/ledger/sqlite/damage-matrix.test.ts',
  'test/ledger/kill.test.ts',
  'test/ledger/postgres/silence.test.ts',
  'test/package/package.test.ts',
  'test/rules/slips.test.ts',
  'test/cli/output-files.test.ts',
  'test/cli/ledger-move.test.ts',
  'test/action/action.test.ts',
  'test/simulation/simulation.test.ts',
  'test/rules/linear-time.test.ts',
  'test/ledger/sqlite/damaged-deploy.test.ts',
  'test/cli/watch.test.ts',
  'test/cli/watch-survives.test.ts',
  'test/lsp/features.test.ts',
  'test/library/sender-kill.test.ts',
  'test/cli/bundle.test.ts',
  'test/lsp/protocol.test.ts',
  'test/ledger/postgres/set-up.test.ts',
  'test/deploy/fault-matrix.test.ts',
  'test/deploy/kill-loop.test.ts',
  'test/ledger/model.test.ts',
  'test/cli/deploy.test.ts',
  'test/docs/guides.test.ts',
  'test/ledger/postgres/full-disk.test.ts',
  'test/preview/working.test.ts',
  'test/emulator/inbox.test.ts',
  'test/results/kill-loop.test.ts',
  'test/deploy/shared-ledger.test.ts',
  'test/recipients/memory.test.ts',
  'test/cli/bounded-heap.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      // In front of one that runs alone, a process that others share would end, and the next one would load everything again.
      if (alone.some((file) => moduleId.endsWith(file))) return -1
      const index = longest.findIndex((file) => moduleId.endsWith(file))
      return index === -1 ? longest.length : index
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of sequencers
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    // A test waits for several things, one after the other: whoever waits in vain is to say for what.
    testTimeout: 3 * deadlineMs,
    hookTimeout: 3 * deadlineMs,
    expect: { poll: { timeout: deadlineMs } },
    // Most of the time goes by in processes that the tests start, and some of it in waiting: with fewer workers cores would idle.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
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
