import { closeSync, copyFileSync, openSync, readdirSync, readFileSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HighWaterMarks } from '../../../src/ledger/high-water.ts'
import type { Ledger, LedgerStore } from '../../../src/ledger/ledger.ts'
import { logFiles } from '../../../src/ledger/sqlite/claim-log.ts'
import { Connection } from '../../../src/ledger/sqlite/connection.ts'
import { MainFile, readMeta, readState } from '../../../src/ledger/sqlite/main-file.ts'
import { openLedgerReader } from '../../../src/ledger/sqlite/open-ledger.ts'
import { moveLedger } from '../../../src/ledger/move.ts'
import { acceptLedger, checkLedger, sqliteStore } from '../../../src/ledger/sqlite/store.ts'
import { memoryFolder } from '../../project/temp-folder.ts'
import { claimed, closeLedger, outcomes, people, preparation, problemIn } from '../temp-ledger.ts'
import { crashedCopy, ledgerPath, openTestLedger } from './sqlite-ledger.ts'

const target = 'production'
const account = 'shop'

/** A folder for marks, and what opens ledgers with it as a deploy does. */
function machine(): { readonly folder: string; readonly marks: () => HighWaterMarks } {
  const folder = join(memoryFolder(), 'state')
  return { folder, marks: () => new HighWaterMarks(folder) }
}

/** What a crash leaves after 10 sends are accepted and 10 are in flight; the ledger itself is closed then. */
async function crashedLedger(sends = 30): Promise<string> {
  const path = ledgerPath()
  const ledger = await openTestLedger(path)
  await ledger.prepare(preparation({ a: people(sends) }))
  await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
  await claimed(ledger)
  const crashed = crashedCopy(path)
  await closeLedger(ledger)
  return crashed
}

/** What a crash leaves that comes while the main file is written: its journal is needed. */
async function crashedWhileWriting(): Promise<string> {
  const path = await crashedLedger(1_000)
  const connection = Connection.open(path, 'write')
  try {
    readMeta(connection, { target })
    connection.makeDurable()
    // Pages are written before the end of the change, as many of them are in a large one.
    connection.exec('PRAGMA cache_size = 1; PRAGMA cache_spill = 1')
    const main = new MainFile(connection, readState(connection))
    let crashed = ''
    main.follow({}, () => {
      connection.exec("UPDATE send SET masked = masked || '!'; UPDATE personal SET data = zeroblob(length(data))")
      crashed = crashedCopy(path)
    })
    expect(readFileSync(`${crashed}-journal`).length).toBeGreaterThan(0)
    return crashed
  } finally {
    connection.close()
  }
}

const afterCrash = { accepted: 10, unknown: 10, pending: 10 }

describe('a claim log', () => {
  it.each([0, 1] as const)('of which file %i is lost is repaired from the other', async (n) => {
    const path = await crashedLedger()
    rmSync(logFiles(path)[n])
    expect(checkLedger({ path, target })).toBeUndefined()
    const ledger = await openTestLedger(path)
    expect(ledger.notices).toEqual([{ type: 'repaired' }])
    expect(await ledger.counts('r1')).toMatchObject(afterCrash)
    expect(ledger.recovered).toBe(10)
  })

  it('that is lost makes a ledger unusable that was not closed in order', async () => {
    const path = await crashedLedger()
    for (const log of logFiles(path)) rmSync(log)
    const problem = { type: 'claims-lost', path, isMissing: true }
    expect(await problemIn(() => openTestLedger(path))).toEqual(problem)
    expect(checkLedger({ path, target })?.problem).toEqual(problem)
    expect(acceptLedger({ path, target, who: 'ops', reason: 'lost' }).unknown).toBe(30)
    expect(await (await openTestLedger(path)).counts('r1')).toMatchObject({ unknown: 30, pending: 0 })
  })

  it.each([0, 1])(
    'that is older than the main file in both files says so, with %i claims in flight',
    async (inflight) => {
      const path = ledgerPath()
      const ledger = await openTestLedger(path, { eraseAfter: 1 })
      await ledger.prepare(preparation({ a: people(60) }))
      const old = await claimed(ledger, 1)
      const early = crashedCopy(path)
      for (let n = 0; n < 4; n++) await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      if (inflight === 0) await ledger.settle(outcomes(old, 'accepted'))
      for (let n = 0; n < 2; n++) await ledger.settle(outcomes(await claimed(ledger, 1), 'accepted'))
      const late = crashedCopy(path)
      await closeLedger(ledger)
      for (const n of [0, 1] as const) copyFileSync(logFiles(early)[n], logFiles(late)[n])
      expect(await problemIn(() => openTestLedger(late))).toMatchObject({ type: 'claims-lost' })
    },
  )
})

