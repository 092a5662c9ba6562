/** Why a recipient is not sent to: a list of numbers has theirs. `list` is its path as people are shown it. */
export interface Hold {
  readonly type: 'excluded'
  readonly list: string
}

/** Recipients of a release who are not sent to; its counts do not have them. */
export interface HeldCounts {
  readonly excluded: number
  /** How many are excluded by each list; who is on several is counted for one. */
  readonly exclusions: Readonly<Record<string, number>>
}

/** A send that waits, and whom it goes to. */
export interface WaitingSend {
  readonly row: number
  readonly id: string
  /** Digits alone. */
  readonly number: string
}

/** A send that is to wait for ever. */
export interface HeldSend {
  readonly row: number
  readonly hold: Hold
}

const listStart = 'excluded '

/** Returns why a send is held as it is stored. */
export function holdText(hold: Hold): string {
  return listStart + hold.list
}

/**
 * What a send is held by that was held when its ledger was accepted. It may have been let go and sent since, so it is let
 * go no more; it is counted as if the command's name were that of a list.
 */
export const heldForGood: string = holdText({ type: 'excluded', list: 'ledger recover' })

/** Returns whether a held send may be sent once its recipient is given again and left out no longer. */
export function mayBeLetGo(held: string | null): boolean {
  return held !== null && held !== heldForGood
}

/** Counts held sends by why they are held. */
export function heldCounts(groups: readonly { readonly held: string | null; readonly sends: number }[]): HeldCounts {
  const exclusions = new Map<string, number>()
  let excluded = 0
  for (const { held, sends } of groups) {
    if (held === null) continue
    const list = held.slice(listStart.length)
    excluded += sends
    exclusions.set(list, (exclusions.get(list) ?? 0) + sends)
  }
  return { excluded, exclusions: Object.fromEntries(exclusions) }
}
