// What people, machines and the service do in one seed. Its choices are made by `setup.ts` before anything happens, and by
// rounds: somebody deploys (with a plan, a limit, on several machines, on a full disk), stops it, reconciles rightly
// or wrongly, excludes people, moves the ledger, puts an older copy or a backup in its place, or waits for months.
// Processes die before any of their steps, and machines fall asleep. Then everything works, and it must come to an end.
//
// What is not simulated: a crash within what SQLite itself writes and commits, and a ledger that several machines share.
// Loops that kill real processes do that, with a real server.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { timeOfDayIn, timeOfDayMs } from '../../src/text/korean-time.ts'
import { times } from '../../src/contract/friend-talk/limits.ts'
import type { PlanFile } from '../../src/deploy/approved.ts'
import { deploy, type DeployOptions, type DeployResult } from '../../src/deploy/deploy.ts'
import type { DeployHost } from '../../src/deploy/deploy-host.ts'
import type { Plan } from '../../src/deploy/plan.ts'
import { planRelease } from '../../src/deploy/planning.ts'
import { openTarget, type TargetSession } from '../../src/deploy/target.ts'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { Decision, LedgerStore, ReleaseStatus, SendRecord } from '../../src/ledger/ledger.ts'
import { moveLedger } from '../../src/ledger/move.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import type { DeliveryResult } from '../../src/contract/contract.ts'
import { UsageError } from '../../src/project/usage-error.ts'
import { openProject } from '../../src/session/session.ts'
import { type Person, tooFast } from './check.ts'
import { endOf, Evidences, isNewNeeded, type Read } from './evidence.ts'
import { Folder, forgetAll } from './file-system.ts'
import { LedgerFiles } from './ledger-files.ts'
import { type Change, env, SimulatedProject } from './project.ts'
import { RequestWatch } from './requests.ts'
import { openFor, Service } from './service.ts'
import { releasesOf, type Setup, setupOf } from './setup.ts'
import { type CrashKind, type Ended, enter, type Machine, Process, type Random, World } from './world.ts'

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
  const { seed, folder, isTold } = options
  const start = Date.UTC(2026, 5, 11, 1)
  const world = new World({ seed, startMs: start, isTold })
  enter(world)
  const scenario = new Scenario(world, options)
  let broken: readonly string[]
  try {
    broken = await world.until(scenario.run(), 90_000)
  } catch (error) {
    broken = [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
  scenario.end()
  forgetAll()
  const { deploys, crashes, arrivals, setup, rounds } = scenario
  // The folder has another name in each run.
  const history = world.history.map((line) => line.replaceAll(`${folder}/`, ''))
  return { seed, broken, setup, rounds, deploys, crashes, arrivals, history }
}

type Life = 'may-die' | 'lives'

/** How a round deploys. */
interface DeployRound {
  readonly release: string
  readonly options?: Partial<DeployOptions>
  readonly stopAfterMs?: number
  readonly life?: Life
  /** Whether two processes try it. */
  readonly isTwice?: boolean
}

class Scenario {
  readonly #world: World
  readonly #random: Random
  /** Where people work. */
  readonly #machine: SimulatedMachine
  readonly #setup: Setup
  readonly #project: SimulatedProject
  readonly #service: Service
  readonly #options: SeedOptions
  readonly #evidences: Evidences
  readonly #broken = new Set<string>()
  #isNew = true
  #session: TargetSession | undefined
  readonly #files: LedgerFiles
  /** The ledger that the receiver of results was started for. */
  #receiver: LedgerStore | undefined
  /** Whether the ledger has lost all of a release. */
  #isLost = false
  /** How often somebody has begun or ended to record a result. */
  #recordings = 0
  deploys = 0
  crashes = 0
  rounds = 0

  constructor(world: World, options: SeedOptions) {
    const { folder, shrunk } = options
    this.#world = world
    this.#random = world.random
    this.#options = options
    this.#setup = shrunk?.setup ?? setupOf(this.#random)
    const setup = this.#setup
    // What comes depends on the setup, and not on how it was come by.
    this.#random.reseed(options.seed, -2)
    const disk = new Folder(join(folder, 'a'))
    disk.restore(new Map())
    this.#machine = { name: 'a', clockAheadMs: 0, asleepUntilMs: 0, asleepSinceMs: Infinity, awakeSinceMs: 0, disk }
    this.#service = new Service(setup.service, setup.tooManyRequests)
    openFor(this.#service)
    if (setup.reportsResults) this.#service.onTaken = (key) => this.#reportLater(key)
    this.#files = new LedgerFiles(this.#machine.disk)
    this.#project = new SimulatedProject(join(folder, 'project'), setup, this.#files.path)
    this.#evidences = new Evidences(setup, this.#project, this.#service)
  }

  get setup(): Setup {
    return this.#setup
  }

  get arrivals(): number {
    return this.#service.arrivals.length
  }

  end(): void {
    this.#world.crash(this.#machine, 'process')
  }

  async run(): Promise<readonly string[]> {
    const { isAtNight, requestTimeoutMs } = this.#setup
    const { seed, maxRounds, shrunk } = this.#options
    const world = this.#world
    const midnightMs = world.nowMs - timeOfDayMs(world.nowMs)
    if (isAtNight) {
      const edge = this.#random.pick([times.restrictedFrom, times.restrictedUntil])
      // Nothing may begin in the last seconds, which a request may take.
      world.nowMs = midnightMs + timeOfDayIn(edge) - this.#random.between(0, requestTimeoutMs + 15_000)
    }
    for (let round = 0; round < maxRounds && this.#broken.size === 0; round++) {
      this.rounds = round + 1
      if (shrunk?.skipped.includes(round) === true) continue
      // Whatever happened before, and whether it did: the round's own choices stay.
      this.#random.reseed(seed, round + 1)
      await this.#round()
    }
    this.#random.reseed(seed, -1)
    if (this.#broken.size === 0) await this.#comeToAnEnd()
    return [...this.#broken]
  }

  async #round(): Promise<void> {
    const random = this.#random
    const release = random.pick(releasesOf(this.#setup))
    const hasFile = !this.#isNew
    const action = random.weighted({
      deploy: 10,
      'deploy-twice': 1,
      'deploy-and-stop': 2,
      'deploy-some': 2,
      'deploy-plan': 2,
      'deploy-on-full-disk': 1,
      'retry-rejected': 2,
      'reconcile-rightly': 2,
      'reconcile-wrongly': 1,
      'exclude-more': this.#setup.excluded ? 2 : 0,
      'clock-jumps': 1,
      wait: 1,
      'wait-for-months': this.#setup.messages.some(({ hasImage }) => hasImage) ? 2 : 0,
      'take-copy': 1,
      'use-copy': 1,
      'deploy-and-use-copy': hasFile ? 2 : 0,
      'back-up': hasFile ? 1 : 0,
      'deploy-and-back-up': hasFile ? 1 : 0,
      move: hasFile ? 2 : 0,
      'deploy-and-move': hasFile ? 1 : 0,
    })
    this.#world.tell(`* ${action} ${release}`)
    switch (action) {
      case 'deploy':
        await this.#deploy({ release })
        break
      case 'deploy-twice':
        await this.#deploy({ release, isTwice: true })
        break
      case 'deploy-and-stop':
        await this.#deploy({ release, stopAfterMs: random.between(0, 3_000) })
        break
      case 'deploy-some': {
        await this.#deploy({ release, options: { limit: random.between(1, 10) } })
        break
      }
      case 'deploy-plan':
        await this.#deployPlan(release)
        break
      case 'deploy-on-full-disk': {
        const { disk } = this.#machine
        const cancel = this.#world.after(random.latency(0, 5_000), () => (disk.isFull = true), null)
        await this.#deploy({ release })
        cancel()
        disk.isFull = false
        break
      }
      case 'retry-rejected':
        await this.#deploy({ release, options: { rejected: 'retry' } })
        break
      case 'reconcile-rightly':
        await this.#reconcile(release, true)
        break
      case 'reconcile-wrongly':
        await this.#reconcile(release, false)
        break
      case 'exclude-more': {
        const numbers = this.#setup.messages.flatMap((message) => message.numbers)
        this.#project.exclude(numbers.filter(() => random.chance(0.3)))
        break
      }
      case 'clock-jumps':
        this.#machine.clockAheadMs += random.between(-40_000, 40_000)
        break
      case 'wait':
        await this.#world.sleep(random.between(1_000, random.pick([12, 240]) * 3_600_000))
        break
      case 'wait-for-months':
        await this.#world.sleep(random.between(60, 100) * 86_400_000)
        break
      case 'take-copy':
        if (hasFile) this.#files.keepCopy()
        break
      case 'use-copy':
        this.#useCopy()
        break
      case 'deploy-and-use-copy':
        await this.#deployAndUseCopy(release, random.pick(['keep', 'retry']))
        break
      case 'back-up':
        await this.#backUp()
        break
      case 'deploy-and-back-up':
        await Promise.all([this.#deploy({ release }), this.#later(() => this.#backUp())])
        break
      case 'move':
        await this.#move('may-die')
        break
      case 'deploy-and-move':
        await Promise.all([this.#deploy({ release }), this.#later(() => this.#move('may-die'))])
        break
    }
    // Looking takes as long as sending: not every time, and always in the end.
    if (random.chance(0.5)) await this.#check(release)
  }

  /** Everything works from now on, and people do what they are told until nothing is left to do. */
  async #comeToAnEnd(): Promise<void> {
    this.#world.tell('* everything works')
    this.#service.calmDown()
    if (this.#files.move) await this.#move('lives')
    this.#machine.clockAheadMs = 0
    for (const release of releasesOf(this.#setup)) {
      const isOver = await this.#finish(release)
      if (this.#isLost || this.#broken.size > 0) return
      if (!isOver) this.#broken.add('It does not come to an end although everything works.')
    }
    // Whom a result has settled since is erased by the next start that may send.
    if (this.#setup.reportsResults && !(await this.#finish('r1'))) this.#broken.add('A second end does not come.')
    const numbers = [...this.#project.people.values()].map(({ number }) => number)
    this.#checkErased(numbers)
  }

  async #finish(release: string): Promise<boolean> {
    for (let round = 0; round < 12 && this.#broken.size === 0; round++) {
      const isOver = await this.#deploy({ release, life: 'lives' })
      if (this.#isLost || this.#broken.size > 0) return true
      const status = (await this.#check(release))?.status
      const { pending = 1, deferred = 0, unknown = 0, inflight = 0 } = status?.counts ?? {}
      this.#world.tell(`left: ${pending} pending, ${deferred} deferred, ${unknown} unknown, ${inflight} in flight`)
      if (unknown > 0) await this.#reconcile(release, true, 'lives')
      if (pending + deferred + unknown + inflight === 0 && isOver) return true
      await this.#world.sleep(6 * 3_600_000)
    }
    return false
  }

  /** What the copy or the backup calls rejected may have been taken since; whoever retries goes on with it. */
  async #deployAndUseCopy(release: string, rejected: DeployOptions['rejected']): Promise<void> {
    if (this.#random.chance(0.5)) await this.#backUp()
    else this.#files.keepCopy()
    await this.#deploy({ release, options: { rejected } })
    this.#useCopy()
    if (rejected === 'keep') return
    // The first one is refused, and the copy accepted.
    for (let time = 1; time <= 2; time++) await this.#deploy({ release, options: { rejected } })
  }

  /** A ledger of before takes the place of the one that is there. */
  #useCopy(): void {
    if (!this.#files.useKept(this.#random, stateOf(this.#machine))) return
    this.#useLedger(this.#files.path)
    this.#evidences.isOlder()
  }

  async #backUp(): Promise<void> {
    const session = this.#session
    if (session === undefined) return
    const ended = await this.#inProcess('backup', 'lives', async () => {
      const ledger = await session.store.read()
      try {
        await ledger.copyTo(this.#files.backup)
        return (await ledger.releases()).map((one) => one.release)
      } finally {
        await ledger.close()
      }
    })
    this.#world.tell(`= backup: ${endOf(ended)}`)
    if (ended.type === 'threw' && !(ended.error instanceof LedgerError)) this.#broken.add(String(ended.error))
    const has = ended.type === 'returned' ? ended.value : []
    this.#files.takeBackup(releasesOf(this.#setup).every((release) => has.includes(release)))
  }

  /** Moves the ledger, or ends a move that was interrupted. */
  async #move(life: Life): Promise<void> {
    const move = this.#files.nextMove()
    this.#files.move = move
    const ended = await this.#inProcess('move', life, () =>
      moveLedger(this.#storeAt(move.from), this.#storeAt(move.to)),
    )
    this.#world.tell(`= move: ${endOf(ended)}`)
    if (ended.type === 'crashed') this.#evidences.mayHaveLost()
    if (ended.type === 'threw' && !(ended.error instanceof LedgerError)) this.#broken.add(String(ended.error))
    if (ended.type !== 'returned') return
    this.#files.endMove(move)
    // Whoever forgets to configure it is told by the next deploy.
    if (this.#random.chance(0.7)) this.#useLedger(move.to)
  }

  #storeAt(path: string): LedgerStore {
    return ledgerStore({ path, target: 'production', stateFolder: stateOf(this.#machine) })
  }

  #useLedger(path: string): void {
    this.#files.path = path
    this.#project.useLedger(path)
    this.#session = undefined
  }

  async #later(act: () => Promise<void>): Promise<void> {
    await this.#world.sleep(this.#random.latency(0, 5_000))
    await act()
  }

  /** A reviewer approves a plan; then somebody may change something of it. */
  async #deployPlan(release: string): Promise<void> {
    const ended = await this.#inProcess('plan', 'lives', async () => {
      const host = this.#host(this.#machine, new AbortController().signal)
      return planRelease(await this.#sessionIn(host), { paths: [], release, exclude: this.#project.givenLists }, host)
    })
    if (ended.type !== 'returned' || ended.value.type === 'diagnostics') {
      this.#world.tell(`= plan: ${endOf(ended)}`)
      return
    }
    const plan = JSON.parse(JSON.stringify(ended.value.plan)) as Plan
    const planFile: PlanFile = { path: 'plan.json', plan }
    const change = this.#random.pick<Change | 'none'>(['none', 'none', 'text', 'recipients', 'image'])
    if (change !== 'none') this.#project.change(change)
    this.#world.tell(`approved; changed since: ${change}`)
    await this.#deploy({ release, options: { planFile } })
    this.#project.restore()
  }

  /** One process deploys, or two at the same time. Returns whether one came to an end that the restricted hours did not make. */
  async #deploy(round: DeployRound): Promise<boolean> {
    const { release, options = {}, isTwice = false } = round
    const { limit } = options
    const evidences = this.#evidences
    const watch = new RequestWatch(this.#world, this.#setup, limit)
    this.#service.watch = watch
    evidences.begin(release)
    const ends = await Promise.all(
      Array.from({ length: isTwice ? 2 : 1 }, async () => {
        if (isTwice) await this.#world.sleep(this.#random.latency(0, 2_000))
        return this.#deployOn(this.#machine, round, watch)
      }),
    )
    evidences.end(release, { watch, ends, isTwice, isRetry: options.rejected === 'retry' })
    const fast = [...watch.writes.values()].flatMap((writes) => tooFast(writes, this.#setup.rate))
    for (const broken of [...watch.broken, ...fast, ...evidences.broken]) this.#broken.add(broken)
    this.#service.watch = undefined
    const results = ends.flatMap((ended) =>
      ended.type === 'returned' && ended.value.type === 'ended' ? ended.value : [],
    )
    if (results.length > 0) this.#isNew = false
    for (const ended of ends) {
      if (ended.type !== 'threw') continue
      const { error } = ended
      if (error instanceof UsageError) this.#isNew ||= isNewNeeded(error)
      else if (!(error instanceof LedgerError)) throw error
      else if (error.problem.type !== 'locked') await this.#accept(error)
    }
    return results.some(({ end }) => end.type !== 'window')
  }

  async #deployOn(
    machine: SimulatedMachine,
    { release, options = {}, stopAfterMs = Infinity, life = 'may-die' }: DeployRound,
    watch: RequestWatch,
  ): Promise<Ended<DeployResult>> {
    this.deploys++
    const stop = new AbortController()
    const process = this.#processOn(machine, 'deploy', life)
    const abort = (): void => {
      stop.abort(new Error('stopped'))
      watch.over(process, 'somebody stopped it')
    }
    const cancel = stopAfterMs < Infinity ? this.#world.after(stopAfterMs, abort, null) : undefined
    const confirmed: string[] = []
    this.#evidences.confirmedBy.set(process, confirmed)
    const ended = await this.#world.run(process, () => this.#deployIn(machine, { release, ...options }, stop.signal))
    cancel?.()
    this.#world.tell(`= ${machine.name}: ${endOf(ended)}`)
    if (ended.type === 'crashed') this.crashes++
    if (ended.type === 'returned') watch.closed(process, ended.value)
    const isRecorded =
      ended.type !== 'crashed' &&
      !(ended.type === 'returned' && ended.value.type === 'ended' && ended.value.end.type === 'ledger')
    // What could not be written down is unknown later.
    if (isRecorded) this.#evidences.confirm(confirmed)
    else this.#evidences.mayHaveLost()
    return ended
  }

  async #deployIn(
    machine: SimulatedMachine,
    changes: Partial<DeployOptions>,
    stop: AbortSignal,
  ): Promise<DeployResult> {
    const host = this.#host(machine, stop)
    const session = await this.#sessionIn(host)
    const options: DeployOptions = {
      paths: [],
      recipients: undefined,
      exclude: this.#project.givenLists,
      rejected: 'keep',
      isApproved: true,
      outsideWindow: this.#random.chance(0.3) ? 'wait' : 'stop',
      newLedger: this.#isNew,
      ...changes,
    }
    return deploy(session, options, host)
  }

  /** Reports a delivery: early or late, once or more often, sometimes with another outcome the second time. */
  #reportLater(key: string): void {
    const { random } = this.#world
    for (let left = random.pick([0, 1, 1, 1, 2]); left > 0; left--) {
      const ms = random.pick([random.between(0, 300), random.between(0, 60_000), random.between(0, 3 * 86_400_000)])
      const code = random.pick(['1000', '1000', '2006'])
      const isForeign = random.chance(0.03)
      const result = { key: isForeign ? 'nobody-sent-this' : key, code }
      this.#world.after(ms, () => void this.#record({ ...result, doneAt: Math.floor(this.#world.nowMs) }), null)
    }
  }

  /** Records a result as the receiver does, also while a deploy is running. */
  async #record(result: DeliveryResult): Promise<void> {
    // Who receives results is started anew now and then, and knows of no move until then.
    if (this.#receiver === undefined || this.#world.random.chance(0.5)) this.#receiver = this.#session?.store
    const store = this.#receiver
    if (store === undefined) return
    const life = this.#world.random.chance(0.1) ? 'may-die' : 'lives'
    const { timesOlder } = this.#evidences
    this.#recordings++
    const ended = await this.#inProcess('results', life, async () => {
      const inbox = store.results()
      try {
        return await inbox.record([result])
      } finally {
        await inbox.close()
      }
    })
    this.#recordings++
    this.#world.tell(`= result ${result.code} of ${result.key}: ${endOf(ended)}`)
    if (ended.type === 'threw' && !(ended.error instanceof LedgerError)) this.#broken.add(String(ended.error))
    // Whoever dies may take a deploy of the same machine along.
    if (ended.type === 'crashed') this.#evidences.mayHaveLost()
    // What an older ledger took the place of meanwhile had it.
    const isKept = timesOlder === this.#evidences.timesOlder
    if (ended.type === 'returned' && isKept) this.#evidences.recorded(result.key, ended.value)
  }

  async #sessionIn(host: DeployHost): Promise<TargetSession> {
    const project = (this.#session ?? openTarget(await openProject({}, host), 'production', host)).project
    this.#session = openTarget(project, 'production', host)
    return this.#session
  }

  #host(machine: SimulatedMachine, stop: AbortSignal): DeployHost {
    return {
      lang: 'en',
      cwd: this.#project.root,
      env,
      folders: { state: stateOf(machine) },
      library: () => import('../../src/index.ts'),
      progress: () => ({ update: () => {}, pause: () => {}, end: () => {} }),
      command: () => '',
      onEvent: (event) => {
        if (event.type === 'retrying' || event.type === 'slowed') this.#world.tell(event.type)
      },
      ask: async () => 'yes',
      stop,
    }
  }

  /** Accepts a ledger that is refused, as the message about it says. */
  async #accept({ problem }: LedgerError): Promise<void> {
    this.#world.tell(`refused: ${problem.type}`)
    if (problem.type === 'moved-away') this.#useLedger(problem.to)
    if (problem.type === 'move-unfinished') await this.#move('lives')
    if (problem.type === 'moved-away' || problem.type === 'move-unfinished') return
    if (problem.type === 'missing' || problem.type === 'known') this.#isNew = true
    // Only another release could be sent: whom this one reached the older ledger cannot tell.
    this.#isLost = problem.type === 'lost-release'
    const isWithoutLedger = ['missing', 'known', 'connection-lost'].includes(problem.type)
    if (isWithoutLedger || this.#isLost) return
    const session = this.#session
    if (session === undefined || this.#random.chance(0.3)) return
    const ended = await this.#inProcess('recover', 'lives', () =>
      session.store.accept({ who: 'somebody', reason: 'simulated' }),
    )
    this.#world.tell(`= recover: ${endOf(ended)}`)
    if (ended.type === 'returned') this.#evidences.accepted()
  }

  /** Settles what is unknown: as it was, or as somebody guesses. */
  async #reconcile(release: string, isRight: boolean, life: Life = 'may-die'): Promise<void> {
    const session = this.#session
    if (session === undefined) return
    // Whoever wants to know waits until nothing can be on its way any more.
    if (isRight) await this.#world.sleep(this.#setup.requestTimeoutMs + 60_000)
    const unknown = ((await this.#read(release))?.sends ?? []).filter(({ state }) => state === 'unknown')
    if (unknown.length === 0) return
    const reached = new Set(this.#service.arrivals.filter(({ isTaken }) => isTaken).map(({ key }) => key))
    const isSent = ({ key }: SendRecord): boolean => (isRight ? reached.has(key) : this.#random.chance(0.5))
    const sent = unknown.filter(isSent)
    const notSent = unknown.filter((send) => !sent.includes(send))
    for (const [verdict, sends] of [['sent', sent] as const, ['not-sent', notSent] as const]) {
      if (sends.length === 0) continue
      const keys = sends.map(({ key }) => key)
      this.#evidences.decided(keys, verdict, isRight)
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
      if (ended.type === 'crashed') this.#evidences.mayHaveLost()
    }
  }

  #inProcess<T>(name: string, life: Life, main: () => Promise<T>): Promise<Ended<T>> {
    return this.#world.run(this.#processOn(this.#machine, name, life), main)
  }

  #processOn(machine: SimulatedMachine, name: string, life: Life): Process {
    const random = this.#random
    const death = life === 'may-die' && random.chance(0.6) ? random.pick(['step', 'request', 'time'] as const) : 'none'
    const sleeps = life === 'may-die' && name === 'deploy' && random.chance(0.25)
    const process = new Process(machine, {
      name: `${name} ${machine.name}`,
      stepsLeft: death === 'step' ? Math.round(random.between(0, 30) ** random.pick([1, 1.5, 2])) : Infinity,
      crashKind: random.pick<CrashKind>(['process', 'power']),
      startedMs: this.#world.nowMs - random.between(0, 1_000_000),
      standsStill: this.#setup.standsStill,
      // With a request on its way.
      ...(death === 'request' && { diesAt: { step: 'wait for an answer', left: random.between(0, 6) } }),
      ...(sleeps && {
        sleep: {
          stepsLeft: random.between(5, random.pick([30, 120])),
          ms: random.pick([1, 20, 3_600]) * random.between(500, 2_000),
        },
      }),
    })
    const kill = (): void => {
      if (process.isAlive && this.#world.isRunning(process)) this.#world.crash(machine, process.crashKind)
    }
    if (death === 'time') this.#world.after(random.latency(1, 5_000), kill, null)
    return process
  }

  /** What `status` says; undefined where there is no ledger, or none that can be read. */
  async #read(release: string): Promise<Read | undefined> {
    const session = this.#session
    if (session === undefined) return undefined
    const ended = await this.#inProcess('status', 'lives', async (): Promise<Read | undefined> => {
      if ((await session.store.state()) !== 'made') return undefined
      const ledger = await session.store.read()
      try {
        const statusNow = async (): Promise<ReleaseStatus | undefined> =>
          (await ledger.releases()).find((each) => each.release === release)
        for (let status = await statusNow(); ;) {
          const sends: SendRecord[] = []
          if (status) for await (const some of ledger.sends({ release })) sends.push(...some)
          // What a dead worker asked of the shared database may come to it meanwhile.
          const after = await statusNow()
          if (isDeepStrictEqual(after, status)) return { status, sends }
          status = after
        }
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
  async #check(release: string): Promise<Read | undefined> {
    // What is recorded while it is read may be missing, or in one half of what is read alone.
    let recordings: number
    let reported: ReadonlySet<string>
    let read: Read | undefined
    do {
      recordings = this.#recordings
      reported = this.#evidences.reported
      read = await this.#read(release)
    } while (recordings !== this.#recordings)
    if (read?.status === undefined) return undefined
    for (const broken of this.#evidences.compare(release, read, reported)) this.#broken.add(broken)
    const over = this.#evidences.settledNumbers(release, read)
    // What a move left on its way is removed by its end.
    if (over.length > 0 && this.#files.move === undefined) this.#checkErased(over)
    return read
  }

  /** Nothing of whoever is settled may be left in any file of the ledger. */
  #checkErased(numbers: readonly Person['number'][]): void {
    for (const [path, data] of this.#machine.disk.copy()) {
      for (const number of numbers) {
        if (!data.includes(number)) continue
        this.#broken.add(`${path.slice(path.lastIndexOf('/') + 1)} still has ${number}`)
        return
      }
    }
  }
}

function stateOf({ disk }: SimulatedMachine): string {
  return join(disk.path, 'state')
}