describe('a journal of the main file', () => {
  it('that is needed keeps nobody from reading', async () => {
    const path = await crashedWhileWriting()
    expect(checkLedger({ path, target })).toBeUndefined()
    const again = await crashedWhileWriting()
    const reader = await openLedgerReader({ path: again, target })
    expect(await reader.counts('r1')).toMatchObject({ accepted: 10, inflight: 10, pending: 980 })
    await reader.close()
    const ledger = await openTestLedger(await crashedWhileWriting())
    expect(ledger.notices).toEqual([])
    expect(await ledger.counts('r1')).toMatchObject({ ...afterCrash, pending: 980 })
    await ledger.verify()
  })

  it.each(['reads', 'deploys'])(
    'of another file does nothing to one that was closed in order, when somebody %s',
    async (what) => {
      const path = ledgerPath()
      const first = await openTestLedger(path)
      await first.prepare(preparation({ a: people(30) }))
      await first.settle(outcomes(await claimed(first), 'accepted'))
      await closeLedger(first)
      copyFileSync(`${await crashedWhileWriting()}-journal`, `${path}-journal`)
      if (what === 'reads') expect(checkLedger({ path, target })).toBeUndefined()
      const ledger = await openTestLedger(path)
      expect(await ledger.counts('r1')).toMatchObject({ accepted: 10, pending: 20 })
      await ledger.verify()
    },
  )

  it('is not taken for that of a new ledger', async () => {
    const lost = await crashedWhileWriting()
    rmSync(lost)
    const ledger = await openTestLedger(lost, { ifMissing: { reason: 'a test' } })
    await ledger.prepare(preparation({ a: people(3) }))
    await ledger.verify()
    await closeLedger(ledger)
    expect(checkLedger({ path: lost, target })).toBeUndefined()
  })
})

async function backupOf(path: string): Promise<string> {
  const backup = join(memoryFolder(), 'backup.db')
  const reader = await openLedgerReader({ path, target })
  await reader.copyTo(backup)
  await reader.close()
  return backup
}

