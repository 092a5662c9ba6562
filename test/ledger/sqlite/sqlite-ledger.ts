import { DatabaseSync } from '@photostructure/sqlite'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FileOptions, fileStore } from '../../../src/ledger/file-store.ts'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { memoryFolder } from '../../project/temp-folder.ts'
import type { LedgerPlace, StoreUnderTest } from '../contract/store-under-test.ts'
import { closedAfterTest, closeLedger } from '../temp-ledger.ts'

const target = 'production'

/** A path at which there is no ledger yet. */
export function ledgerPath(): string {
  return join(memoryFolder(), 'state', 'ledger.db')
}

/** Opens a ledger that is closed when the test is over; it is made when it is missing. */
async function openTestLedger(path: string = ledgerPath(), options: Partial<FileOptions> = {}): Promise<Ledger> {
  return closedAfterTest(await fileStore({ path, target, ...options }).open({ ifMissing: 'create' }))
}

/** Copies the files of a ledger to another place, as they are. */
function copyOf(path: string): string {
  const copy = ledgerPath()
  mkdirSync(dirname(copy))
  for (const name of readdirSync(dirname(path)).filter((each) => !each.includes('-lock'))) {
    copyFileSync(join(dirname(path), name), join(dirname(copy), name.replace(basename(path), basename(copy))))
  }
  return copy
}

/** Makes a copy of a ledger what a crash at this moment would leave: the file itself, and no copy. */
function crashedCopy(path: string): string {
  const copy = copyOf(path)
  const database = new DatabaseSync(copy)
  const { dev, ino } = statSync(copy)
  database.prepare(`UPDATE meta SET value = ? WHERE name = 'place'`).run(`${dev}:${ino}`)
  database.close()
  return copy
}

/** Ledgers in SQLite files. */
export const sqliteUnderTest: StoreUnderTest = {
  name: 'sqlite',
  changedBy: 'one-process',
  modelRuns: 80,
  fresh: () => placeAt(ledgerPath()),
  childModule: fileURLToPath(new URL('open-in-child.mjs', import.meta.url)),
}

function placeAt(path: string): LedgerPlace {
  let opened: Ledger | undefined
  return {
    name: path,
    store: fileStore({ path, target }),
    open: async ({ now } = {}) => {
      opened = await openTestLedger(path, now ? { now } : {})
      return opened
    },
    crash: async () => {
      const copy = crashedCopy(path)
      if (opened) await closeLedger(opened)
      return placeAt(copy)
    },
    change: async (statement) => {
      const database = new DatabaseSync(path, { timeout: 10_000 })
      database.exec(statement)
      database.close()
    },
    contents: async () => contentsOf(path),
  }
}

/** All that is kept of a ledger in files. */
function contentsOf(path: string): string {
  return ['', '-wal', '-new']
    .map((ending) => path + ending)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n')
}
