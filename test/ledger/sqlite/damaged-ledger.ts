import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { HighWaterMarks } from '../../../src/ledger/high-water.ts'
import { LedgerError, type LedgerProblem } from '../../../src/ledger/ledger-error.ts'
import type { Batch, Ledger, LedgerReader } from '../../../src/ledger/ledger.ts'
import { Connection } from '../../../src/ledger/sqlite/connection.ts'
import { openLedger, openLedgerReader } from '../../../src/ledger/sqlite/open-ledger.ts'
import { acceptLedger, checkLedger } from '../../../src/ledger/sqlite/store.ts'
import { memoryFolder } from '../../project/temp-folder.ts'
import { outcomes, people, preparation } from '../temp-ledger.ts'
import type { LedgerFile, Moment } from './damage.ts'

const target = 'production'
const account = 'shop'
const release = 'r1'
export const recipients = 60
const perRequest = 5

/**
 * A ledger, the machine that uses it, and who received what: a deploy without its processes, for many cells. What is on
 * the disk and what was received can be kept and put back.
 */
export class World {
  readonly #root: string = memoryFolder()
  readonly #received = new Map<string, number>()
  lineage = ''

  get path(): string {
    return join(this.#root, 'now', 'ledger.db')
  }

  get marks(): HighWaterMarks {
    return new HighWaterMarks(join(dirname(this.path), 'marks'))
  }

  get received(): ReadonlyMap<string, number> {
    return this.#received
  }

  get twice(): number {
    return [...this.#received.values()].filter((count) => count > 1).length
  }

  fileOf(file: LedgerFile, from = this.path): string {
    if (file === 'main') return from
    return file === 'mark' ? join(dirname(from), 'marks', `${this.lineage}.json`) : from + file
  }

  /** Where the ledger is in what was kept. */
  kept(name: string): string {
    return join(this.#root, name, 'ledger.db')
  }

  /** Keeps what is on the disk now. */
  keep(name: string): void {
    rmSync(dirname(this.kept(name)), { recursive: true, force: true })
    cpSync(dirname(this.path), dirname(this.kept(name)), { recursive: true })
  }

  putBack(name: string, received: ReadonlyMap<string, number>): void {
    rmSync(dirname(this.path), { recursive: true, force: true })
    cpSync(dirname(this.kept(name)), dirname(this.path), { recursive: true })
    this.#received.clear()
    for (const [number, count] of received) this.#received.set(number, count)
  }

  open(path: string = this.path): Promise<Ledger> {
    return openLedger({ path, target, account, marks: this.marks, ifMissing: 'create', eraseAfter: 12 })
  }

  reader(path: string = this.path): Promise<LedgerReader> {
    return openLedgerReader({ path, target })
  }

  check(path: string = this.path): LedgerProblem | undefined {
    return checkLedger({ path, target, marks: this.marks })?.problem
  }

  accept(path: string = this.path): void {
    acceptLedger({ path, target, marks: this.marks, who: 'test', reason: 'test' })
  }

  /** What a deploy does before it sends. */
  async begin(ledger: Ledger): Promise<void> {
    const known = (await ledger.releases()).find((each) => each.release === release)
    if (!known?.isPrepared) await ledger.prepare(preparation({ a: people(recipients) }))
    await ledger.resume(release)
  }

  /** Sends so many requests, two at a time, or all that is left. */
  async send(ledger: Ledger, requests = Number.POSITIVE_INFINITY): Promise<void> {
    for (let sent = 0; sent < requests; sent += 2) {
      const batches = await Promise.all([this.#claim(ledger), this.#claim(ledger)])
      const taken = batches.filter((batch) => batch !== undefined)
      if (taken.length === 0) return
      await Promise.all(taken.map((batch) => ledger.settle(outcomes(batch, 'accepted', { code: 'C100' }))))
    }
  }

  /** Sends a request whose answer never comes. */
  async leave(ledger: Ledger): Promise<void> {
    await this.#claim(ledger)
  }

  async #claim(ledger: Ledger): Promise<Batch | undefined> {
    const batch = await ledger.claim({ release, maxSends: perRequest })
    for (const { number } of batch?.sends ?? []) this.#received.set(number, (this.#received.get(number) ?? 0) + 1)
    return batch
  }

  /** A whole deploy. Returns what kept it from its end. */
  async deploy(path: string = this.path): Promise<LedgerProblem | undefined> {
    return problemOf(async () => {
      const ledger = await this.open(path)
      try {
        await this.begin(ledger)
        await this.send(ledger)
      } finally {
        await ledger.close()
      }
    })
  }
}

/** What is wrong with a ledger; anything else that is thrown is a defect. */
export async function problemOf(work: () => unknown): Promise<LedgerProblem | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof LedgerError) return error.problem
    throw error
  }
}

/** A world at a moment; `live` is a ledger that is being sent from. */
export interface At {
  readonly world: World
  readonly live?: Ledger
}

/** Brings a new world to a moment: 20 of 60 sent and closed in order (kept as `older`), then more. */
export async function worldAt(moment: Moment): Promise<At> {
  const world = new World()
  mkdirSync(dirname(world.path), { recursive: true })
  const first = await world.open()
  world.lineage = first.lineage
  await world.begin(first)
  await world.send(first, 4)
  await first.close()
  world.keep('older')
  if (moment === 'committing') return { world: await whileCommitting(world) }
  const second = await world.open()
  await world.begin(second)
  if (moment === 'at rest') {
    await world.send(second, 4)
    await second.close()
    return { world }
  }
  await world.send(second, 2)
  world.keep('earlier')
  await world.send(second, 2)
  if (moment === 'running, ended') return { world, live: second }
  await world.leave(second)
  if (moment === 'running, killed') return { world, live: second }
  const received = new Map(world.received)
  world.keep('killed')
  await second.close()
  world.putBack('killed', received)
  return { world }
}

/** A crash in the middle of a change: the main file is written in part, and its journal has the rest. */
async function whileCommitting(world: World): Promise<World> {
  let received: ReadonlyMap<string, number> | undefined
  const open = Connection.open.bind(Connection)
  const spy = vi.spyOn(Connection, 'open').mockImplementation((path, mode) => {
    const connection = open(path, mode)
    // Pages go to the disk before the end of the change, as those of a large change do.
    connection.exec('PRAGMA cache_size = 1')
    const run = connection.run.bind(connection)
    connection.run = (sql, ...values) => {
      if (sql === 'COMMIT' && path === world.path && received === undefined && world.received.size >= 40) {
        received = new Map(world.received)
        world.keep('killed')
      }
      return run(sql, ...values)
    }
    return connection
  })
  try {
    const ledger = await world.open()
    await world.begin(ledger)
    await world.send(ledger, 2)
    world.keep('earlier')
    await world.send(ledger)
    await ledger.close()
  } finally {
    spy.mockRestore()
  }
  if (received === undefined) throw new Error('Nothing was committed.')
  world.putBack('killed', received)
  return world
}
