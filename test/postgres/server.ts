import { afterEachFile } from '../ending.ts'
import { type Cluster, startCluster } from './cluster.mjs'

let common: Promise<Cluster> | undefined

/** Returns the server that the files of this process share; it is started for the first of them and goes with the process. */
export function commonServer(): Promise<Cluster> {
  common ??= startCluster({ durable: false })
  return common
}

/** Starts a server that is removed when the tests of a file are over. */
export async function ownServer(options: Parameters<typeof startCluster>[0] = {}): Promise<Cluster> {
  const cluster = await startCluster(options)
  afterThisFile.push(cluster.remove)
  return cluster
}

/** Starts a standby of a server, removed when the tests of a file are over. */
export async function standbyOf(cluster: Cluster): Promise<Cluster> {
  const standby = await cluster.standby()
  afterThisFile.push(standby.remove)
  return standby
}

const afterThisFile: (() => Promise<void>)[] = []

afterEachFile(async () => {
  for (const remove of afterThisFile.splice(0).toReversed()) await remove()
})
