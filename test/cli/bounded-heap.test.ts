import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Makes objects that live for a while, so that V8 asks for more room, and prints the most MiB that the young and all took. */
const script = `
  import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
  import { boundHeap } from ${JSON.stringify(new URL('../../dist/cli/terminal/bounded-heap.js', import.meta.url).href)}
  const living = []
  const most = { young: 0, all: 0 }
  for (let round = 0; round < 8_000; round++) {
    living[round % 800] = Array.from({ length: 1_000 }, (_, index) => ({ round, index }))
    if (process.argv[1] === 'bounded') boundHeap(round * 1_000)
    if (round % 20 > 0) continue
    const { space_size: young } = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
    most.young = Math.max(most.young, young / 1_048_576)
    most.all = Math.max(most.all, getHeapStatistics().total_heap_size / 1_048_576)
  }
  console.log(JSON.stringify(most))
`

function mostMiB(kind: 'bounded' | 'as V8 has it'): { readonly young: number; readonly all: number } {
  const args = ['--input-type=module', '--eval', script, kind]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as { young: number; all: number }
}

test("V8's heap stops growing during long work", { timeout: 60_000 }, () => {
  const bounded = mostMiB('bounded')
  expect(bounded.young).toBeLessThanOrEqual(32)
  expect(bounded.all).toBeLessThan(mostMiB('as V8 has it').all * 0.8)
})
