import { DatabaseSync } from '@photostructure/sqlite'
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { Ledger, LedgerStore } from '../../src/ledger/ledger.ts'
import { moveLedger } from '../../src/ledger/move.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { memoryFolder } from '../project/temp-folder.ts'
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

const total = 60
const child = fileURLToPath(new URL('../ledger/sqlite/killed-child.mjs', import.meta.url))
const saying = (text: string): string => expect.stringContaining(text) as string
const acceptance = { who: 'ops', reason: 'a test' }

/** A ledger on a machine, whose files can be put back as they were at a moment. */
class Place {
  readonly path: string
  readonly stateFolder: string
  readonly claimed = new Set<string>()

  constructor(path = join(memoryFolder(), 'project', 'ledger.db'), stateFolder = memoryFolder()) {
    this.path = path
    this.stateFolder = stateFolder
  }

  store(known: 'known' | 'elsewhere' = 'known'): LedgerStore {
    const { path, stateFolder } = this
    return ledgerStore({ path, target: 'production', account: 'shop', ...(known === 'known' && { stateFolder }) })
  }

  async open(known?: 'elsewhere'): Promise<Ledger> {
    return closedAfterTest(await this.store(known).open({ ifMissing: 'create' }))
  }

  /** Claims so many, and says so to nobody: they may have left. */
  async claim(ledger: Ledger, sends = 10): Promise<Awaited<ReturnType<typeof claimed>>> {
    const batch = await claimed(ledger, sends)
    for (const { key } of batch.sends) this.claimed.add(key)
    return batch
  }

  /** Sends what is left; nobody who was claimed before may be among it. */
  async sendRest(ledger: Ledger): Promise<number> {
    let sends = 0
    for (;;) {
      const batch = await ledger.claim({ release: 'r1', maxSends: 10 })
      if (batch === undefined) return sends
      for (const { key } of batch.sends) expect(this.claimed.has(key)).toBe(false)
      sends += batch.sends.length
      await ledger.settle(outcomes(batch, 'accepted'))
    }
  }
}

const killed: Place[] = []

/** A ledger whose process was killed while it sent: ten are accepted, fifteen under way, and the others wait. */
async function killedPlace(): Promise<Place> {
  if (killed.length === 0) {
    killed.push(...Array.from({ length: 9 }, () => new Place()))
    const args = [child, String(total), ...killed.flatMap(({ path, stateFolder }) => [path, stateFolder])]
    const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    for await (const chunk of run.stdout) {
      said += String(chunk)
      if (said.split('\n').length > killed.length) run.kill('SIGKILL')
    }
    for (const [nth, keys] of said.trim().split('\n').entries())
      for (const key of keys.split(' ')) killed[nth]?.claimed.add(key)
  }
  return killed.pop() ?? killedPlace()
}

const damages: readonly (readonly [name: string, damage: (wal: Buffer) => Buffer | undefined])[] = [
  ['deleted', () => undefined],
  ['emptied', () => Buffer.alloc(0)],
  ['cut to half', (wal) => wal.subarray(0, Math.floor(wal.length / 2))],
  ['cut by 4 KiB', (wal) => wal.subarray(0, wal.length - 4_096)],
  ...[40, 5_000, 20_000, -3_000, -10].map((at) => {
    const flipped = (wal: Buffer): Buffer => {
      const copy = Buffer.from(wal)
      const place = at < 0 ? wal.length + at : at
      copy[place] = (copy[place] ?? 0) ^ 4
      return copy
    }
    return [`with a bit flipped at ${at}`, flipped] as const
  }),
]

