import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { logFiles } from '../../src/ledger/sqlite/claim-log.ts'
import { seeded } from '../deploy/kill-loop.mjs'
import {
  type Damage,
  damages,
  flippedBits,
  type LedgerFile,
  ledgerFiles,
  type Moment,
  moments,
} from '../ledger/sqlite/damage.ts'
import { type At, problemOf, recipients, type World, worldAt } from '../ledger/sqlite/damaged-ledger.ts'
import { sendsIn } from '../ledger/temp-ledger.ts'

const seed = Number(process.env['SEED'] ?? Date.now())

/** What came of a damaged ledger. */
interface Outcome {
  /** What kept each deploy from its end; undefined for one that came to it. */
  readonly problems: readonly (string | undefined)[]
  readonly twice: number
  /** Recipients that got nothing although no word was said, or that are said to have it and have not. */
  readonly lost: number
}

/** Damages something; false when there was nothing to damage. */
type Act = (world: World) => boolean

async function outcomeOf({ world, live }: At, moment: Moment, act: Act): Promise<Outcome | undefined> {
  if (!act(world)) {
    await problemOf(() => live?.close())
    return undefined
  }
  const problems: (string | undefined)[] = []
  let lost = 0
  const look = async (problem: { readonly type: string } | undefined): Promise<void> => {
    problems.push(problem?.type)
    lost += await lossesIn(world, problem)
  }
  if (live) {
    // The process goes on with what it does, and may find out.
    const problem = await problemOf(() => world.send(live, 2))
    if (moment === 'running, killed') {
      const received = new Map(world.received)
      world.keep('killed')
      await problemOf(() => live.close())
      world.putBack('killed', received)
    } else {
      const rest = await problemOf(() => world.send(live))
      const closing = await problemOf(() => live.close())
      await look(problem ?? rest ?? closing)
    }
  }
  // Whoever looks, nothing but what is wrong with the ledger is ever thrown.
  world.check()
  await look(await world.deploy())
  if (problems.at(-1) !== undefined) {
    await look(await world.deploy())
    await problemOf(() => world.accept())
    await look(await world.deploy())
  }
  return { problems, twice: world.twice, lost }
}

async function lossesIn(world: World, problem: { readonly type: string } | undefined): Promise<number> {
  let lost = 0
  const unreadable = await problemOf(async () => {
    const reader = await world.reader()
    try {
      const sends = await sendsIn(reader, { release: 'r1' })
      const accepted = sends.filter(({ state }) => state === 'accepted')
      const endings = new Set([...world.received.keys()].map(ending))
      if (reader.lineage === world.lineage) {
        lost += recipients - sends.length + accepted.filter(({ masked }) => !endings.has(ending(masked))).length
      }
      const open = sends.length - accepted.length
      if (problem === undefined) lost += Math.max(0, recipients - world.received.size - open)
    } finally {
      await reader.close()
    }
  })
  // A row that is damaged after its message was accepted is found by whoever reads it.
  return unreadable && problem === undefined ? recipients - world.received.size : lost
}

const ending = (number: string): string => number.slice(-4)

const others = new Map<Moment, World>()

async function otherAt(moment: Moment): Promise<World> {
  const known = others.get(moment)
  if (known) return known
  const { world, live } = await worldAt(moment)
  await live?.close()
  others.set(moment, world)
  return world
}

/** Worlds of moments at which nothing runs, as they were before any damage. */
const untouched = new Map<Moment, { readonly world: World; readonly received: ReadonlyMap<string, number> }>()

/** A world at a moment. Where nothing runs it is the same one each time, put back: that takes a part of making one. */
async function undamagedAt(moment: Moment): Promise<At> {
  const known = untouched.get(moment)
  if (known) {
    known.world.putBack('untouched', known.received)
    return { world: known.world }
  }
  const at = await worldAt(moment)
  if (at.live === undefined) {
    at.world.keep('untouched')
    untouched.set(moment, { world: at.world, received: new Map(at.world.received) })
  }
  return at
}

/** Damages a file of a world, which is replaced by one from earlier or from another ledger. */
function damaging(file: LedgerFile, damage: Damage, { other, random }: { other: World; random: () => number }): Act {
  return (world) => {
    const path = world.fileOf(file)
    if (!existsSync(path) && !damage.name.startsWith('replaced')) return false
    const earlier = existsSync(world.kept('earlier')) && random() < 0.5 ? 'earlier' : 'older'
    const older = world.fileOf(file, world.kept(earlier))
    return damage.apply(path, { older, other: other.fileOf(file), random })
  }
}

const nothingWrong = { twice: 0, lost: 0 }
/** A ledger does without any one of these. */
const spare: ReadonlySet<LedgerFile> = new Set<LedgerFile>(['-claims-1', '-claims-2', '-lock', 'mark'])
/** 200 and some more in all cells together. */
const flips = Array.from({ length: 7 }, () => flippedBits)