describe('what this machine knows', () => {
  async function sendFrom(ledger: Ledger): Promise<void> {
    await ledger.prepare(preparation({ a: people(30) }))
    await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    await closeLedger(ledger)
  }

  it('is how far a ledger was, so that an older copy is refused until somebody accepts it', async () => {
    const { marks } = machine()
    const path = ledgerPath()
    const first = await openTestLedger(path, { marks: marks(), account })
    await first.prepare(preparation({ a: people(30) }))
    await closeLedger(first)
    const backup = join(memoryFolder(), 'backup.db')
    copyFileSync(path, backup)
    await sendFrom(await openTestLedger(path, { marks: marks(), account }))
    expect(await problemIn(() => openTestLedger(backup, { marks: marks() }))).toEqual({
      type: 'older',
      path: backup,
      known: 'machine',
    })
    expect(checkLedger({ path: backup, target, marks: marks() })?.problem).toMatchObject({ type: 'older' })
    expect(acceptLedger({ path: backup, target, marks: marks(), who: 'ops', reason: 'lost' }).unknown).toBe(30)
    await closeLedger(await openTestLedger(backup, { marks: marks() }))
    // Of the two, the one that went on last is the newest.
    expect(await problemIn(() => openTestLedger(path, { marks: marks() }))).toMatchObject({ type: 'older' })
  })

  it('does not take a ledger for an older one while somebody sends from it', async () => {
    const { folder, marks } = machine()
    const path = ledgerPath()
    const sending = await openTestLedger(path, { marks: marks(), account })
    await sending.prepare(preparation({ a: people(30) }))
    await claimed(sending)
    const before = crashedCopy(path)
    await claimed(sending)
    const behind = crashedCopy(path)
    // Whoever sends claims more just before the record of this machine is read.
    class Raised extends HighWaterMarks {
      override all(): ReturnType<HighWaterMarks['all']> {
        for (const end of ['', '-claims-1', '-claims-2']) copyFileSync(behind + end, before + end)
        return super.all()
      }
    }
    expect(checkLedger({ path: behind, target, marks: marks() }, 'records')).toBeUndefined()
    expect(checkLedger({ path: before, target, marks: marks() }, 'records')?.problem.type).toBe('older')
    expect(checkLedger({ path: before, target, marks: new Raised(folder) }, 'records')).toBeUndefined()
    await closeLedger(sending)
  })

  it('tells a backup of which nothing was sent since from one of unknown age, which is refused', async () => {
    const [mine, other] = [machine(), machine()]
    const path = ledgerPath()
    const first = await openTestLedger(path, { marks: mine.marks(), account })
    await first.prepare(preparation({ a: people(30) }))
    await closeLedger(first)
    const backup = await backupOf(path)
    const older = await backupOf(path)
    // Looking at it makes nothing else of it, and not of the ledger either.
    await closeLedger(await openTestLedger(backup, { marks: mine.marks() }))
    expect(checkLedger({ path, target, marks: mine.marks() })).toBeUndefined()
    const accept = { path: backup, target, who: 'ops', reason: 'nothing was sent since' }
    expect(checkLedger({ path: backup, target, marks: mine.marks() })).toBeUndefined()
    expect(checkLedger({ path: backup, target, marks: other.marks() })?.problem).toEqual({
      type: 'backup',
      path: backup,
    })
    expect(await problemIn(() => openTestLedger(backup, { marks: other.marks() }))).toMatchObject({ type: 'backup' })
    expect(acceptLedger({ ...accept, marks: other.marks(), isComplete: true }).unknown).toBe(0)
    const accepted = await openTestLedger(backup, { marks: other.marks() })
    await accepted.settle(outcomes(await claimed(accepted, 10), 'accepted'))
    expect(await accepted.counts('r1')).toMatchObject({ accepted: 10, pending: 20, unknown: 0 })
    await closeLedger(accepted)
    // A machine that knows less than a backup has does not know what followed it either.
    const later = await backupOf(backup)
    expect(await problemIn(() => openTestLedger(later, { marks: mine.marks() }))).toMatchObject({ type: 'backup' })
    expect(acceptLedger({ ...accept, path: later, marks: mine.marks() }).unknown).toBe(20)
    // Of any other ledger that is refused something is missing.
    const complete = (): unknown => acceptLedger({ ...accept, path: older, marks: mine.marks(), isComplete: true })
    expect(await problemIn(complete)).toEqual({ type: 'not-complete', path: older })
  })

  it('does not matter to a backup that is taken while a deploy is about to send', async () => {
    const { marks } = machine()
    const path = ledgerPath()
    const ledger = await openTestLedger(path, { marks: marks(), account })
    await ledger.prepare(preparation({ a: people(3) }))
    const backup = await backupOf(path)
    await closeLedger(ledger)
    expect(checkLedger({ path: backup, target, marks: marks() })?.problem).toMatchObject({
      type: 'taken-while-sending',
    })
  })

  it('only grows while a ledger changes', async () => {
    const { marks } = machine()
    const path = ledgerPath()
    const ledger = await openTestLedger(path, { marks: marks(), account })
    await ledger.prepare(preparation({ a: people(30) }))
    for (let n = 0; n < 5; n++) await claimed(ledger, 1)
    const before = marks().of(ledger.lineage)?.sequence ?? 0
    await ledger.rememberImage(
      { sha256: '00', operation: 'FT', account },
      { url: 'https://a.example.com/1', uploadedAt: 1 },
    )
    expect(marks().of(ledger.lineage)?.sequence).toBe(before + 1)
  })

  it('names the account, whoever opened the ledger last', async () => {
    const { marks, folder } = machine()
    const path = ledgerPath()
    await sendFrom(await openTestLedger(path, { marks: marks(), account }))
    // Such as reconcile, which needs no credentials.
    await closeLedger(await openTestLedger(path, { marks: marks() }))
    const other = ledgerPath()
    const problem = { type: 'known', path: other, target, known: path }
    expect(await problemIn(() => openTestLedger(other, { marks: marks(), account }))).toEqual(problem)
    expect(checkLedger({ path, target, marks: marks() })).toBeUndefined()
    const to = join(memoryFolder(), 'moved', 'ledger.db')
    await move(path, to, folder)
    expect(await problemIn(() => openTestLedger(other, { marks: marks(), account }))).toEqual({ ...problem, known: to })
    await closeLedger(await openTestLedger(other, { marks: marks(), account: 'another shop' }))
  })

  it('of another ledger does not count', async () => {
    const { marks, folder } = machine()
    const [path, other] = [ledgerPath(), ledgerPath()]
    const ledger = await openTestLedger(path, { marks: marks(), account })
    await sendFrom(ledger)
    const long = await openTestLedger(other, { marks: marks(), account: 'another shop' })
    await long.prepare(preparation({ a: people(30) }))
    for (let n = 0; n < 20; n++) await claimed(long, 1)
    await closeLedger(long)
    copyFileSync(join(folder, `${long.lineage}.json`), join(folder, `${ledger.lineage}.json`))
    expect((await openTestLedger(path, { marks: marks(), account })).notices).toEqual([])
  })
})