describe('a write-ahead log after a kill', () => {
  it.each(damages)('%s sends nobody anything twice', async (_, damage) => {
    const place = await killedPlace()
    const wal = `${place.path}-wal`
    const damaged = damage(readFileSync(wal))
    if (damaged) writeFileSync(wal, damaged)
    else rmSync(wal)
    let ledger: Ledger
    try {
      ledger = await place.open()
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      expect(error.code).toMatch(/^(?:older|corrupt)$/)
      expect((await place.store().check())?.code).toBe(error.code)
      if (error.code === 'corrupt') return
      const { unknown } = await place.store().accept(acceptance)
      ledger = await place.open()
      expect(await ledger.counts('r1')).toMatchObject({ pending: 0, inflight: 0 })
      expect(unknown).toBeGreaterThanOrEqual(total - place.claimed.size)
    }
    await place.sendRest(ledger)
    const { pending, inflight, accepted, unknown } = await ledger.counts('r1')
    expect([pending, inflight, accepted + unknown]).toEqual([0, 0, total])
  })

  it('that is whole goes on, with what was under way unknown', async () => {
    const place = await killedPlace()
    const ledger = await place.open()
    expect(ledger.recovered).toBe(15)
    expect(await place.sendRest(ledger)).toBe(total - 25)
    expect(await ledger.counts('r1')).toEqual({ ...none, accepted: total - 15, unknown: 15 })
  })

  it.each(['a reader', 'a receiver', 'another program'])('that %s has folded in meanwhile goes on', async (who) => {
    const place = await killedPlace()
    const [accepted] = [...place.claimed]
    if (who === 'a reader') {
      const reader = await place.store().read()
      expect(await reader.counts('r1')).toMatchObject({ inflight: 15 })
      await reader.close()
    } else if (who === 'a receiver') {
      const inbox = place.store().results()
      expect(await inbox.record([{ key: accepted ?? '', code: '0' }])).toMatchObject({ recorded: 1 })
      await inbox.close()
    } else {
      const other = new DatabaseSync(place.path)
      other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      other.close()
    }
    const ledger = await place.open()
    expect(ledger.recovered).toBe(15)
    expect(await place.sendRest(ledger)).toBe(total - 25)
  })
})

describe('after a kill', () => {
  it.each(['known', 'elsewhere'] as const)('the main file alone sends to nobody twice: %s', async (known) => {
    const place = await killedPlace()
    for (const ending of ['-wal', '-shm', '-mark', '-lock', '-lock-holder']) {
      rmSync(`${place.path}${ending}`, { force: true })
    }
    const store = place.store(known)
    expect(await problemIn(() => store.open({ ifMissing: 'refuse' }))).toMatchObject({ code: 'older' })
    expect(await problemIn(() => store.accept({ ...acceptance, isComplete: true }))).toMatchObject({
      code: 'not-complete',
    })
    await store.accept(acceptance)
    const ledger = closedAfterTest(await store.open({ ifMissing: 'refuse' }))
    expect(await place.sendRest(ledger)).toBe(0)
  })
})

/** What decides who is sent to, beside claims, each after 10 of 60 were accepted and 10 are unknown. */
const deciding: readonly (readonly [name: string, (place: Place, ledger: Ledger) => Promise<unknown>])[] = [
  ['a cancellation', (place) => place.store().cancel({ release: 'r1', who: 'ops', reason: 'a wrong price' })],
  ['a decision', (_, ledger) => ledger.reconcile({ release: 'r1', verdict: 'sent', who: 'ops', reason: 'seen' })],
  [
    'a result that settles',
    async (place, ledger) => {
      for await (const [send] of ledger.sends({ release: 'r1', state: 'unknown' })) {
        await place
          .store()
          .results()
          .record([{ key: send?.key ?? '', code: '0' }])
      }
    },
  ],
  [
    'a hold',
    async (_, ledger) => {
      for await (const [send] of ledger.waiting('r1')) {
        if (send) await ledger.hold('r1', [{ row: send.row, list: 'out.csv' }])
      }
    },
  ],
]

