import { inspect } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { LedgerError } from '../../../src/ledger/ledger-error.ts'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { databaseStore } from '../../../src/ledger/database-store.ts'
import { ledgerStore } from '../../../src/ledger/open.ts'
import { type Cluster, password } from '../../postgres/cluster.mjs'
import { startProxy } from '../../postgres/proxy.mjs'
import { commonServer } from '../../postgres/server.ts'
import { tempFolder } from '../../project/temp-folder.ts'
import { claimed, closedAfterTest, closeLedger, none, outcomes, people, preparation } from '../temp-ledger.ts'
import { freshSchema, target } from './postgres-ledger.ts'
import { deploy, friendtalk, refusal } from './refused.ts'

const secret = 'Never-Shown-7'
let server: Cluster
let database: string

beforeAll(async () => {
  server = await commonServer()
  database = await server.freshDatabase()
})

interface Wrong {
  readonly name: string
  readonly url: () => Promise<string> | string
  readonly type: string
  readonly says: RegExp
  /** 4 is for what may be tried again as it is. */
  readonly code?: 4
}

describe('a database that cannot be used', () => {
  const wrongs: readonly Wrong[] = [
    {
      name: 'a wrong password',
      url: () => server.url({ role: 'keyed', password: secret, database }),
      type: 'login-refused',
      says: /refuses the user or the password/,
    },
    {
      name: 'a role that is not there',
      url: () => server.url({ role: 'nobody_is_this', password: secret, database }),
      type: 'login-refused',
      says: /refuses the user or the password/,
    },
    {
      name: 'a database that is not there',
      url: () => server.url({ password: secret, database: 'not_there' }),
      type: 'no-database',
      says: /no such database/,
    },
    {
      name: 'a port at which nobody listens',
      url: () => server.url({ password: secret, database, at: 1 }),
      type: 'unreachable',
      says: /cannot be reached \(ECONNREFUSED\)/,
      code: 4,
    },
    {
      name: 'a host that is not there',
      url: () => `postgresql://friendtalk:${secret}@ledger.invalid/${database}`,
      type: 'unreachable',
      says: /cannot be reached \((?:ENOTFOUND|EAI_AGAIN)\)/,
      code: 4,
    },
    {
      name: 'a server that is not PostgreSQL',
      url: async () => {
        const proxy = await startProxy(1)
        onTestFinished(proxy.close)
        return server.url({ password: secret, database, at: proxy.port })
      },
      type: 'unreachable',
      says: /cannot be reached/,
      code: 4,
    },
    {
      name: 'a session that only reads',
      url: () => server.url({ password: secret, database, options: '-c default_transaction_read_only=on' }),
      type: 'standby',
      says: /nothing can be written here/,
    },
    {
      name: 'a server that is too old',
      url: async () => {
        // The server answers as one of an older version does.
        const own = await server.freshDatabase()
        await server.query(
          `CREATE SCHEMA old; GRANT USAGE ON SCHEMA old TO friendtalk;
           CREATE FUNCTION old.current_setting(name text) RETURNS text LANGUAGE sql AS
           $$ SELECT CASE name WHEN 'server_version_num' THEN '120022' WHEN 'server_version' THEN '12.22'
              ELSE pg_catalog.current_setting(name) END $$`,
          { database: own },
        )
        return server.url({ password: secret, database: own, options: '-c search_path=old,pg_catalog' })
      },
      type: 'server-too-old',
      says: /the server is PostgreSQL 12\.22\./,
    },
    {
      name: 'a role that may make no schema',
      url: async () => server.url({ role: await server.freshRole(), password: secret, database }),
      type: 'not-granted',
      says: /lacks privileges/,
    },
  ]

  it.each(wrongs)('is said in one sentence: $name', async ({ url, type, says, code: expected = 2 }) => {
    const address = await url()
    const error = await refusal(address)
    expect(error.code).toBe(type)
    expect(inspect(error, { depth: 10 })).not.toContain(secret)
    const { code, stderr } = await friendtalk(address, deploy)
    expect({ code, stderr }).toEqual({ code: expected, stderr: expect.stringMatching(says) as string })
    expect(stderr).not.toMatch(/^\s+at |node:internal|\.js:\d/m)
    expect(stderr).not.toContain(secret)
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
  })

  it.each(['not a URL at all', `postgresql://friendtalk:${secret}@127.0.0.1:99999/x`, `postgresql://f:${secret}%@h/x`])(
    'is said where the address is none: %s',
    async (address) => {
      const { code, stderr } = await friendtalk(address, ['ledger', 'check', '--target', 'production'])
      expect([2, 4]).toContain(code)
      expect(stderr).not.toMatch(/^\s+at |node:internal|\.js:\d/m)
      expect(stderr).not.toContain(secret)
    },
  )
})

