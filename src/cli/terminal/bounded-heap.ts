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

const bounded = new Set<(typeof bounds)[number]>()
let nextMs = firstCheckMs

/**
 * Keeps V8's heap small during long work, which takes little longer with less of it (`docs/benchmarks.md`). There are
 * options for it that only whoever starts Node can give. To be called again and again while there is work.
 *
 * @param nowMs since the process began
 */
export function boundHeap(nowMs: number): void {
  if (bounded.size === bounds.length || nowMs < nextMs) return
  nextMs = nowMs + checkEveryMs
  for (const bound of bounds) {
    if (bounded.has(bound) || bound.of() < bound.from) continue
    bounded.add(bound)
    setFlagsFromString(`${bound.option}=${bound.bounded}`)
  }
}

/**
 * Gives V8 its own options back, once a command is over: it takes compiled code only where all of them are as they were
 * when the code was kept. Not earlier: the heap would grow while what was found is reported.
 */
export function releaseHeap(): void {
  for (const { option, own } of bounded) setFlagsFromString(`${option}=${own}`)
  bounded.clear()
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}

function allBytes(): number {
  return getHeapStatistics().total_heap_size
}
