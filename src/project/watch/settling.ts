import { lstatOf } from '../files/paths.ts'

/** How long files must be at rest: editors write a file in several steps, a branch switch thousands of files. */
const settleMs = 40
/** How long a file must be at rest that was there before and is small: its content comes in one piece. */
const saveMs = 5
/** Content is written in pieces of this size at least; of a larger file there may be only a part. */
const maxSaveBytes = 65_536
/** More files at once are no saves of a person. */
const maxSaves = 16
/** What is always at work is looked at all the same, and keeps nothing else waiting. */
const maxWaitMs = 1_000

/** Paths that changed, until they are at rest. Times are milliseconds of one clock. */
export class Settling {
  /** When each was seen to change, first and last. */
  readonly #pending = new Map<string, { readonly firstMs: number; readonly lastMs: number }>()
  /** When the first and the last of them were. */
  #sinceMs = 0
  #lastMs = 0
  /** How often something changed since everything was at rest. */
  #events = 0
  readonly #isKnown: (path: string) => boolean
  readonly #absolute: (path: string) => string

  /**
   * @param isKnown tells of a path that there was a file before
   * @param absolute makes an absolute path of one that changed
   */
  constructor(isKnown: (path: string) => boolean, absolute: (path: string) => string) {
    this.#isKnown = isKnown
    this.#absolute = absolute
  }

  get events(): number {
    return this.#events
  }

  get sinceMs(): number {
    return this.#sinceMs
  }

  add(path: string, nowMs: number): void {
    if (this.#pending.size === 0) {
      this.#sinceMs = nowMs
      this.#events = 0
    }
    this.#events++
    this.#lastMs = nowMs
    this.#pending.set(path, { firstMs: this.#pending.get(path)?.firstMs ?? nowMs, lastMs: nowMs })
  }

  /** Milliseconds until `take` is worth asking; undefined when nothing changed. */
  waitMs(nowMs: number): number | undefined {
    if (this.#pending.size === 0) return undefined
    const restMs = nowMs - this.#lastMs
    const isSave = this.#pending.size <= maxSaves && restMs < saveMs
    return Math.max(1, (isSave ? saveMs : settleMs) - restMs)
  }

  /** Takes what is at rest, or never is: everything once all of it is, but small files that were saved at once. */
  take(nowMs: number): ReadonlySet<string> {
    const saved = this.#saves(nowMs)
    if (saved.length > 0) return this.#remove(saved)
    const all = [...this.#pending]
    const ready = all.filter(([, { firstMs, lastMs }]) => nowMs - lastMs >= settleMs || nowMs - firstMs >= maxWaitMs)
    const isEnough = ready.length === all.length || nowMs - this.#sinceMs >= maxWaitMs
    return isEnough ? this.#remove(ready.map(([path]) => path)) : new Set()
  }

  #remove(paths: readonly string[]): ReadonlySet<string> {
    for (const path of paths) this.#pending.delete(path)
    return new Set(paths)
  }

  /** The saved files, unless others come or go: what is renamed comes and goes in one step. */
  #saves(nowMs: number): readonly string[] {
    if (this.#pending.size > maxSaves) return []
    const saves: string[] = []
    for (const [path, { lastMs }] of this.#pending) {
      const stats = lstatOf(this.#absolute(path))
      const isKnown = this.#isKnown(path)
      // A temporary file of an editor, which has got its name or has gone.
      if (stats === undefined && !isKnown) this.#pending.delete(path)
      else if (stats === undefined || !isKnown) return []
      else if (nowMs - lastMs >= saveMs && stats.isFile() && stats.size > 0 && stats.size <= maxSaveBytes) {
        saves.push(path)
      }
    }
    return saves
  }
}
