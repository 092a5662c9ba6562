import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { timeOfDayIn, timeOfDayMs } from '../../src/contract/korean-time.ts'
import { times } from '../../src/contract/limits.ts'
import { deploy, type DeployHost, type DeployOptions, type DeployResult } from '../../src/deploy/deploy.ts'
import { openTarget, type TargetSession } from '../../src/deploy/target.ts'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { Decision, ReleaseStatus, SendRecord } from '../../src/ledger/ledger.ts'
import type { DeliveryResult } from '../../src/ledger/results.ts'
import { UsageError } from '../../src/project/usage-error.ts'
import { openProjectToSend } from '../../src/session/session.ts'
import { Database, useDatabase } from './database.ts'
import { brokenPromises, tooFast } from './check.ts'
import { Folder } from './file-system.ts'
import { Service, type ServiceOptions, openFor } from './service.ts'
import { type CrashKind, type Ended, enter, type Machine, Process, type Random, World } from './world.ts'

const release = 'r1'
const secret = 'simulated-secret'
const env = { USER_ID: 'user', SECRET_KEY: secret, SENDER_KEY: 'sender', DATABASE_URL: 'postgres://simulated' }

export interface Message {
  readonly id: string
  readonly numbers: readonly string[]
}

/** What a seed decides before anything happens. */
export interface Setup {
  readonly messages: readonly Message[]
  readonly rate: number
  readonly concurrency: number
  readonly requestTimeoutMs: number
  readonly isAtNight: boolean
  readonly tooManyRequests: 'unknown' | 'not-taken'
  readonly excluded: readonly string[]
  /** Whether several machines share the ledger. */
  readonly isShared: boolean
  readonly service: ServiceOptions
  /** Whether the service tells what became of the messages that it took. */
  readonly reportsResults: boolean
}

type SimulatedMachine = Machine & { readonly disk: Folder }

/** What is left out of a seed, to find out what matters. */
export interface Shrunk {
  /** Rounds that are skipped. */
  readonly skipped: readonly number[]
  readonly setup: Setup
}

export interface SeedOptions {
  readonly seed: number
  readonly shrunk?: Shrunk
  /** A folder that nobody else uses; it is emptied. */
  readonly folder: string
  readonly isTold: boolean
  /** What a person does at most before everything calms down. */
  readonly maxRounds: number
}

export interface SeedResult {
  readonly seed: number
  readonly broken: readonly string[]
  readonly setup: Setup
  readonly rounds: number
  readonly deploys: number
  readonly crashes: number
  readonly arrivals: number
  readonly history: readonly string[]
}

