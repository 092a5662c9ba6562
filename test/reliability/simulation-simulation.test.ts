import { readFileSync, rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { mistakes, withMistake } from '../mutation/sending-mistakes.mjs'
import { bundleSimulation } from '../simulation/bundle.mjs'
import type { SeedOptions, SeedResult } from '../simulation/scenario.ts'
import { shrink } from '../simulation/shrink.mjs'
import { folderInMemory, simulateSeeds } from '../simulation/simulate.mjs'

const folder = folderInMemory()
const otherFolder = folderInMemory()
afterAll(() => {
  for (const each of [folder, otherFolder]) rmSync(each, { recursive: true, force: true })
})

type Simulate = (options: Pick<SeedOptions, 'seed'> & Partial<SeedOptions>) => Promise<SeedResult>

async function simulationAt(url: string): Promise<Simulate> {
  const { simulate } = (await import(/* @vite-ignore */ url)) as {
    simulate: (options: SeedOptions) => Promise<SeedResult>
  }
  return (options) => simulate({ folder, isTold: true, maxRounds: 6, ...options })
}

const recipientsIn = ({ setup }: SeedResult): number =>
  setup.messages.reduce((sum, { numbers }) => sum + numbers.length, 0)

describe('mistakes of the protocol', () => {
  it('fit the sources', () => {
    for (const mistake of mistakes) {
      const code = readFileSync(new URL(`../../src/${mistake[1]}`, import.meta.url), 'utf8')
      expect(withMistake(mistake, code)).not.toBe(code)
    }
  })
})

describe('simulated deploys', () => {
  it('break no promise', { timeout: 120_000 }, async () => {
    const url = await bundleSimulation('suite')
    const broken: string[] = []
    let deploys = 0
    await simulateSeeds({
      url,
      from: 1,
      seeds: 10,
      rounds: 6,
      threads: 2,
      isTold: false,
      onResult: (result) => {
        deploys += result.deploys
        broken.push(...result.broken.map((promise) => `seed ${result.seed}: ${promise}`))
        return undefined
      },
    })
    expect(broken).toEqual([])
    expect(deploys).toBeGreaterThan(50)
  })

  it('happen in the same way twice', { timeout: 60_000 }, async () => {
    const simulate = await simulationAt(await bundleSimulation('suite'))
    for (const seed of [2, 5, 9, 700]) {
      const { history } = await simulate({ seed })
      expect(history.length).toBeGreaterThan(5)
      expect((await simulate({ seed, folder: otherFolder })).history).toEqual(history)
    }
  })

  it('find a mistake of the protocol and shorten how it came to it', { timeout: 120_000 }, async () => {
    const mistake = mistakes.find(([name]) => name === 'resume sends what is unknown')
    if (mistake === undefined) throw new Error('The mistake has another name.')
    const changes = new Map([[mistake[1], (code: string) => withMistake(mistake, code)]])
    const simulate = await simulationAt(await bundleSimulation('suite-mistake', changes))
    let found: SeedResult | undefined
    for (let seed = 1; found === undefined && seed < 100; seed++) {
      const result = await simulate({ seed })
      if (result.broken.length > 0) found = result
    }
    if (found === undefined) throw new Error('No seed breaks a promise.')
    const { seed, history } = found
    const shrunk = await shrink(found, (changed) => simulate({ seed, ...changed }))
    expect(shrunk.broken.join('\n')).toMatch(/reached its phone 2 times|is pending and was taken/)
    expect(shrunk.history.length).toBeLessThanOrEqual(history.length)
    expect(recipientsIn(shrunk)).toBeLessThan(recipientsIn(found))
  })
})
