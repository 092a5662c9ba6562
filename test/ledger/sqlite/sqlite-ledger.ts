import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { ledgerStore } from '../../../src/ledger/open.ts'
import { logFiles } from '../../../src/ledger/sqlite/claim-log.ts'
import { lockFile } from '../../../src/ledger/sqlite/file.ts'
import { openLedger } from '../../../src/ledger/sqlite/open-ledger.ts'
import { memoryFolder } from '../../project/temp-folder.ts'
import type { LedgerPlace, StoreUnderTest } from '../contract/store-under-test.ts'
import { closedAfterTest, closeLedger } from '../temp-ledger.ts'

const target = 'production'

/** A path at which there is no ledger yet. */
export function ledgerPath(): string {
  return join(memoryFolder(), 'state', 'ledger.db')
}

/** Opens a ledger that is closed when the test is over; it is made when it is missing. */
export async function openTestLedger(
  path: string = ledgerPath(),
  options: Partial<Parameters<typeof openLedger>[0]> = {},
): Promise<Ledger> {
  return closedAfterTest(await openLedger({ path, target, ifMissing: 'create', ...options }))
}

/** Copies a ledger as a crash at this moment would leave it: every file but the lock. */
export function crashedCopy(path: string): string {
  const copy = ledgerPath()
  mkdirSync(dirname(copy))
  for (const name of readdirSync(dirname(path)).filter((each) => !each.endsWith('-lock'))) {
    copyFileSync(join(dirname(path), name), join(dirname(copy), name.replace(basename(path), basename(copy))))
  }
  return copy
}

/** Ledgers in SQLite files. */
export const sqliteUnderTest: StoreUnderTest = {
  name: 'sqlite',
  changedBy: 'one-process',
  erases: 'in-groups',
  modelRuns: 80,
  fresh: () => placeAt(ledgerPath()),
  childModule: fileURLToPath(new URL('open-in-child.mjs', import.meta.url)),
}

function placeAt(path: string): LedgerPlace {
  let opened: Ledger | undefined
  return {
    name: path,
    store: ledgerStore({ path, target }),
    open: async ({ settledAtOnce, now } = {}) => {
      opened = await openTestLedger(path, {
        ...(settledAtOnce !== undefined && { eraseAfter: settledAtOnce }),
        ...(now && { now }),
      })
      return opened
    },
    crash: async () => {
      const copy = crashedCopy(path)
      if (opened) await closeLedger(opened)
      return placeAt(copy)
    },
    contents: async () => {
      const files = readdirSync(dirname(path)).map((name) => join(dirname(path), name))
      return files
        .filter((file) => file !== lockFile(path))
        .map((file) => readFileSync(file, 'latin1'))
        .join('\n')
    },
    harmless: logDamages.flatMap((damage) =>
      ([0, 1] as const).map((log) => ({
        name: `${damage.name} ${log}`,
        crashedCopy: () => {
          const copy = crashedCopy(path)
          const file = logFiles(copy)[log]
          if (existsSync(file)) damage(file)
          return placeAt(copy)
        },
      })),
    ),
  }
}

/** What may happen to one of the two files of a claim log. */
const logDamages = [
  function none(): void {},
  function removed(path: string): void {
    rmSync(path)
  },
  function emptied(path: string): void {
    truncateSync(path)
  },
  function halved(path: string): void {
    truncateSync(path, Math.floor(statSync(path).size / 2))
  },
  function flipped(path: string): void {
    const data = readFileSync(path)
    for (let at = 5; at < data.length; at += 97) if (data[at] !== 0) data[at] = (data[at] ?? 0) ^ 1
    writeFileSync(path, data)
  },
]
