import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Makes objects that live for a while, so that V8 asks for more room, and prints the most that it took, in MiB. */
const script = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { YoungObjects } from ${JSON.stringify(new URL('../../dist/cli/terminal/young-objects.js', import.meta.url).href)}
  const youngObjects = new YoungObjects(0)
  const living = []
  let most = 0
  for (let round = 0; round < 2_000; round++) {
    living[round % 400] = Array.from({ length: 1_000 }, (_, index) => ({ round, index }))
    if (process.argv[1] === 'bounded') youngObjects.check(round * 1_000)
    most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)
  }
  console.log(most / 1_048_576)
`

function mostMiB(kind: 'bounded' | 'as V8 has it'): number {
  // As much room as newer versions of Node.js have.
  const args = ['--max-semi-space-size=64', '--input-type=module', '--eval', script, kind]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test("V8's room for young objects stops growing during long work", () => {
  expect(mostMiB('as V8 has it')).toBeGreaterThan(32)
  expect(mostMiB('bounded')).toBeLessThanOrEqual(32)
})