/** @param marksIn the folder of what the machine knows */
async function move(from: string, to: string, marksIn?: string): Promise<number> {
  const storeAt = (path: string): LedgerStore =>
    sqliteStore({ path, target, ...(marksIn !== undefined && { marksIn }) })
  return (await moveLedger(storeAt(from), storeAt(to))).sends
}

describe('a ledger that is moved', () => {
  it('goes on at its new place alone', async () => {
    const path = await crashedLedger()
    const to = join(memoryFolder(), 'moved', 'ledger.db')
    expect(await move(path, to)).toBe(30)
    expect(await problemIn(() => openTestLedger(path))).toEqual({ type: 'moved-away', path, to })
    const ledger = await openTestLedger(to)
    expect(await ledger.counts('r1')).toMatchObject(afterCrash)
    expect((await claimed(ledger)).sends).toHaveLength(10)
  })

  it('does not take the place of another file, nor what another one left there', async () => {
    const path = await crashedLedger()
    const to = await crashedLedger()
    expect(await problemIn(() => move(path, to))).toEqual({ type: 'exists', path: to })
    const lost = await crashedWhileWriting()
    rmSync(lost)
    await move(path, lost)
    // The log there is of a ledger that sent something: it is kept, and this one is not taken for it.
    expect(await problemIn(() => openTestLedger(lost))).toMatchObject({ type: 'mixed' })
    expect(acceptLedger({ path: lost, target, who: 'ops', reason: 'the other is lost' }).unknown).toBe(10)
    await (await openTestLedger(lost)).verify()
  })

  it('is as old as it was', async () => {
    const { marks, folder } = machine()
    const path = ledgerPath()
    const first = await openTestLedger(path, { marks: marks(), account })
    await first.prepare(preparation({ a: people(30) }))
    await closeLedger(first)
    const backup = await backupOf(path)
    const next = await openTestLedger(path, { marks: marks(), account })
    await next.settle(outcomes(await claimed(next), 'accepted'))
    await closeLedger(next)
    // Beside the claim log of the ledger that went on it may be looked at.
    copyFileSync(backup, path)
    expect(checkLedger({ path, target })?.problem).toMatchObject({ type: 'older', known: 'claim-log' })
    const reader = await openLedgerReader({ path, target })
    expect(await reader.counts('r1')).toMatchObject({ pending: 30 })
    await reader.close()
    for (const name of readdirSync(dirname(path))) rmSync(join(dirname(path), name))
    expect(await move(backup, path, folder)).toBe(30)
    expect(await problemIn(() => openTestLedger(path, { marks: marks() }))).toMatchObject({ type: 'older' })
    expect(acceptLedger({ path, target, marks: marks(), who: 'ops', reason: 'the disk is lost' }).unknown).toBe(30)
    expect(await (await openTestLedger(path, { marks: marks() })).counts('r1')).toMatchObject({ unknown: 30 })
  })
})

it('what is damaged on the disk while it is in use is not closed in order', async () => {
  const path = ledgerPath()
  const ledger = await openTestLedger(path)
  await ledger.prepare(preparation({ a: people(300) }))
  await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
  // Pages that the process has read already.
  const [page, file] = [4_096, openSync(path, 'r+')]
  for (let at = page; at < readFileSync(path).length; at += page) writeSync(file, Buffer.alloc(page), 0, page, at)
  closeSync(file)
  expect(await problemIn(() => closeLedger(ledger))).toMatchObject({ type: 'corrupt' })
  expect(checkLedger({ path, target })?.problem).toMatchObject({ type: 'corrupt' })
})

it('a ledger that cannot be accepted stays refused', async () => {
  const path = await crashedLedger()
  truncateSync(path)
  const accept = (): unknown => acceptLedger({ path, target, who: 'ops', reason: 'damaged' })
  expect(await problemIn(accept)).toEqual({ type: 'not-a-ledger', path })
  expect(await problemIn(accept)).toEqual({ type: 'not-a-ledger', path })
  rmSync(path)
  const [log] = logFiles(path)
  expect(await problemIn(accept)).toEqual({ type: 'main-lost', path, log })
  expect(await problemIn(() => openLedgerReader({ path, target }))).toEqual({ type: 'main-lost', path, log })
})
