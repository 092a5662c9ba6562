import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HighWaterMarks } from '../../src/ledger/high-water.ts'
import { hashInKey } from '../../src/ledger/identity.ts'
import type { Ledger, LedgerStore } from '../../src/ledger/ledger.ts'
import { moveLedger } from '../../src/ledger/move.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { OutcomeFile } from '../../src/ledger/postgres/outcome-file.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { type FreshSchema, freshSchema } from '../ledger/postgres/postgres-ledger.ts'
import { ledgerPath } from '../ledger/sqlite/sqlite-ledger.ts'
import {
  claimed,
  closedAfterTest,
  closeLedger,
  none,
  outcomes,
  people,
  preparation,
  problemIn,
} from '../ledger/temp-ledger.ts'

const [target, account] = ['production', 'shop']

/** A machine by its folder of state. */
class Machine {
  readonly stateFolder = tempFolder()

  file(path: string): LedgerStore {
    return ledgerStore({ path, target, account, stateFolder: this.stateFolder })
  }

  database({ url, schema }: FreshSchema): LedgerStore {
    return ledgerStore({ url, schema, target, account, stateFolder: this.stateFolder })
  }

  get marks(): HighWaterMarks {
    return new HighWaterMarks(join(this.stateFolder, 'ledgers'))
  }
}

async function opened(store: LedgerStore): Promise<Ledger> {
  return closedAfterTest(await store.open({ ifMissing: 'create' }))
}

/** Sends so many of the release `r1`, a claim for each. */
async function send(store: LedgerStore, count: number): Promise<string> {
  const ledger = await opened(store)
  await ledger.prepare(preparation({ a: people(50) }))
  for (let n = 0; n < count; n++) await ledger.settle(outcomes(await claimed(ledger, 1), 'accepted'))
  await closeLedger(ledger)
  return ledger.lineage
}

describe('what machines know of a ledger that is moved', () => {
  it('holds at its new place, there and back', async () => {
    const [mine, other] = [new Machine(), new Machine()]
    const [path, at, again] = [ledgerPath(), await freshSchema(), await freshSchema()]
    const lineage = await send(mine.file(path), 7)
    await moveLedger(mine.file(path), mine.database(at))
    expect(mine.marks.of(lineage)?.path).toBe(mine.database(at).path)
    // It knew the file by the disk that it was on.
    const { sequence = 0 } = mine.marks.of(lineage) ?? {}
    other.marks.write({ lineage, target, account, path, releases: [], sequence })
    await send(mine.database(at), 3)
    await send(other.database(at), 2)
    await moveLedger(other.database(at), other.file(path))
    // One of them did not move it, and knows how far it was in the database.
    for (const machine of [mine, other]) expect((await machine.file(path).check())?.problem).toBeUndefined()
    await send(mine.file(path), 1)
    await moveLedger(mine.file(path), mine.database(again))
    for (const machine of [other, mine]) await send(machine.database(again), 1)
    const ledger = await opened(other.database(again))
    expect(await ledger.counts('r1')).toEqual({ ...none, accepted: 15, pending: 35 })
  })

  it('still tells a database that is not as far as it was', async () => {
    const [mine, path, at] = [new Machine(), ledgerPath(), await freshSchema()]
    const lineage = await send(mine.file(path), 4)
    await moveLedger(mine.file(path), mine.database(at))
    await send(mine.database(at), 2)
    const mark = mine.marks.of(lineage)
    if (mark === undefined) throw new Error('The machine knows nothing of it.')
    mine.marks.write({ ...mark, sequence: mark.sequence + 1 })
    const store = mine.database(at)
    expect(await problemIn(() => store.open({ ifMissing: 'refuse' }))).toMatchObject({
      type: 'older',
      known: 'machine',
    })
    expect(await problemIn(() => moveLedger(store, mine.file(ledgerPath())))).toMatchObject({ type: 'older' })
  })

  it('takes a backup that is too old to no database, and to a file as what it is', async () => {
    const [mine, path, at] = [new Machine(), ledgerPath(), await freshSchema()]
    await send(mine.file(path), 1)
    const backup = join(tempFolder(), 'backup.db')
    const reader = await mine.file(path).read()
    await reader.copyTo(backup)
    await reader.close()
    await send(mine.file(path), 1)
    expect(await problemIn(() => moveLedger(mine.file(backup), mine.database(at)))).toMatchObject({ type: 'older' })
    expect(await problemIn(() => mine.database(at).open({ ifMissing: 'refuse' }))).toMatchObject({ type: 'missing' })
    const there = mine.file(ledgerPath())
    await moveLedger(mine.file(backup), there)
    expect((await there.check())?.problem).toMatchObject({ type: 'older' })
  })
})

describe('outcomes that a machine could not record', () => {
  it('reach their sends where these are now, under other numbers', async () => {
    const [mine, elsewhere, at, to] = [new Machine(), new Machine(), await freshSchema(), await freshSchema()]
    // Its sends have the numbers that those of the other one had.
    const first = ledgerStore({ url: to.url, schema: to.schema, target: 'staging' })
    const strange = await opened(first)
    await strange.prepare(preparation({ z: people(5) }))
    await strange.settle(outcomes(await claimed(strange, 5), 'unknown'))
    await closeLedger(strange)
    const ledger = await opened(mine.database(at))
    await ledger.prepare(preparation({ a: people(20) }))
    const batch = await claimed(ledger, 5)
    await ledger.settle(outcomes(batch, 'unknown'))
    await closeLedger(ledger)
    const late = batch.sends.map(({ row, attempt, key }) => ({
      row,
      release: 1,
      recipient: hashInKey(key) ?? '',
      progress: {
        state: 'accepted' as const,
        attempt,
        code: 'C100',
        description: null,
        claimed_at: 1,
        settled_at: 2,
        held: null,
      },
    }))
    new OutcomeFile(join(mine.stateFolder, 'ledgers'), ledger.lineage).keep(late)
    await moveLedger(elsewhere.database(at), elsewhere.database(to))
    const there = await opened(mine.database(to))
    expect(await there.counts('r1')).toEqual({ ...none, accepted: 5, pending: 15 })
    expect(there.shared?.tooLate()).toBe(0)
    expect(await (await opened(first)).counts('r1')).toEqual({ ...none, unknown: 5 })
  })

  it('are recorded before a ledger is moved away from the machine that has them', async () => {
    const [mine, at, path] = [new Machine(), await freshSchema(), ledgerPath()]
    const ledger = await opened(mine.database(at))
    await ledger.prepare(preparation({ a: people(3) }))
    const batch = await claimed(ledger, 1)
    const [claim] = batch.sends
    await ledger.settle(outcomes(batch, 'unknown'))
    await closeLedger(ledger)
    const settled = { state: 'accepted', code: 'C100', description: null, claimed_at: 1, settled_at: 2 } as const
    const late = { row: claim.row, release: 1, recipient: hashInKey(claim.key) ?? '' }
    new OutcomeFile(join(mine.stateFolder, 'ledgers'), ledger.lineage).keep([
      { ...late, progress: { ...settled, attempt: claim.attempt, held: null } },
    ])
    await moveLedger(mine.database(at), mine.file(path))
    expect(await (await opened(mine.file(path))).counts('r1')).toEqual({ ...none, accepted: 1, pending: 2 })
  })
})
