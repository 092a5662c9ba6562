import { describe, expect, it } from 'vitest'
import { mistakes, withMistake } from '../mutation/sending-mistakes.mjs'
import { bundleSimulation } from '../simulation/bundle.mjs'
import type { SeedResult } from '../simulation/scenario.ts'
import { simulateSeeds } from '../simulation/simulate.mjs'

async function seedsOf(url: string, from: number, seeds: number): Promise<readonly SeedResult[]> {
  const results: SeedResult[] = []
  const onResult = (result: SeedResult): undefined => void results.push(result)
  await simulateSeeds({ url, from, seeds, threads: 2, onResult })
  return results.toSorted((a, b) => a.seed - b.seed)
}

describe('simulated deploys', () => {
  it('break no promise, and happen in the same way twice', { timeout: 120_000 }, async () => {
    const url = await bundleSimulation('suite')
    const results = await seedsOf(url, 1, 10)
    expect(results.flatMap(({ seed, broken }) => broken.map((promise) => `seed ${seed}: ${promise}`))).toEqual([])
    expect(results.reduce((sum, { deploys }) => sum + deploys, 0)).toBeGreaterThan(30)
    expect(await seedsOf(url, 4, 3)).toEqual(results.slice(3, 6))
  })

  it('find a mistake of the protocol', { timeout: 120_000 }, async () => {
    const mistake = mistakes.find(([name]) => name === 'resume sends what is unknown')
    if (mistake === undefined) throw new Error('The mistake has another name.')
    const changes = new Map([[mistake[1], (code: string) => withMistake(mistake, code)]])
    const results = await seedsOf(await bundleSimulation('suite-mistake', changes), 1, 30)
    expect(results.flatMap(({ broken }) => broken).join('\n')).toMatch(/reached its phone 2 times/)
  })
})
