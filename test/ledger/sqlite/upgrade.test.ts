import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { moveLedger } from '../../../src/ledger/move.ts'
import { ledgerStore } from '../../../src/ledger/open.ts'
import { openLedgerReader } from '../../../src/ledger/sqlite/open-ledger.ts'
import { freshSchema } from '../postgres/postgres-ledger.ts'
import {
  claimed,
  closedAfterTest,
  closeLedger,
  outcomes,
  people,
  person,
  preparation,
  problemIn,
  sendsIn,
} from '../temp-ledger.ts'
import { crashedCopy, ledgerPath, openTestLedger } from './sqlite-ledger.ts'

/** Ledgers that versions before made, and what they held then; those of later ones than 2 have its number in their names. */
const fixtures = fileURLToPath(new URL('../../fixtures/ledgers/', import.meta.url))
const target = 'production'

interface Held {
  readonly lineage: string
  readonly sends: readonly { release: string; id: string; key: string; state: string; attempt: number }[]
}

function old(name: string): { readonly path: string; readonly held: Held } {
  const path = ledgerPath()
  mkdirSync(dirname(path))
  for (const suffix of ['', '-wal', '-claims-1', '-claims-2']) {
    const file = join(fixtures, `${name}.db${suffix}`)
    if (existsSync(file)) copyFileSync(file, path + suffix)
  }
  return { path, held: JSON.parse(readFileSync(join(fixtures, `${name}.json`), 'utf8')) as Held }
}

