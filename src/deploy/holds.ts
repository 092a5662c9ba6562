import { createHash } from 'node:crypto'
import type { HeldCounts, HeldSend, Hold, Ledger, LedgerReader } from '../ledger/ledger.ts'
import type { ExclusionList } from '../recipients/exclusion-list.ts'

/** Returns the first list that excludes a number; undefined if none does. */
export function listedOn(lists: readonly ExclusionList[], number: string): Hold | undefined {
  const list = lists.find((one) => one.has(number))
  return list && { type: 'excluded', list: list.path }
}

/** A plan's recipients who have, or may have, messages of another release. It is filled while they are looked up. */
export class ReachedList implements ExclusionList {
  readonly path: string
  readonly digest: string
  readonly #release: string
  readonly #seen = new Set<string>()

  constructor(release: string) {
    this.#release = release
    this.path = `${release} (--not-in)`
    this.digest = `sha256:${createHash('sha256').update(this.path).digest('hex')}`
  }

  get numbers(): number {
    return this.#seen.size
  }

  readonly has = (number: string): boolean => this.#seen.has(number)

  /** Looks recipients up in the ledger. */
  async look(ledger: LedgerReader, numbers: readonly string[]): Promise<void> {
    for (const number of await ledger.reached(this.#release, numbers)) this.#seen.add(number)
  }
}

/**
 * Holds what waits of a release by the lists of this moment: they have grown since it was prepared. Nothing of it may be
 * claimed before.
 *
 * @returns whom it holds that waited until now
 */
export async function holdWaiting(
  ledger: Ledger,
  release: string,
  lists: readonly ExclusionList[],
): Promise<HeldCounts> {
  const exclusions: { [list: string]: number } = {}
  let excluded = 0
  if (lists.length === 0) return { excluded, exclusions }
  for await (const sends of ledger.waiting(release)) {
    const held = sends.flatMap(({ row, number }): HeldSend[] => {
      const hold = listedOn(lists, number)
      return hold ? [{ row, hold }] : []
    })
    if (held.length === 0) continue
    await ledger.hold(release, held)
    for (const { hold } of held) {
      excluded++
      exclusions[hold.list] = (exclusions[hold.list] ?? 0) + 1
    }
  }
  return { excluded, exclusions }
}
