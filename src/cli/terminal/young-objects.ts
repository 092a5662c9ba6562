import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** From here on it doubles no more: V8 of Node 20 stops at 32 MiB by itself, that of Node 24 at 128. */
const enoughBytes = 16 * 1024 * 1024
const checkEveryMs = 20
const growthFactor = '--semi-space-growth-factor'

/**
 * Keeps V8's room for young objects small during long work, which takes no longer with less of it (`docs/benchmarks.md`).
 * There is an option for it, which only whoever starts Node can give.
 */
export class YoungObjects {
  #nextMs: number
  #isBounded = false

  constructor(startMs: number) {
    this.#nextMs = startMs + checkEveryMs
  }

  /** To be called again and again while there is work. */
  check(nowMs: number): void {
    if (this.#isBounded || nowMs < this.#nextMs) return
    this.#nextMs = nowMs + checkEveryMs
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (space === undefined || space.space_size < enoughBytes) return
    this.#isBounded = true
    setFlagsFromString(`${growthFactor}=1`)
  }

  /** V8 takes compiled code only where all its options are as they were when the code was kept. */
  end(): void {
    if (this.#isBounded) setFlagsFromString(`${growthFactor}=2`)
    this.#isBounded = false
  }
}
