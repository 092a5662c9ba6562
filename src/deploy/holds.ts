import { dayMs } from '../contract/korean-time.ts'
import type { HeldCounts, Hold, HeldSend } from '../ledger/hold.ts'
import type { LedgerReader, Ledger } from '../ledger/ledger.ts'
import type { FrequencyCap } from '../project/config/user-config.ts'
import type { ExclusionList } from '../recipients/exclusion-list.ts'
import type { CompiledTemplate } from '../template.ts'

/** Whom a deploy does not send to, beside the recipients that it is given. */
export interface HoldRules {
  readonly lists: readonly ExclusionList[]
  /** How many advertising messages somebody receives at most; any number when absent. */
  readonly frequencyCap?: FrequencyCap | undefined
}

/** For whom the rules are asked. */
export interface HoldQuery {
  readonly ledger: Pick<LedgerReader, 'recentAds'> | undefined
  readonly release: string
  readonly template: Pick<CompiledTemplate, 'payload'>
  /** In milliseconds since 1970: the cap counts back from here. */
  readonly nowMs: number
}

/**
 * Returns why recipients of a message are not sent to, in their order; undefined for those who are. Who is on several lists
 * counts for the first one.
 *
 * @param numbers normalised
 */
export async function holdsOf(
  { lists, frequencyCap }: HoldRules,
  { ledger, release, template, nowMs }: HoldQuery,
  numbers: readonly string[],
): Promise<readonly (Hold | undefined)[]> {
  const holds = numbers.map((number) => listedOn(lists, number))
  if (frequencyCap === undefined || ledger === undefined || template.payload.ad_flag !== 'Y') return holds
  const { messages, days } = frequencyCap
  const open = numbers.filter((_, index) => holds[index] === undefined)
  const recent = await ledger.recentAds({ release, sinceMs: nowMs - days * dayMs }, open)
  const capped = new Set(open.filter((_, index) => (recent[index] ?? 0) >= messages))
  return holds.map((hold, index) => hold ?? (capped.has(numbers[index] ?? '') ? { type: 'frequency-cap' } : undefined))
}

/** Returns why a number is not sent to that is on a list; undefined where it is on none. */
export function listedOn(lists: readonly ExclusionList[], number: string): Hold | undefined {
  const list = lists.find((one) => one.has(number))
  return list && { type: 'excluded', list: list.path }
}

/**
 * Holds what waits of a release by the rules of this moment: lists have grown since it was prepared, and other releases
 * were sent. Nothing of it may be claimed before.
 *
 * @returns whom it holds that waited until now
 */
export async function holdWaiting(
  ledger: Ledger,
  release: string,
  { rules, nowMs }: { readonly rules: HoldRules; readonly nowMs: number },
): Promise<HeldCounts> {
  const exclusions: { [list: string]: number } = {}
  let [excluded, heldBack] = [0, 0]
  if (rules.lists.length === 0 && rules.frequencyCap === undefined) return { excluded, heldBack, exclusions }
  const templates = new Map((await ledger.templates(release)).map((template) => [template.id, template]))
  for await (const sends of ledger.waiting(release)) {
    const template = templates.get(sends[0]?.id ?? '')
    if (template === undefined) continue
    const numbers = sends.map(({ number }) => number)
    const holds = await holdsOf(rules, { ledger, release, template, nowMs }, numbers)
    const held = sends.flatMap(({ row }, index): HeldSend[] => {
      const hold = holds[index]
      return hold ? [{ row, hold }] : []
    })
    if (held.length === 0) continue
    await ledger.hold(release, held)
    for (const { hold } of held) {
      if (hold.type === 'frequency-cap') heldBack++
      else {
        excluded++
        exclusions[hold.list] = (exclusions[hold.list] ?? 0) + 1
      }
    }
  }
  return { excluded, heldBack, exclusions }
}
