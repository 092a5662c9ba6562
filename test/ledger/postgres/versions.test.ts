import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Session } from '../../../src/ledger/postgres/connection.ts'
import { makeTables, schemaVersion, versions } from '../../../src/ledger/postgres/schema.ts'
import { postgresStore } from '../../../src/ledger/postgres/store.ts'
import {
  claimed,
  closedAfterTest,
  closeLedger,
  none,
  outcomes,
  people,
  preparation,
  problemIn,
} from '../temp-ledger.ts'
import { type FreshSchema, freshSchema, target } from './postgres-ledger.ts'

const fixture = (version: number): string =>
  readFileSync(new URL(`../../fixtures/ledgers/postgres/version-${version}.sql`, import.meta.url), 'utf8')

/** What a friendtalk of the next version does to the tables. */
const next = [...versions, 'ALTER TABLE send ADD COLUMN of_next text; CREATE TABLE of_next (n integer);']

async function upgrade({ url, schema }: FreshSchema, steps: readonly string[] = next): Promise<void> {
  const session = await Session.connect(url, schema)
  try {
    await makeTables(session, schema, steps)
  } finally {
    await session.close()
  }
}

const storeAt = ({ url, schema }: FreshSchema): ReturnType<typeof postgresStore> =>
  postgresStore({ url, schema, target })

/** A worker in a process of its own, as of a machine whose friendtalk is of this version. */
async function workerProcess({
  url,
  schema,
}: FreshSchema): Promise<{ readonly pid: number; readonly end: () => Promise<void> }> {
  const module = fileURLToPath(new URL('open-in-child.mjs', import.meta.url))
  const script = `const { open } = await import(${JSON.stringify(module)})
    const ledger = await open(${JSON.stringify(JSON.stringify({ url, schema }))})
    console.log('at work')
    process.stdin.on('end', () => ledger.close()).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return {
    pid: child.pid ?? 0,
    end: async () => {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

describe('tables of an older version', () => {
  it('are as they were made then', () => {
    expect(versions.map((sql) => sql.trim())).toEqual(versions.map((_, index) => fixture(index + 1).trim()))
  })

  it.each(versions.map((_, index) => index + 1))(
    'are upgraded when a ledger is opened: version %i',
    async (version) => {
      const at = await freshSchema()
      const { server, database, schema } = at
      const sql = Array.from({ length: version }, (_, index) => fixture(index + 1)).join('\n')
      await server.query(
        `CREATE SCHEMA ${schema}; SET search_path TO ${schema}; ${sql}; UPDATE version SET version = ${version}`,
        {
          role: 'friendtalk',
          database,
        },
      )
      const ledger = closedAfterTest(await storeAt(at).open({ ifMissing: 'create' }))
      await ledger.prepare(preparation({ a: people(2) }))
      await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      expect(await ledger.counts('r1')).toEqual({ ...none, accepted: 2 })
      expect(await server.query(`SELECT version FROM ${schema}.version`, { database })).toEqual([
        { version: schemaVersion },
      ])
    },
  )

  it('are left alone while workers of that version are at work, which are named', async () => {
    const at = await freshSchema()
    const older = [await workerProcess(at), await workerProcess(at)]
    const workers = older.map(({ pid }) => `${hostname()}:${pid}`)
    expect(await problemIn(() => upgrade(at))).toMatchObject({ type: 'older-at-work', version: schemaVersion, workers })
    await older[0]?.end()
    expect(await problemIn(() => upgrade(at))).toMatchObject({ type: 'older-at-work', workers: workers.slice(1) })
    await older[1]?.end()
    await upgrade(at)
  })

  it('are upgraded when a worker of that version was killed', async () => {
    const at = await freshSchema()
    const { pid } = await workerProcess(at)
    process.kill(pid, 'SIGKILL')
    await at.server.terminate({ application: at.application })
    await upgrade(at)
  })

  it('are upgraded once when several want to at the same time', async () => {
    const at = await freshSchema()
    await closeLedger(await storeAt(at).open({ ifMissing: 'create' }))
    await Promise.all([upgrade(at), upgrade(at), upgrade(at)])
    const { server, database, schema } = at
    expect(await server.query(`SELECT version FROM ${schema}.version`, { database })).toEqual([
      { version: next.length },
    ])
  })

  it('stay as they are when the upgrade fails, whatever of it was done', async () => {
    const at = await freshSchema()
    const ledger = await storeAt(at).open({ ifMissing: 'create' })
    await ledger.prepare(preparation({ a: people(2) }))
    await closeLedger(ledger)
    const failing = [...next, 'CREATE TABLE more (n integer); SELECT 1 / 0;']
    expect(await problemIn(() => upgrade(at, failing))).toMatchObject({ type: 'failed', code: '22012' })
    const again = closedAfterTest(await storeAt(at).open({ ifMissing: 'refuse' }))
    expect(await again.counts('r1')).toEqual({ ...none, pending: 2 })
  })

  it('are for their owner to change, who is named', async () => {
    const at = await freshSchema()
    await closeLedger(await storeAt(at).open({ ifMissing: 'create' }))
    const { server, database, schema } = at
    const role = await server.freshRole()
    await server.query(
      `GRANT ALL ON SCHEMA ${schema} TO ${role}; GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      {
        database,
      },
    )
    const other = { ...at, url: server.url({ role, database }) }
    const problem = await problemIn(() => upgrade(other))
    const grants = [`GRANT "friendtalk" TO "${role}"`]
    expect(problem).toMatchObject({ type: 'not-granted', grants })
    await server.query(grants.join(';'), { database })
    await upgrade(other)
  })
})

describe('a friendtalk of an older version', () => {
  it('refuses tables of a newer one', async () => {
    const at = await freshSchema()
    await closeLedger(await storeAt(at).open({ ifMissing: 'create' }))
    await upgrade(at)
    const newer = { type: 'newer-version', version: next.length, known: schemaVersion }
    const store = storeAt(at)
    expect(await problemIn(() => store.open({ ifMissing: 'create' }))).toMatchObject(newer)
    expect(await problemIn(() => store.state())).toMatchObject(newer)
    expect(await problemIn(() => store.read())).toMatchObject(newer)
    expect((await store.check())?.problem).toMatchObject(newer)
  })

  it('does not come back with a new session to tables that were upgraded meanwhile', async () => {
    const at = await freshSchema()
    const ledger = closedAfterTest(await storeAt(at).open({ ifMissing: 'create' }))
    await ledger.prepare(preparation({ a: people(2) }))
    await at.server.terminate({ application: at.application })
    // Its way back is open: it must find the new tables first.
    const before = { ...at, url: at.server.url({ database: at.database }) }
    await upgrade(before)
    expect(await problemIn(() => claimed(ledger))).toMatchObject({ type: 'newer-version', version: next.length })
  })
})
