/** A round of kills; see kill-loop.mjs. */
export function killRound(options: {
  readonly kills: number
  readonly results: number
  readonly random: () => number
  readonly database?: { readonly url: string; readonly schema: string }
  readonly service?: string
}): Promise<{
  readonly answered: number
  readonly lost: number
  readonly killed: number
  /** Requests that got no answer, or another than 200. */
  readonly unanswered: number
}>
