import type { Hold, HeldCounts, HeldSend } from '../ledger/hold.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ExclusionList } from '../recipients/exclusion-list.ts'

/** Returns why a number is not sent to; undefined where it is on no list. Who is on several counts for the first one. */
export function listedOn(lists: readonly ExclusionList[], number: string): Hold | undefined {
  const list = lists.find((one) => one.has(number))
  return list && { type: 'excluded', list: list.path }
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
