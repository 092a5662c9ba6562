import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { logFiles } from '../../src/ledger/sqlite/claim-log.ts'
import { lockFile } from '../../src/ledger/sqlite/file.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { claimed, closeLedger, outcomes, people, preparation, problemIn } from '../ledger/temp-ledger.ts'
import { ledgerPath, openTestLedger } from '../ledger/sqlite/sqlite-ledger.ts'

describe.each([0, 1] as const)('when file %i of the claim log is removed while messages are sent', (n) => {
  it('nothing more is claimed, and no outcome is lost', async () => {
    const path = ledgerPath()
    const ledger = await openTestLedger(path)
    await ledger.prepare(preparation({ a: people(30) }))
    const [first, second] = [await claimed(ledger), await claimed(ledger)]
    rmSync(logFiles(path)[n])
    await ledger.settle(outcomes(first, 'accepted'))
    expect(await problemIn(() => claimed(ledger))).toEqual({ type: 'moved', path: logFiles(path)[n] })
    await ledger.settle(outcomes(second, 'rejected', { code: 'G141' }))
    await closeLedger(ledger)
    const next = await openTestLedger(path)
    expect(next.recovered).toBe(0)
    expect(await next.counts('r1')).toMatchObject({ accepted: 10, rejected: 10, pending: 10, unknown: 0 })
  })

  it('a claim that waits for the disk is given to nobody, and is pending again', async () => {
    const path = ledgerPath()
    const ledger = await openTestLedger(path)
    await ledger.prepare(preparation({ a: people(30) }))
    await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    const claiming = claimed(ledger)
    await new Promise((resolve) => setImmediate(resolve))
    rmSync(logFiles(path)[n])
    expect(await problemIn(() => claiming)).toMatchObject({ type: 'moved' })
    await closeLedger(ledger)
    expect(await (await openTestLedger(path)).counts('r1')).toMatchObject({ accepted: 10, pending: 20, unknown: 0 })
  })
})

it('a lock that was removed is no lock: nothing more is claimed or written', async () => {
  const path = ledgerPath()
  const ledger = await openTestLedger(path)
  await ledger.prepare(preparation({ a: people(30) }))
  const batch = await claimed(ledger)
  rmSync(lockFile(path))
  const other = await openTestLedger(path)
  expect(other.recovered).toBe(10)
  expect(await problemIn(() => claimed(ledger))).toEqual({ type: 'changed', path })
  expect(await problemIn(() => ledger.settle(outcomes(batch, 'accepted')))).toMatchObject({ type: 'changed' })
  expect(await problemIn(() => closeLedger(ledger))).toMatchObject({ type: 'changed' })
  expect(await other.counts('r1')).toMatchObject({ unknown: 10, pending: 20 })
  expect((await claimed(other)).sends).toHaveLength(10)
})

it('closing tells why people whose sends are settled were not erased', async () => {
  const path = ledgerPath()
  const ledger = await openTestLedger(path)
  await ledger.prepare(preparation({ a: people(30) }))
  await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
  rmSync(lockFile(path))
  const gone = { type: 'gone', path: lockFile(path) }
  expect(await problemIn(() => claimed(ledger))).toEqual(gone)
  expect(await problemIn(() => closeLedger(ledger))).toEqual(gone)
  expect(readFileSync(path).includes('01000000000')).toBe(true)
  await closeLedger(await openTestLedger(path))
  expect(readFileSync(path).includes('01000000000')).toBe(false)
})

const child = fileURLToPath(new URL('../ledger/sqlite/full-disk.mjs', import.meta.url))
const canMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

it.skipIf(!canMount)('a full disk claims nothing, and has room for the outcome of what was claimed', () => {
  const folder = join(tempFolder(), 'disk')
  const script = 'mkdir -p "$1" && mount -t tmpfs -o size=3m tmpfs "$1" && exec "$2" "$3" "$1"'
  const { stdout, stderr } = spawnSync('unshare', ['-Urm', 'sh', '-c', script, 'sh', folder, process.execPath, child], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const { inflight } = (JSON.parse(stdout) as { whenFull: { inflight: number } }).whenFull
  expect(inflight).toBeGreaterThan(0)
  const pending = 400 - 60 - inflight
  expect(JSON.parse(stdout)).toEqual({
    refused: { type: 'disk-full', path: join(folder, 'ledger.db') },
    whenFull: { pending, inflight, accepted: 60, rejected: 0, deferred: 0, unknown: 0 },
    afterwards: { pending, inflight: 0, accepted: 60, rejected: inflight, deferred: 0, unknown: 0 },
    recovered: 0,
  })
})