/** The statements that an administrator is told to run. */
function grantsIn(error: LedgerError): readonly string[] {
  if (error.code !== 'not-granted') throw error
  const [said, ko] = [error.text.en[1], error.text.ko[1]].map((toDo) => toDo.split(/: (?=GRANT)/)[1])
  expect(ko).toBe(said)
  return said?.replace(/;$/, '').split('; ') ?? []
}

describe('privileges', () => {
  it('are given by exactly the statements that are named', async () => {
    const role = await server.freshRole()
    const own = await server.freshDatabase('postgres')
    const url = server.url({ role, database: own })
    const wanted = await refusal(url)
    expect(grantsIn(wanted)).toEqual([expect.stringMatching(/^GRANT CREATE ON DATABASE/)])
    for (const statement of grantsIn(wanted)) await server.query(statement, { database: own })
    const ledger = closedAfterTest(
      await databaseStore({ url, schema: 'friendtalk', target }).open({ ifMissing: 'create' }),
    )
    await ledger.prepare(preparation({ a: people(2) }))
    expect(await ledger.counts('r1')).toEqual({ ...none, pending: 2 })
  })

  it('are given by exactly the statements that are named, for the tables of somebody else', async () => {
    const own = await server.freshDatabase()
    const open = (url: string): Promise<Ledger> =>
      databaseStore({ url, schema: 'friendtalk', target }).open({ ifMissing: 'create' })
    const first = closedAfterTest(await open(server.url({ database: own })))
    await first.prepare(preparation({ a: people(4) }))
    const url = server.url({ role: await server.freshRole(), database: own })
    // One privilege after the other may be found to be missing.
    let ledger: Ledger | undefined
    for (let tries = 0; tries < 4 && ledger === undefined; tries++) {
      try {
        ledger = closedAfterTest(await open(url))
      } catch (error) {
        const grants = grantsIn(error as LedgerError)
        expect(grants.length).toBeGreaterThan(0)
        for (const statement of grants) await server.query(statement, { role: 'friendtalk', database: own })
      }
    }
    if (ledger === undefined) throw new Error('What was granted did not suffice.')
    const batch = await claimed(ledger, 2)
    await ledger.settle(outcomes(batch, 'accepted'))
    await first.settle(outcomes(await claimed(first), 'accepted'))
    expect(await ledger.counts('r1')).toEqual({ ...none, accepted: 4 })
  })
})

it('a password in the address is used, and shown nowhere', async () => {
  const own = await server.freshDatabase('keyed')
  const url = server.url({ role: 'keyed', password, database: own })
  const store = databaseStore({ url, schema: 'friendtalk', target })
  closedAfterTest(await store.open({ ifMissing: 'create' }))
  expect(store.path).toBe(`postgresql://127.0.0.1:${server.port}/${own}`)
  for (const args of [['ledger', 'check'], ['status'], ['status', '--json']]) {
    const { stdout, stderr } = await friendtalk(url, [...args, '--target', 'production'])
    expect(stdout + stderr).not.toMatch(/sesame/)
  }
})

it('a ledger that was restored from before is refused on the machine that knows better', async () => {
  const at = await freshSchema()
  const stateFolder = tempFolder()
  const store = ledgerStore({ url: at.url, schema: at.schema, target, account: 'shop', stateFolder })
  const ledger = await store.open({ ifMissing: 'create' })
  await ledger.prepare(preparation({ a: people(20) }))
  await ledger.settle(outcomes(await claimed(ledger, 2), 'accepted'))
  const worker = `"${at.schema}_${target}".worker`
  const [before] = await at.server.query(`SELECT sequence FROM ${worker}`, { database: at.database })
  await ledger.settle(outcomes(await claimed(ledger, 2), 'accepted'))
  await closeLedger(ledger)
  await at.server.query(`UPDATE ${worker} SET sequence = ${String(before?.['sequence'])}`, { database: at.database })
  const opened = store.open({ ifMissing: 'refuse' })
  await expect(opened).rejects.toMatchObject({ code: 'older' })
})
