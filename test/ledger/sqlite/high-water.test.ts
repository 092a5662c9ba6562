import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HighWaterMarks } from '../../../src/ledger/high-water.ts'
import { acceptLedger, checkLedger } from '../../../src/ledger/sqlite/store.ts'
import { memoryFolder } from '../../project/temp-folder.ts'
import { claimed, closeLedger, outcomes, people, preparation, problemIn } from '../temp-ledger.ts'
import { crashedCopy, ledgerPath, openTestLedger } from './sqlite-ledger.ts'

const target = 'production'

/** Puts every file of one ledger in the place of another's. */
function putBack(from: string, to: string): void {
  for (const name of readdirSync(dirname(to))) if (!name.endsWith('-lock')) rmSync(join(dirname(to), name))
  for (const name of readdirSync(dirname(from))) {
    if (!name.endsWith('-lock'))
      copyFileSync(join(dirname(from), name), join(dirname(to), name.replace(basename(from), basename(to))))
  }
}

async function sendTen(path: string, marks: HighWaterMarks, release = 'r1'): Promise<void> {
  const ledger = await openTestLedger(path, { marks })
  await ledger.prepare(preparation({ a: people(40) }, { release }))
  const batch = await ledger.claim({ release, maxSends: 10 })
  if (batch) await ledger.settle(outcomes(batch, 'accepted'))
  await closeLedger(ledger)
}

describe('what this machine knows of a ledger', () => {
  it('refuses an older copy of all its files, under its own path or another', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    await sendTen(path, marks)
    const before = crashedCopy(path)
    await sendTen(path, marks)
    const older = (at: string): object => ({ type: 'older', path: at, known: 'machine' })
    expect(await problemIn(() => openTestLedger(before, { marks }))).toEqual(older(before))
    expect(checkLedger({ path: before, target, marks })?.problem).toEqual(older(before))
    putBack(before, path)
    expect(await problemIn(() => openTestLedger(path, { marks }))).toEqual(older(path))
  })

  it('refuses it although the newer one was killed and not closed', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    await sendTen(path, marks)
    const before = crashedCopy(path)
    const ledger = await openTestLedger(path, { marks })
    await claimed(ledger)
    const crashed = crashedCopy(path)
    await closeLedger(ledger)
    expect(await problemIn(() => openTestLedger(before, { marks }))).toMatchObject({ type: 'older' })
    expect((await openTestLedger(crashed, { marks: new HighWaterMarks(memoryFolder()) })).recovered).toBe(10)
  })

  it('is flushed before the first claim of a run: what is only raised goes with the power', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    await sendTen(path, marks)
    const before = crashedCopy(path)
    const ledger = await openTestLedger(path, { marks })
    const fileOf = (): string => join(marks.folder, `${ledger.lineage}.json`)
    const opened = statSync(fileOf()).ino
    const batch = await claimed(ledger)
    // A file that takes the place of another is flushed; what is written into one is not.
    const begun = statSync(fileOf()).ino
    expect(begun).not.toBe(opened)
    await ledger.settle(outcomes(batch, 'accepted'))
    expect(statSync(fileOf()).ino).toBe(begun)
    await closeLedger(ledger)
    expect(await problemIn(() => openTestLedger(before, { marks }))).toMatchObject({ type: 'older' })
  })

  it('is still known as it was flushed when the power fails while it is raised', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    await sendTen(path, marks)
    const before = crashedCopy(path)
    const ledger = await openTestLedger(path, { marks })
    const file = join(marks.folder, `${ledger.lineage}.json`)
    await claimed(ledger)
    const flushed = readFileSync(file)
    await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    const raised = readFileSync(file)
    await closeLedger(ledger)
    const from = raised.findIndex((byte, index) => byte !== flushed[index])
    expect(raised).toHaveLength(flushed.length)
    // Of what was not flushed the disk may have any part.
    for (let kept = from; kept <= raised.length; kept++) {
      writeFileSync(file, Buffer.concat([raised.subarray(0, kept), flushed.subarray(kept)]))
      expect(await problemIn(() => openTestLedger(before, { marks }))).toMatchObject({ type: 'older' })
    }
  })

  it('refuses another ledger in the place of one', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    await sendTen(path, marks)
    const other = ledgerPath()
    await sendTen(other, new HighWaterMarks(memoryFolder()))
    putBack(other, path)
    expect(await problemIn(() => openTestLedger(path, { marks }))).toMatchObject({ type: 'replaced', path })
  })

  it('lets two copies run one after the other, but not at the same time', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    await sendTen(path, marks)
    const copy = crashedCopy(path)
    const ledger = await openTestLedger(path, { marks })
    expect(await problemIn(() => openTestLedger(copy, { marks: new HighWaterMarks(marks.folder) }))).toMatchObject({
      type: 'locked',
    })
    await closeLedger(ledger)
    await closeLedger(await openTestLedger(copy, { marks }))
  })

  it('is raised with each claim, also when the file is damaged afterwards', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    const ledger = await openTestLedger(path, { marks })
    await ledger.prepare(preparation({ a: people(40) }))
    const seen: number[] = []
    for (let n = 0; n < 3; n++) {
      await claimed(ledger)
      seen.push(marks.of(ledger.lineage)?.sequence ?? 0)
    }
    expect(seen).toEqual([...seen].toSorted((a, b) => a - b))
    expect(new Set(seen).size).toBe(3)
    const file = join(marks.folder, `${ledger.lineage}.json`)
    writeFileSync(file, readFileSync(file, 'utf8').replace('0', '9'))
    expect(marks.of(ledger.lineage)).toBeUndefined()
  })

  it.skipIf(process.getuid?.() === 0)('is a notice where it cannot be written', async () => {
    const folder = memoryFolder()
    chmodSync(folder, 0o500)
    const ledger = await openTestLedger(ledgerPath(), { marks: new HighWaterMarks(join(folder, 'ledgers')) })
    expect(ledger.notices).toEqual([{ type: 'unmarked', folder: join(folder, 'ledgers'), code: 'EACCES' }])
    await ledger.prepare(preparation({ a: people(10) }))
    expect((await claimed(ledger)).sends).toHaveLength(10)
  })

  it('is a notice where a file is in its place', async () => {
    const folder = join(memoryFolder(), 'ledgers')
    writeFileSync(folder, '')
    const ledger = await openTestLedger(ledgerPath(), { marks: new HighWaterMarks(folder) })
    expect(ledger.notices).toEqual([{ type: 'unmarked', folder, code: 'ENOTDIR' }])
  })
})

