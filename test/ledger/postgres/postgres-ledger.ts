import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { databaseStore } from '../../../src/ledger/database-store.ts'
import { afterEachFile } from '../../ending.ts'
import type { Cluster } from '../../postgres/cluster.mjs'
import { commonServer } from '../../postgres/server.ts'
import type { LedgerPlace, StoreUnderTest } from '../contract/store-under-test.ts'
import { closedAfterTest, closeLedger } from '../temp-ledger.ts'

export const target = 'production'

/** A schema in which no ledger is yet, in the database that the tests of a file share. */
export interface FreshSchema {
  readonly server: Cluster
  readonly database: string
  readonly schema: string
  /** The name under which its sessions are known to the server. */
  readonly application: string
  readonly url: string
}

let common: Promise<string> | undefined

afterEachFile(() => {
  common = undefined
})

export async function freshSchema(): Promise<FreshSchema> {
  const server = await commonServer()
  common ??= server.freshDatabase()
  const database = await common
  const schema = `s_${randomBytes(6).toString('hex')}`
  return { server, database, schema, application: schema, url: server.url({ database, application_name: schema }) }
}

/** Ledgers in schemas of a PostgreSQL database. */
export const postgresUnderTest: StoreUnderTest = {
  name: 'postgres',
  changedBy: 'many-processes',
  modelRuns: 25,
  fresh: async () => placeIn(await freshSchema()),
  childModule: fileURLToPath(new URL('open-in-child.mjs', import.meta.url)),
}

function placeIn(where: FreshSchema): LedgerPlace {
  const { server, database, schema, application, url } = where
  const store = databaseStore({ url, schema, target, refreshMs: 20 })
  const opened: Ledger[] = []
  return {
    name: JSON.stringify({ url, schema }),
    store,
    open: async ({ now } = {}) => {
      const its = now ? databaseStore({ url, schema, target, refreshMs: 20, now }) : store
      const ledger = closedAfterTest(await its.open({ ifMissing: 'create' }))
      opened.push(ledger)
      return ledger
    },
    crash: async () => {
      // What is under way stays as it is when a session ends; one that the server ends would come back.
      for (const ledger of opened) await closeLedger(ledger)
      await server.terminate({ application })
      return placeIn(where)
    },
    change: async (statement) => {
      await server.query(`SET search_path TO "${schema}_${target}"; ${statement}`, { database })
    },
    // Every row of every table. What PostgreSQL keeps of deleted rows until they are vacuumed is left out.
    contents: async () => {
      const values = [`${schema}_${target}`]
      const [row] = await server.query('SELECT schema_to_xml($1::name, true, true, $$$$)::text AS rows', {
        database,
        values,
      })
      return String(row?.['rows'])
    },
  }
}
