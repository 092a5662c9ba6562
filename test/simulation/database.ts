// In the place of src/ledger/postgres/store.ts: a database that several machines reach over the simulated network. It
// keeps the rules of the shared ledger (design: one session for each worker, claims by attempt, late outcomes, slots of one
// rate) on top of the real ledger in a file, which stands on a machine of its own.
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { ClaimRequest, Batch, Ledger, LedgerStore, RecipientBatch, Settlement } from '../../src/ledger/ledger.ts'
import { type RateSlot, type ExcessRequest, type SharedWork, slowing } from '../../src/ledger/shared-work.ts'
import { sqliteStore } from '../../src/ledger/sqlite/store.ts'
import type { PostgresOptions } from '../../src/ledger/postgres/store.ts'
import { Crashed, type Machine, Process, theWorld } from './world.ts'

const address = 'postgres://database.example.com/messages'

/** A server has no claim log that another one takes the place of once nothing of any worker is in flight. */
const maxLogBytes = 33_554_432

/** A worker's connection to the server. */
interface WorkerSession {
  readonly worker: Process
  isOpen: boolean
  /** Attempts whose outcome it has not recorded, by row. */
  readonly claims: Map<number, number>
  readonly locks: Set<string>
  /** How many pauses there had been when it began. */
  pausesBefore: number
  readonly name: string
  /** How long the quickest answer about slots took. */
  quickestMs: number
}

export const slowAnswerMs = 1_000

/** The server: what is in it outlives every worker. */
export class Database {
  readonly #server: Process
  readonly #path: string
  readonly #ledgers = new Map<string, Promise<Ledger>>()
  readonly #sessions = new Set<WorkerSession>()
  readonly #pauses: { readonly by: string; readonly note: string }[] = []
  #freeAtMs = Number.NEGATIVE_INFINITY
  /** When slots begin, by what whoever reserved them was told. */
  readonly #slots = new WeakMap<RateSlot, number>()
  #slowed = { times: 0, factor: 1, atMs: Number.NEGATIVE_INFINITY, untilMs: Number.NEGATIVE_INFINITY }
  /** How often an answer of the server is lost, with the connection. */
  lossRate = 0
  /** How often what is asked, or its answer, takes up to `slowAnswerMs`. */
  slowRate = 0
  /** Told of every claim, by the key of its send, and when it was asked for. */
  onClaim: (key: string, askedMs: number) => void = () => {}
  /** Told of every claim that comes with slots, and how long ago they may have begun at least. */
  onSlot: (ageMs: number) => void = () => {}
  /** Told of whoever pauses all. */
  onPause: (worker: Process) => void = () => {}
  /** Told of whoever cannot write down what became of its claims. */
  onUnrecorded: (worker: Process) => void = () => {}
  /** Told of whoever's outcomes come when its claims were taken over. A real server records most of them nevertheless. */
  onTooLate: (worker: Process) => void = () => {}

  constructor(machine: Machine, path: string) {
    this.#path = path
    const { nowMs: startedMs } = theWorld()
    this.#server = new Process(machine, { name: 'database', stepsLeft: Infinity, crashKind: 'process', startedMs })
  }