describe('a copy of a ledger', () => {
  it.each(deciding)('of before %s is refused in its place', async (_, decide) => {
    const place = new Place()
    const ledger = await place.open()
    await ledger.prepare(preparation({ a: people(total) }))
    await ledger.settle(outcomes(await place.claim(ledger), 'accepted'))
    await ledger.settle(outcomes(await place.claim(ledger), 'unknown'))
    await closeLedger(ledger)
    const before = readFileSync(place.path)
    const later = await place.open()
    await decide(place, later)
    await closeLedger(later)
    writeFileSync(place.path, before)
    for (const known of ['known', 'elsewhere'] as const) {
      expect(await problemIn(() => place.store(known).open({ ifMissing: 'refuse' }))).toMatchObject({ code: 'older' })
    }
  })

  it('of one that was moved and not used since is refused', async () => {
    const [place, moved] = [new Place(), new Place()]
    await closeLedger(await place.open())
    await moveLedger(place.store('elsewhere'), moved.store('elsewhere'))
    const copy = new Place(join(memoryFolder(), 'ledger.db'))
    copyFileSync(moved.path, copy.path)
    expect(await problemIn(() => copy.open())).toMatchObject({ code: 'copied' })
    await closeLedger(await moved.open())
  })

  it.each(['known', 'elsewhere'] as const)('that is clean is refused, and accepted as it is: %s', async (known) => {
    const place = new Place()
    const ledger = await place.open()
    await ledger.prepare(preparation({ a: people(total) }))
    await ledger.settle(outcomes(await place.claim(ledger), 'accepted'))
    await ledger.settle(outcomes(await place.claim(ledger, 5), 'unknown'))
    await closeLedger(ledger)
    const copy = new Place(join(memoryFolder(), 'ledger.db'), place.stateFolder)
    for (const ending of ['', '-mark']) copyFileSync(`${place.path}${ending}`, `${copy.path}${ending}`)
    const store = copy.store(known)
    expect(await problemIn(() => store.open({ ifMissing: 'refuse' }))).toMatchObject({ code: 'copied' })
    expect((await store.check())?.code).toBe('copied')
    expect(await store.accept({ ...acceptance, isComplete: true })).toMatchObject({ unknown: 0 })
    const moved = closedAfterTest(await store.open({ ifMissing: 'refuse' }))
    expect(await moved.counts('r1')).toEqual({ ...none, accepted: 10, unknown: 5, pending: total - 15 })
    expect(await place.sendRest(moved)).toBe(total - 15)
    await closeLedger(moved)
    // The one that it was taken from is the older one now, where that is known.
    if (known === 'known') expect(await problemIn(() => place.open())).toMatchObject({ code: 'older' })
  })

  it.each(['known', 'elsewhere'] as const)(
    'of the main file alone, while it is sent from, is refused: %s',
    async (known) => {
      const place = await killedPlace()
      const copy = new Place(join(memoryFolder(), 'ledger.db'), place.stateFolder)
      copyFileSync(place.path, copy.path)
      const problem = await problemIn(() => copy.store(known).open({ ifMissing: 'refuse' }))
      expect(problem.code).toBe('older')
      expect((await copy.store(known).check())?.text).toEqual(problem.text)
      await copy.store(known).accept(acceptance)
      const ledger = closedAfterTest(await copy.store(known).open({ ifMissing: 'refuse' }))
      expect(await ledger.counts('r1')).toMatchObject({ pending: 0 })
    },
  )

  it.each(['known', 'elsewhere'] as const)('from before is refused in its place: %s', async (known) => {
    const place = new Place()
    const ledger = await place.open()
    await ledger.prepare(preparation({ a: people(total) }))
    await ledger.settle(outcomes(await place.claim(ledger), 'accepted'))
    await closeLedger(ledger)
    const before = readFileSync(place.path)
    const later = await place.open()
    await later.settle(outcomes(await place.claim(later), 'accepted'))
    await closeLedger(later)
    writeFileSync(place.path, before)
    // The mark beside it is newer, also where the machine knows nothing.
    expect(await problemIn(() => place.store(known).open({ ifMissing: 'refuse' }))).toMatchObject({ code: 'older' })
    const inbox = place.store(known).results()
    await inbox.record([...place.claimed].map((key) => ({ key, code: '0' })))
    await inbox.close()
    expect(await problemIn(() => place.store(known).open({ ifMissing: 'refuse' }))).toMatchObject({ code: 'older' })
  })

  it('is refused when the other one was used since, and while it is', async () => {
    const place = new Place()
    const ledger = await place.open()
    await ledger.prepare(preparation({ a: people(total) }))
    await ledger.settle(outcomes(await place.claim(ledger), 'accepted'))
    await closeLedger(ledger)
    const copy = new Place(join(memoryFolder(), 'ledger.db'), place.stateFolder)
    copyFileSync(place.path, copy.path)
    const first = await place.open()
    expect(await problemIn(() => copy.open())).toMatchObject({
      code: 'locked',
      holder: { pid: process.pid },
      message: expect.stringMatching(`process ${process.pid} on .*, since .*\\+09:00`) as string,
    })
    await first.settle(outcomes(await place.claim(first), 'accepted'))
    await closeLedger(first)
    expect(await problemIn(() => copy.open())).toMatchObject({ code: 'older' })
    expect(await place.sendRest(await place.open())).toBe(total - 20)
  })

  it('of before a release sends that one no more, nor to whom it does not know', async () => {
    const place = new Place()
    const ledger = await place.open()
    await ledger.prepare(preparation({ a: people(4) }))
    await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    const backup = join(memoryFolder(), 'backup.db')
    await ledger.copyTo(backup)
    await ledger.prepare(preparation({ a: people(6) }))
    await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    await ledger.prepare(preparation({ a: people(2) }, { release: 'r2' }))
    const batch = await ledger.claim({ release: 'r2', maxSends: 2 })
    await ledger.settle(outcomes(batch ?? { sends: [] as never, id: '', waitedMs: 0 }, 'accepted'))
    await closeLedger(ledger)
    for (const ending of ['', '-wal', '-mark']) rmSync(`${place.path}${ending}`, { force: true })
    copyFileSync(backup, place.path)
    await place.store().accept(acceptance)
    const restored = await place.open()
    const again = preparation({ a: people(2) }, { release: 'r2' })
    expect(await problemIn(() => restored.prepare(again))).toMatchObject({
      code: 'lost-release',
      message: saying('r2'),
    })
    for (let time = 0; time < 2; time++) {
      await restored.prepare(preparation({ a: people(6) }))
      expect(await restored.counts('r1')).toEqual({ ...none, accepted: 4 })
    }
    expect(await restored.releases('r1')).toMatchObject([{ exclusions: { 'ledger recover': 2 } }])
    await restored.prepare(preparation({ a: people(2) }, { release: 'r3' }))
    expect(await restored.counts('r3')).toEqual({ ...none, pending: 2 })
  })

  it('that is a backup is refused everywhere until it is accepted, also with results in it', async () => {
    const place = new Place()
    const ledger = await place.open()
    await ledger.prepare(preparation({ a: people(total) }))
    await ledger.settle(outcomes(await place.claim(ledger), 'accepted'))
    const backup = join(memoryFolder(), 'backup.db')
    await ledger.copyTo(backup)
    await ledger.settle(outcomes(await place.claim(ledger), 'accepted'))
    await closeLedger(ledger)
    const restored = new Place(join(memoryFolder(), 'ledger.db'))
    copyFileSync(backup, restored.path)
    expect(await problemIn(() => restored.open())).toMatchObject({ code: 'backup' })
    const inbox = restored.store().results()
    await inbox.record([...place.claimed].map((key) => ({ key, code: '0' })))
    await inbox.close()
    expect(await problemIn(() => restored.open())).toMatchObject({ code: 'backup' })
    expect(await restored.store().accept(acceptance)).toMatchObject({ unknown: total - 20 })
    const again = await restored.open()
    expect(await again.counts('r1')).toEqual({ ...none, accepted: 20, unknown: total - 20 })
    expect(await restored.sendRest(again)).toBe(0)
  })
})

