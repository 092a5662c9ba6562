// In the place of the ledger's driver: a statement takes time, in which others go on.
import type { Run } from '../../src/ledger/driver.ts'
import { openSqlite as openReal, type SqliteDriver } from '../../src/ledger/sqlite.ts'
import { theWorld } from './world.ts'

export * from '../../src/ledger/sqlite.ts'

export function openSqlite(path: string, mode: 'read' | 'write'): SqliteDriver {
  const driver = openReal(path, mode)
  return {
    ...driver,
    run: slowly(driver.run),
    transaction: async (work) => {
      const result = await driver.transaction((run) => work(slowly(run)))
      await pass()
      return result
    },
  }
}

function slowly(run: Run): Run {
  return async (sql, ...values) => {
    const rows = await run(sql, ...values)
    await pass()
    return rows
  }
}

async function pass(): Promise<void> {
  const { current, random } = theWorld()
  const { statementMs = 0 } = current ?? {}
  if (statementMs > 0 && random.chance(0.3)) await theWorld().sleep(random.between(0, statementMs))
}
