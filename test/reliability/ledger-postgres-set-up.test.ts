import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import type { LedgerError } from '../../src/ledger/ledger-error.ts'
import { databaseStore } from '../../src/ledger/database-store.ts'
import { type Cluster } from '../postgres/cluster.mjs'
import { commonServer, ownServer, standbyOf } from '../postgres/server.ts'
import { claimed, closedAfterTest, closeLedger, none, outcomes, people, preparation } from '../ledger/temp-ledger.ts'
import { target } from '../ledger/postgres/postgres-ledger.ts'
import { deploy, friendtalk, refusal } from '../ledger/postgres/refused.ts'

let server: Cluster

beforeAll(async () => {
  server = await commonServer()
})

it('a server without a free connection says so', async () => {
  const small = await ownServer({ settings: { max_connections: 5, superuser_reserved_connections: 3 } })
  const url = small.url()
  const others = [new pg.Client(url), new pg.Client(url)]
  for (const other of others) await other.connect()
  onTestFinished(async () => {
    for (const other of others) await other.end()
  })
  expect(await refusal(url)).toMatchObject({ code: 'no-connections' })
  const { code, stderr } = await friendtalk(url, deploy)
  expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringMatching(/takes no more connections/) as string })
})

it('a standby is refused, and once it is promoted the database counts as restored', async () => {
  const primary = await ownServer()
  expect(await promotedStandby(primary)).toMatchObject({ code: 'restored' })
})

async function promotedStandby(primary: Cluster): Promise<LedgerError> {
  const own = await primary.freshDatabase()
  const at = { schema: 'friendtalk', target }
  const ledger = await databaseStore({ url: primary.url({ database: own }), ...at }).open({ ifMissing: 'create' })
  await ledger.prepare(preparation({ a: people(6) }))
  await ledger.settle(outcomes(await claimed(ledger, 2), 'accepted'))
  await ledger.settle(outcomes(await claimed(ledger, 1), 'rejected', { code: 'G141' }))
  await closeLedger(ledger)
  const standby = await standbyOf(primary)
  const url = standby.url({ database: own })
  expect(await refusal(url)).toMatchObject({ code: 'standby' })
  const { code, stderr } = await friendtalk(url, deploy)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/a standby/) as string })
  await primary.stop('immediate')
  await standby.query('SELECT pg_promote()')
  const restored = await refusal(url)
  // Nothing was lost, and a person says so.
  const store = databaseStore({ url, ...at })
  expect(await store.accept({ who: 'ops', reason: 'fail-over', isComplete: true })).toEqual({ unknown: 0, notices: [] })
  const next = closedAfterTest(await store.open({ ifMissing: 'refuse' }))
  expect(await next.counts('r1')).toEqual({ ...none, accepted: 2, rejected: 1, pending: 3 })
  const retry = preparation({ a: people(6) }, { rejected: 'retry' })
  expect(await next.prepare(retry)).toMatchObject({ existing: 6, retried: 1 })
  return restored
}

it('a copy on the same server is refused by every machine: a dump that is read back, here or elsewhere, and a template', async () => {
  const own = await server.freshDatabase()
  const at = { schema: 'friendtalk', target }
  const store = databaseStore({ url: server.url({ database: own }), ...at })
  const ledger = await store.open({ ifMissing: 'create' })
  await ledger.prepare(preparation({ a: people(6) }))
  await closeLedger(ledger)
  const dump = join(server.folder, `${own}.sql`)
  await server.program('pg_dump', ['-d', server.url({ role: 'postgres', database: own }), '-f', dump])
  const [elsewhere, copied] = [await server.freshDatabase(), `${own}_copy`]
  await server.query(`CREATE DATABASE ${copied} TEMPLATE ${own}`)
  const read = async (into: string): Promise<unknown> =>
    server.program('psql', [
      '-X',
      '-q',
      '-v',
      'ON_ERROR_STOP=1',
      '-d',
      server.url({ role: 'postgres', database: into }),
      '-f',
      dump,
    ])
  await read(elsewhere)
  const sent = await store.open({ ifMissing: 'refuse' })
  await sent.settle(outcomes(await claimed(sent, 2), 'accepted'))
  await closeLedger(sent)
  await server.query('DROP SCHEMA friendtalk_production CASCADE', { database: own })
  await read(own)
  for (const copy of [elsewhere, copied, own]) {
    expect([copy, (await refusal(server.url({ database: copy }))).code]).toEqual([copy, 'restored'])
  }
  expect(await store.accept({ who: 'ops', reason: 'dump' })).toMatchObject({ unknown: 6 })
  await closeLedger(await store.open({ ifMissing: 'refuse' }))
})