  /** Closes what is in it in order. */
  async close(): Promise<void> {
    for (const ledger of this.#ledgers.values()) await this.#atServer(async () => (await ledger).close())
  }

  store(options: PostgresOptions): LedgerStore {
    const { target } = options
    const { account } = options
    const file = sqliteStore({ path: this.#path, target, maxLogBytes, ...(account && { account }) })
    const held = (): Promise<Ledger> | undefined => this.#ledgers.get(target)
    return {
      ...file,
      path: address,
      place: `${address}?schema=friendtalk`,
      state: () => this.#remote(() => file.state()),
      read: () => this.#remote(() => file.read()).then((reader) => this.#reader(reader)),
      workers: () => this.#remote(async () => this.#sessions.size),
      holder: async () => undefined,
      results: () => {
        const inbox = file.results()
        return {
          record: (results) => this.#remote(() => inbox.record(results)),
          probe: () => this.#remote(() => inbox.probe()),
          settle: () => this.#remote(() => inbox.settle()),
          close: () => this.#remote(() => inbox.close()),
        }
      },
      open: async (wanted) => {
        const ledger = await this.#remote(async () => {
          const open = held() ?? file.open(wanted)
          this.#ledgers.set(target, open)
          // One that cannot be opened may be opened later.
          open.catch(() => this.#ledgers.delete(target))
          return open
        })
        return this.#join(ledger)
      },
    }
  }

  /** Runs something at the server, and gives its result to whoever asked. */
  #atServer<T>(work: () => Promise<T>): Promise<T> {
    const world = theWorld()
    const { current, random } = world
    return new Promise((resolve, reject) => {
      const travelMs = (): number => random.latency(0, random.chance(this.slowRate) ? slowAnswerMs : 20)
      const answer = (settle: () => void): void => void world.after(travelMs(), settle, current ?? null)
      world.after(
        travelMs(),
        () =>
          void work().then(
            (value) => answer(() => resolve(value)),
            (error: unknown) => answer(() => reject(error)),
          ),
        this.#server,
      )
    })
  }

  async #remote<T>(work: () => Promise<T>, session?: WorkerSession): Promise<T> {
    theWorld().step('ask the database')
    const lost = (): LedgerError => new LedgerError({ type: 'connection-lost', path: address, code: 'ECONNRESET' })
    if (session?.isOpen === false) throw lost()
    const isLost = session !== undefined && theWorld().random.chance(this.lossRate)
    const result = await this.#atServer(async () => {
      this.#endSessionsOfDead()
      if (session?.isOpen === false) throw lost()
      return work()
    })
    if (isLost && session) {
      // What was asked for was done; nobody hears of it.
      theWorld().tell('loses its connection to the database')
      session.isOpen = false
      throw lost()
    }
    return result
  }

  #reader<R extends Pick<Ledger, 'sends' | 'waiting' | 'close'> | Awaited<ReturnType<LedgerStore['read']>>>(
    reader: R,
    session?: WorkerSession,
  ): R {
    const remote = Object.fromEntries(
      Object.entries(reader).map(([name, value]) => {
        if (typeof value !== 'function') return [name, value]
        const call = value as (...given: readonly unknown[]) => Promise<unknown>
        if (name === 'sends' || name === 'waiting')
          return [name, (...given: readonly unknown[]) => this.#all(() => call(...given) as never, session)]
        return [name, (...given: readonly unknown[]) => this.#remote(() => call(...given), session)]
      }),
    )
    return remote as R
  }

  async *#all<T>(list: () => AsyncIterable<T>, session: WorkerSession | undefined): AsyncGenerator<T> {
    yield* await this.#remote(async () => {
      const all: T[] = []
      for await (const some of list()) all.push(some)
      return all
    }, session)
  }

  #join(ledger: Ledger): Ledger {
    const world = theWorld()
    const worker = world.current
    if (worker === undefined) throw new Error('No process opens the ledger.')
    const session: WorkerSession = {
      worker,
      isOpen: true,
      claims: new Map(),
      locks: new Set(),
      pausesBefore: this.#pauses.length,
      name: worker.name,
      quickestMs: Infinity,
    }
    this.#sessions.add(session)
    let tooLate = 0
    const shared: SharedWork = {
      reserve: async (messages, rate) => {
        const { nowMs: askedMs } = world
        const slot = await this.#remote(async () => this.#reserve(messages, rate), session)
        session.quickestMs = Math.min(session.quickestMs, world.nowMs - askedMs)
        return slot
      },
      slow: (refused) => this.#remote(async () => this.#slow(refused), session),
      pause: (note) =>
        this.#remote(async () => {
          this.#pauses.push({ by: session.name, note })
          this.onPause(worker)
        }, session),
      goOn: () => this.#remote(async () => void (session.pausesBefore = this.#pauses.length), session),
      recover: () => this.#remote(() => this.#takeOver(ledger), session),
      alone: (name, work, stop) => this.#alone(session, name, { work, stop }),
      workers: () => this.#remote(async () => this.#sessions.size, session),
      tooLate: () => tooLate,
    }
    return {
      ...this.#reader(ledger, session),
      version: ledger.version,
      lineage: ledger.lineage,
      target: ledger.target,
      recovered: 0,
      notices: [],
      shared,
      prepare: (preparation) =>
        this.#alone(session, 'prepare', {
          work: async () => {
            // A worker that dies while it copies them in leaves nothing.
            const recipients: RecipientBatch[] = []
            for await (const batch of preparation.recipients) recipients.push(batch)
            return this.#remote(() => ledger.prepare({ ...preparation, recipients }), session)
          },
        }),
      claim: (wanted) => this.#claim(ledger, session, wanted),
      settle: async (settlements) => {
        tooLate += await this.#settle(ledger, session, settlements)
      },
      close: async () => {
        if (session.isOpen) await this.#remote(async () => this.#end(session), session).catch(ignoreLost)
      },
    }
  }

  /** The server notices that a worker is gone when it next does anything. */
  #endSessionsOfDead(): void {
    const { nowMs } = theWorld()
    for (const session of this.#sessions) {
      const { isAlive, machine } = session.worker
      // Whoever does not answer for long is dead to it.
      if (!isAlive || !session.isOpen || nowMs - machine.asleepSinceMs > 15_000) this.#end(session)
    }
  }

  #end(session: WorkerSession): void {
    session.isOpen = false
    session.locks.clear()
    if (session.claims.size === 0) this.#sessions.delete(session)
  }

  async #claim(ledger: Ledger, session: WorkerSession, wanted: ClaimRequest): Promise<Batch | undefined> {
    const world = theWorld()
    const began = world.nowMs
    const { stop, slot: given, ...request } = wanted
    let slot = given
    const slotMs = given && this.#slots.get(given)
    // Of an answer that takes as long as the quickest its worker cannot know when it was given.
    if (slotMs !== undefined) this.onSlot(began - slotMs - session.quickestMs)
    for (;;) {
      const askedMs = world.nowMs
      const waitedMs = askedMs - began
      const batch = await this.#remote(async () => {
        const note = this.#pauses[session.pausesBefore]
        if (note) throw new LedgerError({ type: 'paused', path: address, ...note })
        if (slot !== undefined && slot.slowed !== this.#slowed.times) return 'stale'
        await this.#takeOver(ledger)
        const claimed = await ledger.claim(request)
        for (const { row, attempt, key } of claimed?.sends ?? []) {
          session.claims.set(row, attempt)
          this.onClaim(key, askedMs)
        }
        // Its worker may have died meanwhile.
        if (claimed && !session.isOpen) this.#sessions.add(session)
        const isUnderWay = [...this.#sessions].some((each) => each !== session && each.claims.size > 0)
        return claimed ?? (isUnderWay ? 'wait' : undefined)
      }, session)
      if (batch !== 'wait' && batch !== 'stale') return batch && { ...batch, waitedMs }
      if (stop?.aborted === true) return undefined
      if (batch === 'stale' && slot) {
        const { rate } = slot
        slot = await this.#remote(async () => this.#reserve(request.maxSends, rate), session)
      }
      await world.sleep(batch === 'stale' ? (slot?.waitMs ?? 0) : 100)
      if (world.current?.isAlive === false) throw new Crashed()
    }
  }

  /** What nobody can bring an outcome of any more is unknown. */
  async #takeOver(ledger: Ledger): Promise<void> {
    for (const session of this.#sessions) {
      if (session.isOpen) continue
      const settlements = [...session.claims].map(([row, attempt]): Settlement => ({
        row,
        attempt,
        outcome: 'unknown',
      }))
      session.claims.clear()
      this.#sessions.delete(session)
      if (settlements.length > 0) await ledger.settle(settlements)
    }
  }

  /** Returns how many outcomes came too late. */
  async #settle(ledger: Ledger, session: WorkerSession, settlements: readonly Settlement[]): Promise<number> {
    const world = theWorld()
    const record = async (): Promise<number> => {
      const own = settlements.filter(({ row, attempt }) => session.claims.get(row) === attempt)
      if (own.length < settlements.length) this.onTooLate(session.worker)
      // Nobody else may take them over meanwhile.
      for (const { row } of own) session.claims.delete(row)
      await ledger.settle(own)
      return settlements.length - own.length
    }
    for (let tries = 1; ; tries++) {
      world.step('record outcomes')
      // Over a connection of its own where the first one is lost; the claims are of the worker. What keeps one may keep both.
      const isLost = world.random.chance(tries === 1 ? this.lossRate : this.lossRate * 5)
      const late = await this.#atServer(record)
      if (!isLost) return late
      if (tries > 1) {
        this.onUnrecorded(session.worker)
        throw new LedgerError({ type: 'connection-lost', path: address, code: 'ECONNRESET' })
      }
      await world.sleep(200)
    }
  }

  #reserve(messages: number, rate: number): RateSlot {
    const { nowMs } = theWorld()
    const takesMs = (messages / rate / this.#factor()) * 1_000
    const from = Math.max(this.#freeAtMs, this.#slowed.untilMs, nowMs - 40)
    this.#freeAtMs = from + takesMs
    const slot = { waitMs: Math.max(0, from - nowMs), rate, slowed: this.#slowed.times }
    this.#slots.set(slot, Math.max(from, nowMs))
    return slot
  }

  #factor(): number {
    const { factor, atMs, untilMs } = this.#slowed
    return Math.min(1, factor + Math.max(0, theWorld().nowMs - Math.max(atMs, untilMs)) / slowing.recoveryMs)
  }

  #slow({ requestMs, waitMs, takesMs }: ExcessRequest): number {
    const { nowMs } = theWorld()
    const { times, atMs, untilMs } = this.#slowed
    const isNew = nowMs - requestMs > atMs
    const factor = isNew ? Math.max(slowing.minFactor, this.#factor() / 2) : this.#slowed.factor
    this.#slowed = {
      times: times + 1,
      factor,
      atMs: isNew ? nowMs : atMs,
      untilMs: Math.max(untilMs, nowMs + Math.max(waitMs, takesMs / factor)),
    }
    this.#freeAtMs = Math.max(this.#freeAtMs, this.#slowed.untilMs)
    return factor
  }

  async #alone<T>(
    session: WorkerSession,
    name: string,
    { work, stop }: { readonly work: () => Promise<T>; readonly stop?: AbortSignal | undefined },
  ): Promise<T> {
    const world = theWorld()
    for (;;) {
      const isMine = await this.#remote(async () => {
        if ([...this.#sessions].some(({ locks }) => locks.has(name))) return false
        session.locks.add(name)
        return true
      }, session)
      if (isMine) break
      if (stop?.aborted === true) throw stop.reason
      await world.sleep(50)
    }
    try {
      return await work()
    } finally {
      session.locks.delete(name)
    }
  }
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof LedgerError)) throw error
}

let database: Database | undefined

export function useDatabase(next: Database): void {
  database = next
}

export function postgresStore(options: PostgresOptions): LedgerStore {
  if (database === undefined) throw new Error('No database is simulated.')
  return database.store(options)
}