describe('a new ledger', () => {
  it('is refused where this machine knows one of the account and the target, unless there is a reason', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    const account = 'shop'
    await closeLedger(await openTestLedger(path, { marks, account }))
    const next = ledgerPath()
    expect(await problemIn(() => openTestLedger(next, { marks, account }))).toEqual({
      type: 'known',
      path: next,
      target,
      known: path,
    })
    await closeLedger(await openTestLedger(ledgerPath(), { marks, account: 'other shop' }))
    await closeLedger(
      await openTestLedger(next, { marks, account, ifMissing: { reason: 'the first one was of a trial' } }),
    )
  })

  it('is refused where only the claim log is left', async () => {
    const path = ledgerPath()
    await sendTen(path, new HighWaterMarks(memoryFolder()))
    rmSync(path)
    expect(await problemIn(() => openTestLedger(path))).toMatchObject({ type: 'main-lost', path })
  })
})

describe('accepting an older copy', () => {
  it('makes what is left in it unknown, and begins no release that was begun since', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    await sendTen(path, marks)
    const before = crashedCopy(path)
    await sendTen(path, marks, 'r2')
    mkdirSync(dirname(path), { recursive: true })
    putBack(before, path)
    const accepted = { path, target, marks, who: 'ops', reason: 'the disk is lost' }
    expect(acceptLedger(accepted)).toEqual({ unknown: 30, notices: [] })
    expect(checkLedger({ path, target, marks })).toBeUndefined()
    const ledger = await openTestLedger(path, { marks })
    expect(await ledger.counts('r1')).toMatchObject({ accepted: 10, unknown: 30, pending: 0 })
    const again = preparation({ a: people(40) }, { release: 'r2' })
    expect(await problemIn(() => ledger.prepare(again))).toEqual({ type: 'lost-release', release: 'r2' })
    await ledger.prepare(preparation({ a: people(5) }, { release: 'r3' }))
    await closeLedger(ledger)
  })

  it('keeps the outcomes that only its claim log has', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    const ledger = await openTestLedger(path, { marks })
    await ledger.prepare(preparation({ a: people(40) }))
    await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    await claimed(ledger)
    const before = crashedCopy(path)
    await closeLedger(ledger)
    await sendTen(path, marks, 'r2')
    putBack(before, path)
    const accepted = { path, target, marks, who: 'ops', reason: 'the disk is lost' }
    expect(acceptLedger(accepted)).toEqual({ unknown: 30, notices: [] })
    const next = await openTestLedger(path, { marks })
    expect(await next.counts('r1')).toMatchObject({ accepted: 10, unknown: 30, inflight: 0, pending: 0 })
    await closeLedger(next)
  })

  it('begins none of them after the same copy was put back and accepted once more', async () => {
    const [path, marks] = [ledgerPath(), new HighWaterMarks(memoryFolder())]
    await sendTen(path, marks)
    const before = crashedCopy(path)
    await sendTen(path, marks, 'r2')
    const accepted = { path, target, marks, who: 'ops', reason: 'the disk is lost' }
    for (const times of [1, 2, 3]) {
      putBack(before, path)
      expect(acceptLedger(accepted)).toEqual({ unknown: 30, notices: [] })
      const ledger = await openTestLedger(path, { marks })
      const again = preparation({ a: people(40) }, { release: 'r2' })
      expect(await problemIn(() => ledger.prepare(again)), `time ${times}`).toMatchObject({ type: 'lost-release' })
      await closeLedger(ledger)
    }
  })
})
