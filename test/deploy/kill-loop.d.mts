/** A round of kills; see kill-loop.mjs. */
export function killRound(options: {
  readonly service: string
  readonly messages: number
  readonly kills: number
  readonly random: () => number
}): Promise<Readonly<Record<string, number>>>

/** Random numbers from 0 to 1 that are the same for the same seed. */
export function seeded(seed: number): () => number
