import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type Cluster, startCluster } from './cluster.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the folder and the port of a PostgreSQL server. */
    postgresAt: string
  }
}

/** Vitest's set-up of a run: one PostgreSQL server for all workers, started when the first of them asks for it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined
  const server = createServer((_, response) => {
    cluster ??= startCluster({ durable: false })
    cluster.then(
      ({ folder, port }) => response.end(JSON.stringify({ folder, port })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('postgresAt', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    await (await cluster)?.remove()
  }
}