/** Simulates one seed to its end. */
export async function simulate(options: SeedOptions): Promise<SeedResult> {
  const { seed, isTold } = options
  const start = Date.UTC(2026, 5, 11, 1)
  const world = new World({ seed, startMs: start, isTold })
  enter(world)
  const scenario = new Scenario(world, options)
  let broken: readonly string[]
  try {
    broken = await world.until(scenario.run(), 60_000)
  } catch (error) {
    broken = [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
  scenario.end()
  const { deploys, crashes, arrivals, setup, rounds } = scenario
  return { seed, broken, setup, rounds, deploys, crashes, arrivals, history: world.history }
}

class Scenario {
  readonly #world: World
  readonly #random: Random
  readonly #root: string
  /** Where people work; with a file there is one. */
  readonly #machine: SimulatedMachine
  readonly #machines: readonly [SimulatedMachine, ...SimulatedMachine[]]
  readonly #server: SimulatedMachine
  readonly #database: Database | undefined
  readonly #setup: Setup
  readonly #service: Service
  readonly #seed: number
  readonly #maxRounds: number
  readonly #skipped: ReadonlySet<number>
  readonly #saidNotSent = new Map<string, number>()
  readonly #saidSent = new Set<string>()
  /** By their number and message. */
  readonly #people = new Map<string, { readonly number: string; readonly text: string }>()
  #confirmed = new Set<string>()
  /** Keys of which a result is recorded. */
  #reported = new Set<string>()
  #isPrepared = false
  #isNew = true
  #session: TargetSession | undefined
  #copy: ReadonlyMap<string, Buffer> | undefined
  /** Whether the ledger says less than it once did, and nobody has accepted it. */
  #isOlder = false
  /** Whether the ledger has lost all of the release. */
  #isLost = false
  readonly #broken: string[] = []
  deploys = 0
  crashes = 0
  rounds = 0

  constructor(world: World, { seed, folder, maxRounds, shrunk }: SeedOptions) {
    this.#world = world
    this.#random = world.random
    this.#seed = seed
    this.#maxRounds = maxRounds
    this.#skipped = new Set(shrunk?.skipped)
    this.#root = join(folder, 'project')
    this.#setup = shrunk?.setup ?? setupOf(this.#random)
    const machine = (name: string): SimulatedMachine => {
      const disk = new Folder(join(folder, name))
      disk.restore(new Map())
      return { name, clockAheadMs: 0, disk }
    }
    this.#machine = machine('a')
    this.#server = machine('server')
    this.#machines = this.#setup.isShared ? [this.#machine, machine('b'), machine('c')] : [this.#machine]
    if (this.#setup.isShared) {
      this.#database = new Database(this.#server, join(this.#server.disk.path, 'ledger.db'))
      this.#database.lossRate = this.#random.chance(0.5) ? this.#random.next() * 0.1 : 0
      useDatabase(this.#database)
    }
    this.#service = new Service(this.#setup.service)
    openFor(this.#service)
    if (this.#setup.reportsResults) this.#service.onTaken = (key) => this.#reportLater(key)
    this.#write()
  }

  get setup(): Setup {
    return this.#setup
  }

  get arrivals(): number {
    return this.#service.arrivals.length
  }

  end(): void {
    for (const machine of [...this.#machines, this.#server]) this.#world.crash(machine, 'process')
  }

  async run(): Promise<readonly string[]> {
    const { isAtNight, requestTimeoutMs } = this.#setup
    const world = this.#world
    const midnightMs = world.nowMs - timeOfDayMs(world.nowMs)
    if (isAtNight) {
      const edge = this.#random.pick([times.restrictedFrom, times.restrictedUntil])
      world.nowMs = midnightMs + timeOfDayIn(edge) - requestTimeoutMs - this.#random.between(0, 20_000)
    }
    for (let round = 0; round < this.#maxRounds && this.#broken.length === 0; round++) {
      this.rounds = round + 1
      if (this.#skipped.has(round)) continue
      // Whatever happened before, and whether it did: the round's own choices stay.
      this.#random.reseed(this.#seed, round + 1)
      await this.#round()
    }
    this.#random.reseed(this.#seed, -1)
    if (this.#broken.length === 0) await this.#comeToAnEnd()
    return this.#broken
  }

  async #round(): Promise<void> {
    const action = this.#random.weighted({
      deploy: 10,
      'deploy-and-stop': 2,
      'deploy-some': 2,
      'retry-rejected': 1,
      'reconcile-rightly': 2,
      'reconcile-wrongly': 1,
      'clock-jumps': 1,
      wait: 1,
      'take-copy': 1,
      'use-copy': 1,
    })
    this.#world.tell(`* ${action}`)
    switch (action) {
      case 'deploy':
        await this.#deploy({})
        break
      case 'deploy-and-stop':
        await this.#deploy({}, this.#random.between(0, 3_000))
        break
      case 'deploy-some':
        await this.#deploy({ limit: { messages: this.#random.between(1, 10) } })
        break
      case 'retry-rejected':
        await this.#deploy({ rejected: 'retry' })
        break
      case 'reconcile-rightly':
        await this.#reconcile(true)
        break
      case 'reconcile-wrongly':
        await this.#reconcile(false)
        break
      case 'clock-jumps':
        this.#random.pick(this.#machines).clockAheadMs += this.#random.between(-40_000, 40_000)
        break
      case 'wait':
        await this.#world.sleep(this.#random.between(1_000, 12 * 3_600_000))
        break
      case 'take-copy':
        if (!this.#isNew) this.#copy = this.#machine.disk.copy()
        break
      case 'use-copy':
        this.#useCopy()
        break
    }
    // Looking takes as long as sending: not every time, and always in the end.
    if (this.#random.chance(0.4)) await this.#check()
  }

  /** Everything works from now on, and people do what they are told until nothing is left to do. */
  async #comeToAnEnd(): Promise<void> {
    this.#world.tell('* everything works')
    this.#service.calmDown()
    for (const machine of this.#machines) machine.clockAheadMs = 0
    if (this.#database) this.#database.lossRate = 0
    for (let round = 0; round < 12 && this.#broken.length === 0; round++) {
      await this.#deploy({}, undefined, 'lives')
      if (this.#isLost) return
      const status = await this.#check()
      const { pending = 1, deferred = 0, unknown = 0 } = status?.isPrepared ? status.counts : {}
      if (unknown > 0) await this.#reconcile(true, 'lives')
      if (pending + deferred + unknown === 0) {
        await this.#database?.close()
        this.#checkErased()
        return
      }
      await this.#world.sleep(6 * 3_600_000)
    }
    if (this.#broken.length === 0) this.#broken.push('It does not come to an end although everything works.')
  }

  /** A ledger of before takes the place of the one that is there; what the machine knows of it stays. */
  #useCopy(): void {
    if (this.#copy === undefined || this.#setup.isShared) return
    const { disk } = this.#machine
    const isLedger = (path: string): boolean => path.includes('/ledger/')
    const now = [...disk.copy()]
    const before = [...this.#copy].filter(([path]) => isLedger(path))
    const isSame = ([path, data]: readonly [string, Buffer]): boolean => this.#copy?.get(path)?.equals(data) === true
    if (now.filter(([path]) => isLedger(path)).every(isSame)) return
    disk.restore(new Map([...now.filter(([path]) => !isLedger(path)), ...before]))
    this.#isOlder = true
    this.#confirmed = new Set()
    this.#reported = new Set()
  }

  /** One machine deploys, or several at the same time. */
  async #deploy(changes: Partial<DeployOptions>, stopAfterMs?: number, life: 'may-die' | 'lives' = 'may-die') {
    const writes: { readonly atMs: number; readonly messages: number }[] = []
    const confirmed = new Map<Process, string[]>()
    const reported = new Set(this.#reported)
    const arrivedBefore = this.#service.arrivals.length
    this.#service.onWrite = (messages) => {
      writes.push({ atMs: this.#world.nowMs, messages })
      this.#checkWindow()
    }
    this.#service.onConfirm = (keys) => {
      const { current } = this.#world
      if (current) confirmed.set(current, [...(confirmed.get(current) ?? []), ...keys])
    }
    const count = this.#random.between(1, this.#machines.length)
    const workers = this.#machines.slice(0, count).map(async (machine) => {
      this.deploys++
      const stop = new AbortController()
      const after = stopAfterMs ?? Infinity
      const cancel =
        after < Infinity ? this.#world.after(after, () => stop.abort(new Error('stopped')), null) : undefined
      if (count > 1) await this.#world.sleep(this.#random.latency(0, 2_000))
      const process = this.#processOn(machine, 'deploy', life)
      const ended = await this.#world.run(process, () => this.#deployIn(machine, changes, stop.signal))
      cancel?.()
      this.#world.tell(`= ${machine.name}: ${endOf(ended)}`)
      const isLedgerGone =
        ended.type === 'returned' && ended.value.type === 'ended' && ended.value.end.type === 'ledger'
      if (ended.type === 'crashed') this.crashes++
      // What could not be written down is unknown later.
      else if (!isLedgerGone) for (const key of confirmed.get(process) ?? []) this.#confirmed.add(key)
      return ended
    })
    const ends = await Promise.all(workers)
    this.#broken.push(...tooFast(writes, this.#setup.rate))
    for (const { key } of this.#service.arrivals.slice(arrivedBefore)) {
      if (reported.has(key)) this.#broken.push(`${key} is sent although a result of it was recorded before`)
    }
    if (ends.some((ended) => ended.type === 'returned' && ended.value.type === 'ended')) this.#isNew = false
    for (const ended of ends) {
      if (ended.type !== 'threw') continue
      const { error } = ended
      if (error instanceof UsageError) this.#isNew ||= isNewNeeded(error)
      else if (error instanceof LedgerError) await this.#accept(error)
      else throw error
    }
  }

  /** Reports a delivery: early or late, once or more often, sometimes with another outcome the second time. */
  #reportLater(key: string): void {
    const { random } = this.#world
    for (let times = random.pick([0, 1, 1, 1, 2]); times > 0; times--) {
      const ms = random.pick([random.between(0, 300), random.between(0, 60_000), random.between(0, 3 * 86_400_000)])
      const code = random.pick(['1000', '1000', '2006'])
      this.#world.after(ms, () => void this.#record({ key, code, doneAt: Math.floor(this.#world.nowMs) }), null)
    }
  }

  /** Records a result as the receiver does, also while a deploy is running. */
  async #record(result: DeliveryResult): Promise<void> {
    const session = this.#session
    if (session === undefined) return
    const ended = await this.#inProcess('results', 'lives', async () => {
      const inbox = session.store.results()
      try {
        return await inbox.record([result])
      } finally {
        await inbox.close()
      }
    })
    this.#world.tell(`= result ${result.code} of ${result.key}: ${endOf(ended)}`)
    if (ended.type === 'threw' && !(ended.error instanceof LedgerError)) this.#broken.push(String(ended.error))
    if (ended.type !== 'returned') return
    const { recorded, repeated, foreign } = ended.value
    if (recorded + repeated === 1) this.#reported.add(result.key)
    else if (foreign === 1 && !this.#isOlder) this.#broken.push(`the result of ${result.key} is taken for foreign`)
  }

  async #deployIn(machine: SimulatedMachine, changes: Partial<DeployOptions>, stop: AbortSignal): Promise<DeployResult> {
    const host = this.#host(machine, stop)
    const session = await this.#sessionIn(host)
    const options: DeployOptions = {
      paths: [],
      recipients: undefined,
      rejected: 'keep',
      release,
      isApproved: true,
      outsideWindow: this.#random.chance(0.3) ? 'wait' : 'stop',
      newLedger: this.#isNew,
      ...changes,
    }
    return deploy(session, options, host)
  }

  async #sessionIn(host: DeployHost): Promise<TargetSession> {
    const project = (this.#session ?? openTarget(await openProjectToSend({}, host), 'production', host)).project
    this.#session = openTarget(project, 'production', host)
    return this.#session
  }

  #host(machine: SimulatedMachine, stop: AbortSignal): DeployHost {
    return {
      lang: 'en',
      cwd: this.#root,
      env,
      folders: { state: join(machine.disk.path, 'state') },
      progress: () => ({ update: () => {}, end: () => {} }),
      command: () => '',
      onEvent: (event) => {
        if (event.type === 'sending') this.#isPrepared = true
        if (event.type === 'retrying' || event.type === 'slowed') this.#world.tell(event.type)
      },
      ask: async () => 'yes',
      stop,
    }
  }

  /** Accepts a ledger that is refused, as the message about it says. */
  async #accept({ problem }: LedgerError): Promise<void> {
    this.#world.tell(`refused: ${problem.type}`)
    if (problem.type === 'missing' || problem.type === 'known') this.#isNew = true
    // Only another release could be sent: whom this one reached the older ledger cannot tell.
    this.#isLost = problem.type === 'lost-release'
    if (this.#isNew || this.#isLost) return
    const session = this.#session
    if (session === undefined || this.#random.chance(0.3)) return
    const ended = await this.#inProcess('recover', 'lives', () =>
      session.store.accept({ who: 'somebody', reason: 'simulated' }),
    )
    this.#world.tell(`= recover: ${endOf(ended)}`)
    // What an older ledger does not know is unknown in it now.
    if (ended.type === 'returned') this.#isOlder = false
  }

  /** Settles what is unknown: as it was, or as somebody guesses. */
  async #reconcile(isRight: boolean, life: 'may-die' | 'lives' = 'may-die'): Promise<void> {
    const session = this.#session
    if (session === undefined) return
    // Whoever wants to know waits until nothing can be on its way any more.
    if (isRight) await this.#world.sleep(this.#setup.requestTimeoutMs + 60_000)
    const unknown = (await this.#sends()).filter(({ state }) => state === 'unknown')
    if (unknown.length === 0) return
    const reached = new Set(this.#service.arrivals.filter(({ isTaken }) => isTaken).map(({ key }) => key))
    const isSent = ({ key }: SendRecord): boolean => (isRight ? reached.has(key) : this.#random.chance(0.5))
    const sent = unknown.filter(isSent)
    const notSent = unknown.filter((send) => !sent.includes(send))
    for (const [verdict, sends] of [['sent', sent] as const, ['not-sent', notSent] as const]) {
      if (sends.length === 0) continue
      const keys = sends.map(({ key }) => key)
      for (const key of keys) {
        if (verdict === 'sent') this.#saidSent.add(key)
        else this.#saidNotSent.set(key, (this.#saidNotSent.get(key) ?? 0) + (isRight ? 0 : 1))
      }
      const decision: Decision = { verdict, release, keys, who: 'somebody', reason: 'simulated' }
      const ended = await this.#inProcess('reconcile', life, async () => {
        const ledger = await session.store.open({ ifMissing: 'refuse' })
        try {
          return await ledger.reconcile(decision)
        } finally {
          await ledger.close()
        }
      })
      this.#world.tell(`= reconcile ${verdict} ${keys.length}: ${endOf(ended)}`)
    }
  }

  #inProcess<T>(name: string, life: 'may-die' | 'lives', main: () => Promise<T>): Promise<Ended<T>> {
    return this.#world.run(this.#processOn(this.#machine, name, life), main)
  }

  #processOn(machine: SimulatedMachine, name: string, life: 'may-die' | 'lives'): Process {
    const dies = life === 'may-die' && this.#random.chance(0.6)
    return new Process(machine, {
      name: `${name} ${machine.name}`,
      stepsLeft: dies ? Math.round(this.#random.between(0, 30) ** this.#random.pick([1, 1.5, 2])) : Infinity,
      crashKind: this.#random.pick<CrashKind>(['process', 'power']),
      startedMs: this.#world.nowMs - this.#random.between(0, 1_000_000),
    })
  }

  async #sends(): Promise<readonly SendRecord[]> {
    const read = await this.#read()
    return read?.sends ?? []
  }

  /** What `status` says; undefined where there is no ledger, or none that can be read. */
  async #read(): Promise<{ readonly status: ReleaseStatus | undefined; readonly sends: readonly SendRecord[] } | undefined> {
    const session = this.#session
    if (session === undefined) return undefined
    const ended = await this.#inProcess('status', 'lives', async () => {
      if ((await session.store.state()) !== 'made') return undefined
      const ledger = await session.store.read()
      try {
        const status = (await ledger.releases()).find((each) => each.release === release)
        const sends: SendRecord[] = []
        if (status) for await (const some of ledger.sends({ release })) sends.push(...some)
        return { status, sends }
      } finally {
        await ledger.close()
      }
    })
    if (ended.type === 'returned') return ended.value
    if (ended.type === 'threw' && !(ended.error instanceof LedgerError)) throw ended.error
    this.#world.tell(`status: ${endOf(ended)}`)
    return undefined
  }

  /** Compares what `status` says with what reached the phones. */
  async #check(): Promise<ReleaseStatus | undefined> {
    const read = await this.#read()
    if (read?.status === undefined) return undefined
    const { status, sends } = read
    const { messages, excluded } = this.#setup
    const given = messages.reduce((sum, { numbers }) => sum + numbers.length, 0)
    this.#broken.push(
      ...brokenPromises({
        arrivals: this.#service.arrivals,
        sends,
        counts: status.counts,
        held: status.excluded + status.heldBack,
        given: status.isPrepared && !this.#isOlder ? given : undefined,
        isOlder: this.#isOlder,
        saidNotSent: this.#saidNotSent,
        saidSent: this.#saidSent,
        confirmed: this.#confirmed,
        reported: this.#reported,
        wanted: (key) => this.#wantedOf(key, sends),
        excluded: new Set(excluded),
      }),
    )
    return status
  }

  #keys = new Map<string, { readonly number: string; readonly text: string }>()

  #wantedOf(key: string, sends: readonly SendRecord[]): { readonly number: string; readonly text: string } | undefined {
    for (const { key: known, id, ref } of sends) {
      const person = this.#people.get(`${id} ${ref ?? ''}`)
      if (person) this.#keys.set(known, person)
    }
    return this.#keys.get(key)
  }

  #checkWindow(): void {
    const { requestTimeoutMs } = this.#setup
    const atMs = this.#world.nowMs + (this.#world.current?.machine.clockAheadMs ?? 0)
    const ofDay = timeOfDayMs(atMs)
    const isOpen = ofDay >= timeOfDayIn(times.restrictedUntil) && ofDay < timeOfDayIn(times.restrictedFrom)
    if (!isOpen) this.#broken.push(`a request left in the restricted hours (timeout ${requestTimeoutMs})`)
  }

  /** Nothing of whoever is settled may be left in any file of the ledger. */
  #checkErased(): void {
    const files = [...this.#machines, this.#server].flatMap(({ disk }) => [...disk.copy()])
    for (const [path, data] of files) {
      for (const { number } of this.#people.values()) {
        if (data.includes(number)) {
          this.#broken.push(`${path.slice(path.lastIndexOf('/') + 1)} still has a number`)
          return
        }
      }
    }
  }

  #write(): void {
    const { messages, rate, concurrency, requestTimeoutMs, tooManyRequests, excluded } = this.#setup
    mkdirSync(this.#root, { recursive: true })
    const config = {
      messages: messages.map(({ id }) => `${id}.md`),
      senders: { default: { sender_key: { env: 'SENDER_KEY' }, sender_number: '0212345678' } },
      targets: {
        production: {
          uploadUrl: 'https://upload.example.com',
          baseUrl: 'https://send.example.com',
          userId: { env: 'USER_ID' },
          secretKey: { env: 'SECRET_KEY' },
          rate,
          concurrency,
          requestTimeoutMs,
          tooManyRequests,
          ...(excluded.length > 0 && { exclude: ['excluded.txt'] }),
        },
      },
      ledger: this.#setup.isShared
        ? { postgres: { env: 'DATABASE_URL' } }
        : join(this.#machine.disk.path, 'ledger', 'ledger.db'),
    }
    const write = (name: string, text: string): void => writeFileSync(join(this.#root, name), text)
    write('friendtalk.config.json', JSON.stringify(config))
    if (excluded.length > 0) write('excluded.txt', `${excluded.join('\n')}\n`)
    for (const { id, numbers } of messages) {
      write(
        `${id}.md`,
        `---\nkind: ft-text\nad_flag: N\nrecipients: ${id}.csv\nvars:\n  name: { max: 10, example: 김하늘 }\n---\n\n${id}: #{name}님 안녕하세요.\n`,
      )
      const rows = numbers.map((number, index) => {
        const ref = `ref-${id}-${index}`
        this.#people.set(`${id} ${ref}`, { number, text: `${id}: 손님${index}님 안녕하세요.` })
        return `${number},손님${index},${ref}`
      })
      write(`${id}.csv`, `receiver_number,name,ref\n${rows.join('\n')}\n`)
    }
  }
}

function isNewNeeded({ problem }: UsageError): boolean {
  return problem.type === 'deploy' && problem.problem.type === 'new-ledger-needed'
}

function endOf(ended: Ended<unknown>): string {
  if (ended.type === 'threw') {
    const { error } = ended
    if (error instanceof LedgerError) return `LedgerError ${JSON.stringify(error.problem)}`
    if (error instanceof UsageError) return `UsageError ${JSON.stringify(error.problem)}`
    return String(error)
  }
  return ended.type === 'crashed' ? 'crashed' : JSON.stringify(ended.value)
}

function setupOf(random: Random): Setup {
  const messages = ['a', 'b', 'c'].slice(0, random.between(1, 3)).map((id) => {
    const count = random.between(1, random.pick([3, 12, 30]))
    const from = random.between(0, 10)
    return { id, numbers: Array.from({ length: count }, (_, index) => `0107${String(from + index).padStart(7, '0')}`) }
  })
  const numbers = messages.flatMap((message) => message.numbers)
  const requestTimeoutMs = random.pick([1_000, 3_000, 10_000])
  return {
    messages,
    rate: random.pick([5, 20, 50, 500]),
    concurrency: random.between(1, 8),
    requestTimeoutMs,
    service: serviceOf(random, requestTimeoutMs),
    isAtNight: random.chance(0.2),
    tooManyRequests: random.pick(['unknown', 'not-taken'] as const),
    isShared: random.chance(0.35),
    reportsResults: random.chance(0.5),
    excluded: random.chance(0.3) ? numbers.filter(() => random.chance(0.2)) : [],
  }
}

function serviceOf(random: Random, requestTimeoutMs: number): ServiceOptions {
  // Mostly well: what goes wrong all the time goes nowhere.
  const weight = (): number => (random.chance(0.35) ? random.next() * 2 : 0)
  return {
    timeoutMs: requestTimeoutMs,
    answerMs: random.pick([20, 200, 2_000]),
    network: {
      none: 10,
      refused: weight(),
      'name-not-found': weight(),
      'connect-timeout': weight(),
      'connects-late': weight(),
      'reset-before-arrival': weight(),
      'reset-after-arrival': weight(),
      'ends-after-arrival': weight(),
      'answer-never': weight(),
      'answer-late': weight(),
      'answer-cut': weight(),
      'answer-garbage': weight(),
      'answer-too-large': weight(),
    },
    faults: {
      none: 12,
      'error-taken': weight(),
      'error-not-taken': weight(),
      'too-many': weight(),
      'too-many-retry-after': weight(),
      'key-missing': weight(),
      'key-twice': weight(),
      'key-foreign': weight(),
      'key-exchanged': weight(),
      shuffled: weight(),
      'no-credit': weight() / 2,
      'no-session': weight() / 2,
      'rejects-one': weight(),
      'rejects-all': weight(),
      'wrong-credentials': weight() / 2,
      'odd-code': weight(),
      'clock-off': weight() / 4,
      contradiction: weight(),
    },
  }
}
