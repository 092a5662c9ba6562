import type { Cluster } from '../postgres/cluster.mjs'

/** A round of disturbances; see shared-ledger.mjs. */
export function sharedRound(options: {
  readonly cluster: Cluster
  readonly service: string
  readonly messages: number
  readonly random: () => number
  readonly deployers?: number
  readonly disturbances?: number
  readonly kills?: number
  readonly say?: (line: string) => void
}): Promise<Readonly<Record<string, unknown>>>
