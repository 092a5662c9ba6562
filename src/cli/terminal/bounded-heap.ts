import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'

const mib = 1024 * 1024
const checkEveryMs = 20
/** A younger process has little; the first look loads `node:v8`, which takes a millisecond. */
const firstCheckMs = 150

/** Options of V8 that bound its heap, with V8's own values; each is set once what it is about has so many bytes. */
const bounds = [
  // The room for young objects doubles no more: V8 of Node 20 stops at 32 MiB by itself, that of Node 24 at 128.
  { option: '--semi-space-growth-factor', bounded: 1, own: 2, of: youngBytes, from: 16 * mib },
  // Everything is collected once there is three quarters more than lived last time: V8 waits for up to three times as much.
  { option: '--heap-growing-percent', bounded: 75, own: 0, of: allBytes, from: 32 * mib },
] as const

/**
 * Keeps V8's heap small during long work, which takes little longer with less of it (`docs/benchmarks.md`). There are
 * options for it that only whoever starts Node can give.
 */
export class BoundedHeap {
  readonly #set = new Set<(typeof bounds)[number]>()
  #nextMs = firstCheckMs

  /**
   * To be called again and again while there is work.
   *
   * @param nowMs since the process began
   */
  check(nowMs: number): void {
    if (this.#set.size === bounds.length || nowMs < this.#nextMs) return
    this.#nextMs = nowMs + checkEveryMs
    for (const bound of bounds) {
      if (this.#set.has(bound) || bound.of() < bound.from) continue
      this.#set.add(bound)
      setFlagsFromString(`${bound.option}=${bound.bounded}`)
    }
  }

  /** V8 takes compiled code only where all its options are as they were when the code was kept. */
  end(): void {
    for (const { option, own } of this.#set) setFlagsFromString(`${option}=${own}`)
    this.#set.clear()
  }
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}

function allBytes(): number {
  return getHeapStatistics().total_heap_size
}
