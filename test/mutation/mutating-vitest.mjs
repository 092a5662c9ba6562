import { createVitest } from 'vitest/node'

/**
 * Starts Vitest so that it sees other code in the place of some sources, which stay as they are on the disk.
 *
 * @param codeOf the code of a file, by its absolute path; undefined for what is on the disk. Vitest keeps what it saw
 *   until the file is invalidated.
 */
export async function mutatingVitest(root, codeOf) {
  const transform = (_, id) => {
    const code = codeOf(id.split('?')[0])
    return code === undefined ? null : { code, map: null }
  }
  const vitest = await createVitest(
    'test',
    {
      root,
      config: false,
      watch: false,
      bail: 1,
      reporters: [{}],
      include: ['test/**/*.test.ts'],
      setupFiles: ['test/setup-file.ts'],
      globalSetup: ['test/postgres/set-up.ts'],
      // As long as in the suite: a ledger that is moved by step takes minutes.
      testTimeout: 360_000,
      hookTimeout: 360_000,
    },
    { plugins: [{ name: 'mutant', enforce: 'pre', transform }] },
  )
  await vitest.standalone()
  return vitest
}