describe('a ledger that is not what it was', () => {
  it('sends nothing to a number that was damaged, and no other one', async () => {
    const place = new Place()
    const ledger = await place.open()
    await ledger.prepare(preparation({ a: people(3) }))
    await closeLedger(ledger)
    const database = new DatabaseSync(place.path)
    database.exec(`UPDATE personal SET data = replace(data, '01000000001', '01000000007')`)
    database.close()
    const damaged = await place.open()
    expect(await problemIn(() => claimed(damaged))).toMatchObject({
      code: 'corrupt',
      message: saying('number of send 2'),
    })
    expect(await damaged.counts('r1')).toEqual({ ...none, pending: 3 })
    await closeLedger(damaged)
    expect(await place.store().accept(acceptance)).toMatchObject({ unknown: 3 })
  })

  it('sends nothing of a text that was damaged', async () => {
    const place = new Place()
    const ledger = await place.open()
    await ledger.prepare(preparation({ a: people(3) }))
    await closeLedger(ledger)
    const database = new DatabaseSync(place.path)
    database.exec(`UPDATE message SET template = replace(template, '안녕', '안년')`)
    database.close()
    const damaged = await place.open()
    expect(await problemIn(() => damaged.templates('r1'))).toMatchObject({
      code: 'corrupt',
      message: saying('template a'),
    })
    expect(await place.store().check()).toMatchObject({ code: 'corrupt' })
  })

  it('is said: of another target, of a newer version, no ledger, gone, or never there', async () => {
    const place = new Place()
    const other = (target: string): LedgerStore => ledgerStore({ path: place.path, target })
    await closeLedger(await place.open())
    expect(await problemIn(() => other('staging').open({ ifMissing: 'create' }))).toMatchObject({
      code: 'other-target',
    })
    const database = new DatabaseSync(place.path)
    database.exec(`UPDATE meta SET value = '9' WHERE name = 'version'`)
    database.close()
    expect(await problemIn(() => place.open())).toMatchObject({ code: 'newer-version', message: saying('version 9') })
    writeFileSync(place.path, 'a diary, '.repeat(1_000))
    expect(await problemIn(() => place.open())).toMatchObject({ code: 'not-a-ledger' })
    rmSync(place.path)
    mkdirSync(place.path)
    expect(await problemIn(() => place.open())).toMatchObject({ code: 'not-a-ledger' })
    const empty = new Place()
    expect(await problemIn(() => empty.store().open({ ifMissing: 'refuse' }))).toMatchObject({ code: 'missing' })
    mkdirSync(dirname(empty.path), { recursive: true })
    const diary = new DatabaseSync(empty.path)
    diary.exec('CREATE TABLE diary (day text)')
    diary.close()
    expect(await problemIn(() => empty.open())).toMatchObject({ code: 'not-a-ledger' })
  })

  it('leaves its log behind, which a new one must not take up', async () => {
    const place = await killedPlace()
    rmSync(place.path)
    expect(await place.store().state()).toBe('left')
    expect(await problemIn(() => place.open())).toMatchObject({
      code: 'main-lost',
      message: saying(`${place.path}-wal`),
    })
  })

  it('is not begun anew where the machine knows one for the account and the target, unless somebody says why', async () => {
    const place = new Place()
    const ledger = await place.open()
    await ledger.prepare(preparation({ a: people(3) }))
    await place.claim(ledger)
    await closeLedger(ledger)
    const other = new Place(join(memoryFolder(), 'ledger.db'), place.stateFolder)
    expect(await problemIn(() => other.open())).toMatchObject({ code: 'known', message: saying(place.path) })
    // Neither does accepting or calling off, which know of no account, make the machine forget whose it is.
    const { path, stateFolder } = place
    const unnamed = ledgerStore({ path, target: 'production', stateFolder })
    await unnamed.cancel({ release: 'r1', who: 'ops', reason: 'a wrong price' })
    await unnamed.accept(acceptance)
    expect(await problemIn(() => other.open())).toMatchObject({ code: 'known', message: saying(place.path) })
    const store = other.store()
    closedAfterTest(await store.open({ ifMissing: { reason: 'a new shop' } }))
    expect(existsSync(other.path)).toBe(true)
  })
})