describe.each(moments)('a ledger %s', (moment) => {
  it.each(ledgerFiles)('whose %s is damaged sends nothing twice and loses nothing unnoticed', async (file) => {
    const random = seeded(seed)
    const other = await otherAt(file === '-journal' ? 'committing' : moment)
    let damaged = 0
    for (const damage of [...damages, ...flips]) {
      const at = await undamagedAt(moment)
      const outcome = await outcomeOf(at, moment, damaging(file, damage, { other, random }))
      if (outcome === undefined) continue
      damaged++
      const { problems, ...seen } = outcome
      const cell = { seed, damage: damage.name }
      expect({ ...cell, ...seen }).toEqual({ ...cell, ...nothingWrong })
      if (spare.has(file) && !at.live) expect({ ...cell, problems }).toEqual({ ...cell, problems: [undefined] })
    }
    expect(damaged).toBeGreaterThanOrEqual(file === '-journal' ? 1 : 10)
  })

  it('of which two files are damaged sends nothing twice and loses nothing unnoticed', async () => {
    const random = seeded(seed)
    const kinds = [...damages, flippedBits]
    const below = (bound: number): number => Math.floor(random() * bound)
    const other = await otherAt(moment)
    for (let round = 0; round < 12; round++) {
      const acts = Array.from({ length: 2 }, () => {
        const file = ledgerFiles[below(ledgerFiles.length)] ?? 'main'
        const damage = kinds[below(kinds.length)] ?? flippedBits
        return { name: `${file} ${damage.name}`, act: damaging(file, damage, { other, random }) }
      })
      const both: Act = (world) => acts.map(({ act }) => act(world)).includes(true)
      const outcome = await outcomeOf(await undamagedAt(moment), moment, both)
      const { problems: _, ...seen } = outcome ?? { problems: [], ...nothingWrong }
      const cell = { seed, damages: acts.map(({ name }) => name) }
      expect({ ...cell, ...seen }).toEqual({ ...cell, ...nothingWrong })
    }
  })
})

describe('a ledger that is copied', () => {
  const elsewhere = (world: World): string => world.kept('elsewhere')

  it('without its claim log after a crash is refused, and the other one goes on', async () => {
    for (const moment of ['killed', 'committing'] as const) {
      const { world } = await worldAt(moment)
      const copy = elsewhere(world)
      mkdirSync(dirname(copy))
      copyFileSync(world.path, copy)
      expect(await world.deploy(copy)).toMatchObject({ type: 'claims-lost', isMissing: true })
      expect(await world.deploy()).toBeUndefined()
      expect(await world.deploy(copy)).toMatchObject({ type: 'claims-lost' })
      expect([world.twice, world.received.size]).toEqual([0, recipients])
    }
  })

  it('as a whole is refused once the other one went on, on the machine that knows', async () => {
    for (const moment of ['at rest', 'killed', 'committing'] as const) {
      const { world } = await worldAt(moment)
      const copy = elsewhere(world)
      world.keep('elsewhere')
      expect(await world.deploy()).toBeUndefined()
      expect(await world.deploy(copy)).toMatchObject({ type: 'older', known: 'machine' })
      expect([world.twice, world.received.size]).toEqual([0, recipients])
      expect(world.accept(copy)).toBeUndefined()
      expect(await world.deploy(copy)).toBeUndefined()
      expect(await world.deploy()).toMatchObject({ type: 'older', known: 'machine' })
      expect(world.twice).toBe(0)
    }
  })

  it.each(['older', 'earlier'])('and put back as it was (%s) is refused', async (name) => {
    for (const moment of ['at rest', 'killed', 'committing'] as const) {
      const { world } = await worldAt(moment)
      if (!existsSync(world.kept(name))) continue
      for (const file of ledgerFiles.filter((each) => each !== 'mark')) {
        const kept = world.fileOf(file, world.kept(name))
        rmSync(world.fileOf(file), { force: true })
        if (existsSync(kept)) copyFileSync(kept, world.fileOf(file))
      }
      expect(await world.deploy()).toMatchObject({ type: 'older', known: 'machine' })
      expect(world.twice).toBe(0)
    }
  })
})

describe('a ledger beside which nothing is left', () => {
  it('of its claim log goes on when it was closed in order, and is refused after a crash', async () => {
    for (const moment of ['at rest', 'killed', 'committing'] as const) {
      const { world } = await worldAt(moment)
      for (const log of logFiles(world.path)) rmSync(log)
      const problem = await world.deploy()
      expect([moment, problem?.type]).toEqual([moment, moment === 'at rest' ? undefined : 'claims-lost'])
      expect(world.twice).toBe(0)
    }
  })

  it('that this machine remembers goes on, also where nothing can be remembered', async () => {
    for (const moment of ['at rest', 'killed', 'committing'] as const) {
      for (const isWritable of [true, false]) {
        const { world } = await worldAt(moment)
        rmSync(world.marks.folder, { recursive: true })
        if (!isWritable) writeFileSync(world.marks.folder, '')
        const ledger = await world.open()
        const { folder } = world.marks
        expect(ledger.notices).toEqual(isWritable ? [] : [{ type: 'unmarked', folder, code: 'ENOTDIR' }])
        await world.begin(ledger)
        await world.send(ledger)
        await ledger.close()
        expect([world.twice, world.received.size]).toEqual([0, recipients])
      }
    }
  })
})
