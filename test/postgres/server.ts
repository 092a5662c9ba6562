import { inject } from 'vitest'
import { afterEachFile } from '../ending.ts'
import { attachCluster, type Cluster, startCluster } from './cluster.mjs'

/** Returns the server that all files of a run share. */
export async function commonServer(): Promise<Cluster> {
  const response = await fetch(inject('postgresAt'))
  if (!response.ok) throw new Error(await response.text())
  return attachCluster((await response.json()) as Pick<Cluster, 'folder' | 'port'>, async () => {})
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