describe('a ledger of the version before', () => {
  it.each(['finished', 'interrupted', 'names', 'finished-3', 'interrupted-3', 'finished-4', 'interrupted-4'])(
    '%s: keeps every send and its key',
    async (name) => {
      const { path, held } = old(name)
      const ledger = await openTestLedger(path)
      const sends: object[] = []
      for (const { release } of await ledger.releases()) {
        for (const { id, key, state, attempt } of await sendsIn(ledger, { release }))
          sends.push({ id, key, state, attempt })
      }
      const expected = held.sends.map(({ id, key, state, attempt }) => {
        return { id, key, state: state === 'inflight' ? 'unknown' : state, attempt }
      })
      expect(sends).toEqual(expected)
      // What version 2 left in its journal is taken over with the rest.
      const left = held.sends.filter(({ state }) => state === 'inflight').length
      expect(ledger.recovered).toBe(/\d$/.test(name) ? left : 0)
      expect(ledger.lineage).toBe(held.lineage)
      await ledger.verify()
      await closeLedger(ledger)
      await (await openTestLedger(path)).verify()
      expect(readdirSync(dirname(path)).filter((file) => /-(wal|shm|journal)$/.test(file))).toEqual([])
    },
  )

  it('is upgraded by whoever reads it first', async () => {
    const { path } = old('interrupted')
    const reader = await openLedgerReader({ path, target })
    expect(await reader.counts('r1')).toMatchObject({ pending: 8, accepted: 3, deferred: 3, unknown: 6 })
    await reader.close()
  })

  it.each(['finished', 'finished-3', 'finished-4'])('%s: keeps decisions, images and plans', async (name) => {
    const { path } = old(name)
    const ledger = await openTestLedger(path)
    expect((await ledger.decisions('r1')).length).toBeGreaterThan(0)
    expect(await ledger.image({ sha256: 'ab', operation: 'FT', account: 'me' })).toEqual({
      url: 'https://img.example.com/1.png',
      uploadedAt: 5,
    })
    expect(await ledger.plansOf('r1')).toMatchObject([{ digest: 'sha256:plan-1' }])
  })

  it('goes on with what was pending, and sends nothing to those it knows', async () => {
    const { path, held } = old('names')
    const ledger = await openTestLedger(path)
    const release = '출시'
    const { template } = templateIn((await ledger.templates(release))[0])
    const again = preparation(
      { a: people(5).map((one, n) => (n === 3 ? { ...one, key: '주문-3' } : one)) },
      { release, templates: [template] },
    )
    expect(await ledger.prepare(again)).toMatchObject({ added: 0, existing: 5 })
    const batch = await ledger.claim({ release, maxSends: 10 })
    const keys = held.sends.filter(({ state, release: of }) => state === 'pending' && of.normalize('NFKC') === release)
    expect(batch?.sends.map(({ key }) => key)).toEqual(keys.map(({ key }) => key))
  })

  it.each(['finished', 'interrupted', 'names'])('%s: is moved into a database as any other', async (name) => {
    const { path, held } = old(name)
    const { url, schema } = await freshSchema()
    const database = ledgerStore({ url, schema, target })
    await moveLedger(ledgerStore({ path, target }), database)
    const ledger = closedAfterTest(await database.open({ ifMissing: 'refuse' }))
    for (const { release, counts } of await ledger.releases()) {
      const sends = held.sends.filter((send) => send.release.normalize('NFKC') === release || send.release === release)
      const states = (await sendsIn(ledger, { release })).map(({ key, state }) => [key, state])
      for (const [key, state] of states) {
        const before = sends.find((send) => send.key === key)?.state
        expect([key, state]).toEqual([key, before === 'inflight' ? 'unknown' : before])
      }
      const batch = await ledger.claim({ release, maxSends: 100 })
      expect(batch?.sends.length ?? 0).toBe(counts.pending)
    }
    await ledger.verify()
  })

  it('knows nobody of it by person, and everybody that is sent to since', async () => {
    const { path } = old('interrupted-3')
    const ledger = await openTestLedger(path, { now: () => 1_780_000_100_000 })
    const ask = { release: 'r2', sinceMs: 0 }
    const numbers = people(20).map(({ number }) => number)
    expect(await ledger.recentAds(ask, numbers)).toEqual(numbers.map(() => 0))
    await ledger.settle(outcomes(await claimed(ledger, 2), 'accepted'))
    await ledger.prepare(preparation({ a: people(3).map((one, n) => ({ ...one, ref: `c-${n}` })) }, { release: 'r3' }))
    const batch = await ledger.claim({ release: 'r3', maxSends: 10 })
    if (batch) await ledger.settle(outcomes(batch, 'accepted'))
    expect((await ledger.recentAds(ask, numbers)).slice(0, 4)).toEqual([1, 1, 1, 0])
    expect((await sendsIn(ledger, { release: 'r3' })).map(({ ref }) => ref)).toEqual(['c-0', 'c-1', 'c-2'])
    await ledger.verify()
  })

  it('knows people, references and who is held of version 4', async () => {
    const { path } = old('finished-4')
    const ledger = await openTestLedger(path)
    const numbers = people(7).map(({ number }) => number)
    expect(await ledger.recentAds({ release: 'r2', sinceMs: 0 }, numbers)).toEqual([2, 2, 2, 1, 1, 0, 1])
    expect((await sendsIn(ledger, { release: 'r1' })).map(({ ref }) => ref).slice(0, 5)).toEqual([
      undefined,
      'c-1',
      undefined,
      undefined,
      'c-4',
    ])
    expect(await ledger.counts('r2')).toMatchObject({ pending: 3 })
    expect((await ledger.releases()).map(({ excluded }) => excluded)).toEqual([2, 0])
  })

  it.each(['finished-3', 'finished-4'])('%s: is refused when it is damaged, and stays as it is', async (name) => {
    const { path } = old(name)
    const database = new DatabaseSync(path)
    database.exec("UPDATE send SET masked = '010-****-9999' WHERE row = 1")
    database.close()
    const problem = { type: 'corrupt', path, detail: 'send 1' }
    expect(await problemIn(() => openTestLedger(path))).toEqual(problem)
    expect(await problemIn(() => openTestLedger(path))).toEqual(problem)
  })

  it('takes nobody into one of two releases whose names look the same', async () => {
    const { path } = old('names')
    const ledger = await openTestLedger(path)
    expect((await ledger.releases()).map(({ release }) => release)).toEqual(['출시', 'r1', 'ｒ１'])
    const { template } = templateIn((await ledger.templates('r1'))[0])
    const more = preparation({ a: [person(77)] }, { templates: [template] })
    expect(await problemIn(() => ledger.prepare(more))).toEqual({ type: 'ambiguous-release', release: 'r1' })
    expect((await claimed(ledger)).sends).toHaveLength(2)
  })

  it('is upgraded further when a crash came between its last write and the end of its write-ahead log', async () => {
    const { path, held } = old('finished')
    // Whoever reads keeps the log from being given up.
    const reading = new DatabaseSync(path, { readOnly: true })
    reading.exec('BEGIN; SELECT count(*) FROM send')
    expect(await problemIn(() => openTestLedger(path))).toMatchObject({ type: 'busy' })
    const crashed = crashedCopy(path)
    reading.close()
    const ledger = await openTestLedger(crashed)
    await ledger.verify()
    expect(ledger.lineage).toBe(held.lineage)
    expect(await sendsIn(ledger, { release: 'r1' })).toHaveLength(held.sends.length)
  })

  it('is refused when a text in it was changed, and stays as it is', async () => {
    const { path } = old('finished')
    const database = new DatabaseSync(path)
    database.exec("UPDATE message SET template = replace(template, '안녕', '잘가') WHERE message = 1")
    database.close()
    const problem = { type: 'corrupt', path, detail: 'message 1' }
    expect(await problemIn(() => openTestLedger(path))).toEqual(problem)
    expect(await problemIn(() => openTestLedger(path))).toEqual(problem)
  })
})

function templateIn<T>(template: T | undefined): { readonly template: T } {
  if (template === undefined) throw new Error('There is no template.')
  return { template }
}
