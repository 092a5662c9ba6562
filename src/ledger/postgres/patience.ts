import type { ServerWork } from './client.ts'

/** Milliseconds until an answer is looked after that does not come. */
const firstLookMs = 10_000
/** Milliseconds until the second look where the server has nothing to do: its answer may be under way. */
const secondLookMs = 1_000

/** An answer that somebody waits for. */
export interface Awaited {
  /** Bytes that came or went. */
  readonly moved: () => number
  /** Says whether somebody works for it. */
  readonly ask: () => Promise<ServerWork>
  /** @param code why, in a word */
  readonly giveUp: (code: 'ETIMEDOUT' | 'SyncRep') => void
}

/**
 * Looks after an answer again and again: it may take any time while bytes move or somebody works for it, and else is given
 * up.
 *
 * @returns what ends it
 */
export function lookAfter({ moved, ask, giveUp }: Awaited): () => void {
  let isOver = false
  let before = moved()
  let isInDoubt = false
  const look = async (): Promise<void> => {
    const now = moved()
    const said = now === before ? await ask() : 'working'
    before = now
    if (isOver) return
    if (said === 'unconfirmed') giveUp('SyncRep')
    else if (said === 'unreachable' || (said === 'not-working' && isInDoubt)) giveUp('ETIMEDOUT')
    isInDoubt = said === 'not-working'
    timer = later()
  }
  const later = (): NodeJS.Timeout => setTimeout(() => void look(), isInDoubt ? secondLookMs : firstLookMs)
  let timer = later()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
