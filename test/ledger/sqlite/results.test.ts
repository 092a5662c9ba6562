import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { moveLedger } from '../../../src/ledger/move.ts'
import { ledgerStore } from '../../../src/ledger/open.ts'
import type { DeliveryResult } from '../../../src/ledger/results.ts'
import { sentLedger } from '../../results/sent-ledger.ts'
import { claimed, none, people, preparation, problemIn, sendsIn } from '../temp-ledger.ts'
import { crashedCopy, ledgerPath, openTestLedger } from './sqlite-ledger.ts'

const target = 'production'
const delivered = (key: string): DeliveryResult => ({ key, code: '0', doneAt: 1_000 })

async function record(path: string, keys: readonly string[]): Promise<void> {
  const inbox = ledgerStore({ path, target }).results()
  await inbox.record(keys.map(delivered))
  await inbox.close()
}

const resultsOf = (path: string): string => join(dirname(path), `results.${target}.db`)

it('an older copy of a ledger is put right by the results of what it does not know', async () => {
  const path = ledgerPath()
  const ledger = await openTestLedger(path)
  await ledger.prepare(preparation({ sale: people(3) }))
  const before = crashedCopy(path)
  await claimed(ledger, 2)
  const keys = (await sendsIn(ledger, { release: 'r1' })).map(({ key }) => key)
  await record(path, keys.slice(0, 2))
  writeFileSync(resultsOf(before), readFileSync(resultsOf(path)))
  const restored = await openTestLedger(before)
  expect(restored.notices).toEqual([{ type: 'proven', unknown: 0, behind: 2 }])
  expect((await claimed(restored)).sends.map(({ key }) => key)).toEqual([keys[2]])
})

it('a file of results that is damaged keeps everybody from sending, and the check names it', async () => {
  const path = ledgerPath()
  const { store, keys } = await sentLedger(path, 3)
  await record(path, keys)
  const file = resultsOf(path)
  const send = keys[0]?.slice('ft-'.length) ?? ''
  writeFileSync(file, readFileSync(file, 'latin1').replaceAll(send, send.toLowerCase().replace(/./, '#')), 'latin1')
  expect((await store.check())?.problem).toMatchObject({ type: 'results-damaged', path: file })
  expect(await problemIn(() => openTestLedger(path))).toMatchObject({ type: 'results-damaged', path: file })
})

it('another file in the place of results is refused and left alone', async () => {
  const path = ledgerPath()
  const { keys } = await sentLedger(path, 1)
  writeFileSync(resultsOf(path), 'mine')
  expect(await problemIn(() => record(path, keys))).toMatchObject({ type: 'not-results' })
  expect(readFileSync(resultsOf(path), 'utf8')).toBe('mine')
})

it('results go with a ledger that is moved, and none is taken beside the old one', async () => {
  const path = ledgerPath()
  const { store, keys } = await sentLedger(path, 2)
  const receiving = store.results()
  await receiving.record([delivered(keys[0] ?? '')])
  const to = join(dirname(path), 'other', `ledger.${target}.db`)
  mkdirSync(dirname(to))
  await moveLedger(store, ledgerStore({ path: to, target }))
  expect(await problemIn(() => receiving.record([delivered(keys[1] ?? '')]))).toMatchObject({ type: 'moved-away' })
  await receiving.close()
  await record(to, [keys[1] ?? ''])
  const reader = await ledgerStore({ path: to, target }).read()
  expect((await reader.deliveries('r1'))[0]?.counts).toMatchObject({ delivered: 2 })
  await reader.close()
})

it('two receivers make one file of results, and lose nothing of each other', async () => {
  const path = ledgerPath()
  const { store, keys } = await sentLedger(path, 40)
  const inboxes = [store.results(), store.results()]
  await Promise.all(keys.map((key, index) => inboxes[index % 2]?.record([delivered(key)])))
  for (const inbox of inboxes) await inbox.close()
  const reader = await store.read()
  expect((await reader.deliveries('r1'))[0]?.counts).toMatchObject({ delivered: 40 })
  expect(await reader.counts('r1')).toEqual({ ...none, accepted: 40 })
  await reader.close()
  expect(existsSync(`${resultsOf(path)}-journal`)).toBe(false)
})
