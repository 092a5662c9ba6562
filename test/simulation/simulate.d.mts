import type { SeedResult } from './scenario.ts'

export function simulateSeeds(options: {
  /** Of the bundle. */
  readonly url: string
  readonly from: number
  readonly seeds: number
  readonly rounds?: number
  readonly threads: number
  readonly onResult: (result: SeedResult) => 'stop' | undefined
}): Promise<void>
