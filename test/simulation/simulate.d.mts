import type { SeedResult } from './scenario.ts'

export interface SimulateOptions {
  /** Of the bundle. */
  readonly url: string
  readonly from: number
  readonly seeds: number
  readonly rounds?: number
  readonly threads: number
  readonly isTold?: boolean
  readonly onResult: (result: SeedResult) => 'stop' | undefined
}

export function simulateSeeds(options: SimulateOptions): Promise<void>
