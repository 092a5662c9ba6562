import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, it, vi } from 'vitest'
import type { Batch } from '../../../src/ledger/ledger.ts'
import { logFiles } from '../../../src/ledger/sqlite/claim-log.ts'
import { claimed, people, preparation, problemIn } from '../temp-ledger.ts'
import { ledgerPath, openTestLedger } from './sqlite-ledger.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Which file of the claim log a descriptor is of; -1 for any other file. */
function logOf(path: string, descriptor: number): number {
  const inode = fs.fstatSync(descriptor).ino
  return logFiles(path).findIndex((name) => fs.statSync(name, { throwIfNoEntry: false })?.ino === inode)
}

it('a claim is given away once both files of the log are flushed, at the same time', async () => {
  const path = ledgerPath()
  const ledger = await openTestLedger(path)
  await ledger.prepare(preparation({ a: people(30) }))
  await claimed(ledger)
  const waiting: { readonly file: number; readonly end: () => void }[] = []
  vi.spyOn(fs, 'fdatasync').mockImplementation((descriptor, callback) => {
    waiting.push({ file: logOf(path, descriptor), end: () => callback(null) })
  })
  syncBuiltinESMExports()
  let given: Batch | undefined
  const claiming = claimed(ledger).then((batch) => (given = batch))
  await vi.waitFor(() => expect(waiting.map(({ file }) => file)).toEqual([0, 1]))
  const written = logFiles(path).map((name) => fs.readFileSync(name, 'utf8').split('\n').length)
  expect(written).toEqual([4, 4])
  waiting[1]?.end()
  await new Promise((resolve) => setImmediate(resolve))
  expect(given).toBeUndefined()
  waiting[0]?.end()
  await claiming
  expect(given?.sends).toHaveLength(10)
})

it('what is claimed has room for its outcome, however long that is, when the disk is full', async () => {
  const path = ledgerPath()
  const ledger = await openTestLedger(path)
  await ledger.prepare(preparation({ a: people(400) }))
  const inflight = [await claimed(ledger)]
  const { size } = fs.statSync(logFiles(path)[0])
  const write = fs.writeSync.bind(fs)
  // From now on no file of the log can become longer.
  vi.spyOn(fs, 'writeSync').mockImplementation(((descriptor: number, data: Buffer, ...where: number[]) => {
    const [offset = 0, length = data.length, position = 0] = where
    if (logOf(path, descriptor) >= 0 && position + length > size) throw Object.assign(new Error(), { code: 'ENOSPC' })
    return write(descriptor, data, offset, length, position)
  }) as typeof fs.writeSync)
  syncBuiltinESMExports()
  const full = await problemIn(async () => {
    for (;;) inflight.push(await claimed(ledger))
  })
  expect(full).toEqual({ type: 'disk-full', path })
  expect(inflight.length).toBeGreaterThan(1)
  for (const batch of inflight) {
    const said = batch.sends.map(({ row, attempt }, n) => {
      const description = `${n}${'\u0001'.repeat(490)}`
      return { row, attempt, outcome: 'rejected', code: 'C400_1', description } as const
    })
    await ledger.settle(said)
  }
  expect(await ledger.counts('r1')).toMatchObject({ rejected: inflight.length * 10, inflight: 0, unknown: 0 })
})
