// What people, machines and the service do in one seed. `setup.ts` chooses before anything happens; then there are rounds:
// somebody deploys (with a plan, a limit, a full disk), stops it, calls a release off, reconciles rightly or wrongly, excludes
// people, moves the ledger, puts an older copy or a backup in its place, copies it elsewhere, or waits; often several of
// them at the same time. Processes die before any of their steps, and machines fall asleep. Then everything works, and it
// must come to an end.
//
// What is not simulated: a crash within what SQLite itself writes and commits, and a ledger that several machines share.
// Loops that kill real processes do that, with a real server.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { timeOfDayIn, timeOfDayMs } from '../../src/text/korean-time.ts'
import { times } from '../../src/contract/friend-talk/limits.ts'
import { deploy, type DeployOptions, type DeployResult } from '../../src/deploy/deploy.ts'
import type { DeployHost } from '../../src/deploy/deploy-host.ts'
import type { Plan, PlanFile } from '../../src/deploy/plan.ts'
import { planRelease } from '../../src/deploy/planning.ts'
import { openTarget, type TargetSession } from '../../src/deploy/target.ts'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { LedgerStore, ReleaseStatus, SendRecord } from '../../src/ledger/ledger.ts'
import { moveLedger } from '../../src/ledger/move.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import type { DeliveryResult } from '../../src/contract/contract.ts'
import { UsageError } from '../../src/project/usage-error.ts'
import { openProject } from '../../src/session/session.ts'
import { Checker, type Read } from './checker.ts'
import { Folder, forgetAll } from './file-system.ts'
import { LedgerFiles } from './ledger-files.ts'
import { type Change, env, SimulatedProject } from './project.ts'
import { Service } from './service.ts'
import { releasesOf, type Setup, setupOf } from './setup.ts'
import { brandMessageWire, friendTalkWire } from './wires.ts'
import {
  type CrashKind,
  type Ended,
  enter,
  type Machine,
  type Process,
  processOf,
  type Random,
  World,
} from './world.ts'

export interface SeedOptions {
  readonly seed: number
  /** A folder that nobody else uses; it is emptied. */
  readonly folder: string
  readonly isTold: boolean
  /** What a person does at most before everything calms down. */
  readonly maxRounds: number
}

export interface SeedResult {
  readonly seed: number
  readonly broken: readonly string[]
  readonly deploys: number
  readonly crashes: number
  readonly arrivals: number
  readonly history: readonly string[]
}

/** Simulates one seed to its end. */
export async function simulate(options: SeedOptions): Promise<SeedResult> {
  const { seed, folder, isTold } = options
  const world = new World({ seed, startMs: Date.UTC(2026, 5, 11, 1), isTold })
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
  const { deploys, crashes, arrivals } = scenario
  // The folder has another name in each run.
  const history = world.history.map((line) => line.replaceAll(`${folder}/`, ''))
  return { seed, broken, deploys, crashes, arrivals, history }
}

type Life = 'may-die' | 'lives'

/** How a round deploys. */
interface DeployRound {
  readonly release: string
  readonly options?: Partial<DeployOptions>
  readonly stopAfterMs?: number
  readonly life?: Life
  /** Where the project and its ledger were copied to. */
  readonly elsewhere?: SimulatedProject
}

/** What a person does, alone. */
const alone = {
  deploy: 12,
  'deploy-plan': 2,
  'change-and-use-copy': 3,
  'deploy-copy': 1,
  'use-copy': 1,
  'clock-jumps': 1,
  wait: 1,
}
/** What people do at the same time as others, too. */
const together = {
  'reconcile-rightly': 3,
  'reconcile-wrongly': 2,
  'exclude-more': 2,
  cancel: 2,
  move: 3,
  'back-up': 1,
  'fill-disk': 1,
  'deploy-too': 1,
}
type Action = keyof typeof alone | keyof typeof together

class Scenario {
  readonly #world: World
  readonly #random: Random
  /** Where people work. */
  readonly #machine: Machine
  readonly #setup: Setup
  readonly #project: SimulatedProject
  readonly #service: Service
  readonly #options: SeedOptions
  readonly #checker: Checker
  #isNew = true
  #session: TargetSession | undefined
  readonly #files: LedgerFiles
  /** The ledger that the receiver of results was started for. */
  #receiver: LedgerStore | undefined
  /** Whether the ledger has lost all of a release. */
  #isLost = false
  /** The receiver records one result after the other. */
  #lastRecording: Promise<void> = Promise.resolve()
  /** Whether nobody dies any more. */
  #isCalm = false
  deploys = 0
  crashes = 0

  constructor(world: World, options: SeedOptions) {
    const { folder } = options
    this.#world = world
    this.#random = world.random
    this.#options = options
    this.#setup = setupOf(this.#random)
    const setup = this.#setup
    const wire = setup.target.service === 'brand-message' ? brandMessageWire(world.random) : friendTalkWire
    const disk = new Folder(join(folder, 'a'))
    disk.restore(new Map())
    this.#machine = { name: 'a', clockAheadMs: 0, asleepUntilMs: 0, disk }
    this.#service = new Service(setup.service, setup.tooManyRequests, wire)
    world.service = this.#service
    if (setup.reportsResults) this.#service.onTaken = (key) => this.#reportLater(key)
    this.#files = new LedgerFiles(this.#machine.disk)
    this.#project = new SimulatedProject(join(folder, 'project'), setup, this.#files.path)
    this.#checker = new Checker(setup, this.#project, this.#service)
    this.#service.onWrite = (...request) => this.#checker.writes(...request)
    this.#service.onConfirm = (process, keys) => this.#checker.confirms(process, keys)
  }

  get arrivals(): number {
    return this.#service.arrivals.length
  }

  get #isBroken(): boolean {
    return this.#checker.broken.size > 0
  }

  end(): void {
    this.#world.crash(this.#machine, 'process')
  }

  async run(): Promise<readonly string[]> {
    const { isAtNight, requestTimeoutMs } = this.#setup
    const { maxRounds } = this.#options
    const world = this.#world
    if (isAtNight) {
      const edge = this.#random.pick([times.restrictedFrom, times.restrictedUntil])
      // Nothing may begin in the last seconds, which a request may take.
      world.nowMs += timeOfDayIn(edge) - timeOfDayMs(world.nowMs) - this.#random.between(0, requestTimeoutMs + 15_000)
    }
    for (let round = 0; round < maxRounds && !this.#isBroken; round++) await this.#round()
    if (!this.#isBroken) await this.#comeToAnEnd()
    return [...this.#checker.broken]
  }

  async #round(): Promise<void> {
    const random = this.#random
    const releases = releasesOf(this.#setup)
    const release = random.pick(releases)
    const action = random.weighted<Action>({ ...alone, ...together })
    // While the files are others than a reviewer saw, nobody else deploys them.
    const isShared = (action.startsWith('deploy') && action !== 'deploy-plan') || Object.hasOwn(together, action)
    const others =
      isShared && random.chance(action === 'move' ? 0.8 : 0.4) ? [1, 2].map(() => random.weighted(together)) : []
    this.#world.tell(`* ${action} ${release}${others.map((other) => `, ${other}`).join('')}`)
    await Promise.all([
      this.#actions[action](release),
      ...[...new Set(others)]
        .filter((other) => other !== action)
        .map(async (other) => {
          await this.#world.sleep(random.latency(0, random.pick([100, 5_000])))
          await this.#actions[other](random.pick(releases))
        }),
    ])
    // Looking takes as long as sending: not every time, and always in the end.
    if (random.chance(0.3)) await this.#check(release)
  }

  readonly #actions: Readonly<Record<Action, (release: string) => Promise<unknown>>> = {
    deploy: (release) => this.#deployAnyhow(release),
    'deploy-too': (release) => this.#deployAnyhow(release),
    'deploy-plan': (release) => this.#deployPlan(release),
    'deploy-copy': (release) => this.#deployCopy(release),
    'reconcile-rightly': (release) => this.#reconcile(release, true),
    'reconcile-wrongly': (release) => this.#reconcile(release, false),
    cancel: (release) => this.#cancel(release),
    'change-and-use-copy': (release) => this.#changeAndUseCopy(release),
    'back-up': () => this.#backUp(),
    move: async () => this.#isNew || this.#move('may-die'),
    wait: () => this.#world.sleep(this.#random.between(1_000, this.#random.pick([12, 240]) * 3_600_000)),
    'clock-jumps': async () => void (this.#machine.clockAheadMs += this.#random.between(-40_000, 40_000)),
    'use-copy': async () => {
      await this.#useCopy()
      if (!this.#isNew && this.#random.chance(0.5)) this.#files.keepCopy()
    },
    'exclude-more': async () => {
      const numbers = this.#setup.messages.flatMap((message) => message.numbers)
      if (this.#setup.excluded) this.#project.exclude(numbers.filter(() => this.#random.chance(0.3)))
    },
    'fill-disk': async () => {
      const { disk } = this.#machine
      disk.isFull = true
      await this.#world.sleep(this.#random.latency(0, 5_000))
      disk.isFull = false
    },
  }

  async #deployAnyhow(release: string): Promise<void> {
    const random = this.#random
    const how = random.weighted({ whole: 7, stopped: 2, some: 2, retry: 2 })
    const options = { some: { limit: random.between(1, 10) }, retry: { rejected: 'retry' as const } }
    const stopAfterMs = how === 'stopped' ? random.between(0, 3_000) : Infinity
    await this.#deploy({ release, stopAfterMs, ...(how in options && { options: options[how as 'some'] }) })
  }

  /** Everything works from now on, and people do what they are told until nothing is left to do. */
  async #comeToAnEnd(): Promise<void> {
    this.#world.tell('* everything works')
    this.#service.calmDown()
    this.#isCalm = true
    await this.#quiet()
    if (this.#files.move) await this.#move('lives')
    this.#machine.clockAheadMs = 0
    for (const release of releasesOf(this.#setup)) {
      const isOver = await this.#finish(release)
      if (this.#isLost || this.#isBroken) return
      if (!isOver) this.#checker.broken.add('It does not come to an end although everything works.')
    }
    // Whom a result has settled since is erased by the next start that may send.
    if (this.#setup.reportsResults && !(await this.#finish('r1')))
      this.#checker.broken.add('A second end does not come.')
    this.#checkErased()
  }

  async #finish(release: string): Promise<boolean> {
    for (let round = 0; round < 12 && !this.#isBroken; round++) {
      const isOver = await this.#deploy({ release, life: 'lives' })
      if (this.#isLost || this.#isBroken) return true
      const status = (await this.#check(release))?.status
      const { pending = 1, deferred = 0, unknown = 0, inflight = 0 } = status?.counts ?? {}
      this.#world.tell(`left: ${pending} pending, ${deferred} deferred, ${unknown} unknown, ${inflight} in flight`)
      if (unknown > 0) await this.#reconcile(release, true, 'lives')
      if (pending + deferred + unknown + inflight === 0 && isOver) return true
      await this.#world.sleep(6 * 3_600_000)
    }
    return false
  }

  /** Something is decided after a copy or a backup was made, which then takes the place of the ledger. */
  async #changeAndUseCopy(release: string): Promise<void> {
    const random = this.#random
    if (this.#isNew) await this.#deploy({ release, options: { limit: 1 } })
    if (this.#isNew) return
    const results = this.#setup.reportsResults ? 3 : 0
    const change = random.weighted({ deploy: 4, cancel: 2, reconcile: 2, results })
    this.#world.tell(change)
    // Results prove it wrong later.
    if (change === 'results') await this.#reconcile(release, false, 'lives')
    if (random.chance(0.3)) await this.#backUp()
    else {
      await this.#quiet()
      this.#files.keepCopy()
    }
    // What the copy calls rejected may have been taken since; whoever retries goes on with it.
    const rejected = random.pick(['keep', 'retry'] as const)
    if (change === 'deploy') await this.#deploy({ release, options: { rejected } })
    if (change === 'cancel') await this.#cancel(release, 'lives')
    if (change === 'reconcile') await this.#reconcile(release, random.chance(0.5))
    if (change === 'results') await this.#world.sleep(86_400_000)
    await this.#useCopy()
    // The first one is refused, and the copy accepted.
    for (let time = 1; time <= 2; time++) await this.#deploy({ release, options: { rejected } })
  }

  /** A ledger of before takes the place of the one that is there. */
  async #useCopy(): Promise<void> {
    await this.#quiet()
    if (!this.#files.useKept(this.#random, stateOf(this.#machine))) return
    this.#useLedger(this.#files.path)
    this.#checker.older()
  }

  /** Somebody else has a copy of the project with its ledger, and deploys it with a folder of state of their own. */
  async #deployCopy(release: string): Promise<void> {
    await this.#quiet()
    if (this.#isNew || this.#files.move) return
    const { disk } = this.#machine
    const path = this.#files.copyTo(join(disk.path, 'elsewhere'))
    const elsewhere = new SimulatedProject(join(this.#options.folder, 'elsewhere'), this.#setup, path)
    elsewhere.exclude([...this.#project.excluded])
    await this.#deploy({ release, elsewhere })
    await this.#quiet()
    disk.remove('elsewhere')
  }

  /** Waits until nobody is recording a result. */
  async #quiet(): Promise<void> {
    for (let last; last !== this.#lastRecording;) await (last = this.#lastRecording)
  }

  async #backUp(): Promise<void> {
    const session = this.#session
    if (session === undefined) return
    const has = await this.#inProcess('backup', 'lives', () =>
      using(session.store.read(), async (ledger) => {
        await ledger.copyTo(this.#files.backup)
        return (await ledger.releases()).map((one) => one.release)
      }),
    )
    this.#files.takeBackup(releasesOf(this.#setup).every((release) => has?.includes(release)))
  }

  /** Moves the ledger, or ends a move that was interrupted. */
  async #move(life: Life): Promise<void> {
    const move = this.#files.nextMove()
    this.#files.move = move
    const moved = await this.#inProcess('move', life, () =>
      moveLedger(this.#storeAt(move.from), this.#storeAt(move.to)),
    )
    if (moved === undefined) return
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

  async #cancel(release: string, life: Life = 'may-die'): Promise<void> {
    const store = this.#session?.store
    const cancelled = await this.#inProcess('cancel', life, async () =>
      store?.cancel({ release, who: 'somebody', reason: 'simulated' }),
    )
    if (cancelled !== undefined) this.#checker.cancelled(release)
  }

  /** A reviewer approves a plan; then somebody may change something of it. */
  async #deployPlan(release: string): Promise<void> {
    const notIn = this.#leftOutOf(release)
    const planned = await this.#inProcess('plan', 'lives', async () => {
      const host = this.#host(new AbortController().signal)
      const options = { paths: [], release, exclude: this.#project.givenLists, notIn }
      return planRelease(await this.#sessionIn(host), options, host)
    })
    if (planned === undefined || planned.type === 'diagnostics') return
    const plan = JSON.parse(JSON.stringify(planned.plan)) as Plan
    const planFile: PlanFile = { path: 'plan.json', plan }
    const change = this.#random.pick<Change | 'none'>(['none', 'none', 'text', 'recipients'])
    if (change !== 'none') this.#project.change(change)
    this.#world.tell(`approved; changed since: ${change}`)
    await this.#deploy({ release, options: { planFile, notIn } })
    this.#project.restore()
  }

  /** Returns the release whose recipients a release leaves out. */
  #leftOutOf(release: string): string | undefined {
    return this.#setup.second === 'left-out' && release === 'r2' ? 'r1' : undefined
  }

  /** Returns whether it came to an end that the restricted hours did not make. */
  async #deploy(round: DeployRound): Promise<boolean> {
    const { release, options = {}, stopAfterMs = Infinity, life = 'may-die', elsewhere } = round
    const leftOut = this.#leftOutOf(release)
    // Once it was begun so it stays so.
    const notIn = this.#checker.leavesOut && this.#random.chance(0.5) ? undefined : leftOut
    this.deploys++
    const stop = new AbortController()
    const process = this.#processOn('deploy', life)
    const cancel = this.#world.after(Math.min(stopAfterMs, 1e12), () => stop.abort(new Error('stopped')), null)
    this.#checker.begins(process, release, { limit: options.limit, isRetry: options.rejected === 'retry' })
    const ended = await this.#world.run(process, () =>
      this.#deployIn({ release, notIn, ...options }, stop.signal, elsewhere),
    )
    cancel()
    this.#world.tell(`= ${endOf(ended)}`)
    this.#checker.ends(process, ended)
    if (ended.type === 'crashed') this.crashes++
    const result = ended.type === 'returned' && ended.value.type === 'ended' ? ended.value : undefined
    if (elsewhere) return false
    if (result) this.#isNew = false
    if (result && notIn !== undefined && this.#checker.timesOlder === 0) this.#checker.leavesOut = true
    if (ended.type !== 'threw') return result !== undefined && result.end.type !== 'window'
    const { error } = ended
    if (error instanceof UsageError) this.#isNew ||= isNewNeeded(error)
    else if (!(error instanceof LedgerError)) throw error
    else if (error.code === 'cancelled') return true
    else if (error.code !== 'locked') await this.#accept(error)
    return false
  }

  async #deployIn(
    changes: Partial<DeployOptions>,
    stop: AbortSignal,
    elsewhere: SimulatedProject | undefined,
  ): Promise<DeployResult> {
    const host = this.#host(stop, elsewhere)
    const session = elsewhere
      ? openTarget(await openProject({}, host), 'production', host)
      : await this.#sessionIn(host)
    const options: DeployOptions = {
      paths: [],
      recipients: undefined,
      exclude: (elsewhere ?? this.#project).givenLists,
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
      this.#world.after(
        ms,
        () => {
          const doneAt = Math.floor(this.#world.nowMs)
          this.#lastRecording = this.#lastRecording.then(() => this.#record({ ...result, doneAt }))
        },
        null,
      )
    }
  }

  /** Records a result as the receiver does, also while a deploy is running. */
  async #record(result: DeliveryResult): Promise<void> {
    // It is started anew now and then, and knows of no move until then.
    if (this.#receiver === undefined || this.#random.chance(0.5)) this.#receiver = this.#session?.store
    const store = this.#receiver
    if (store === undefined) return
    const recorded = await this.#inProcess(
      'results',
      !this.#isCalm && this.#random.chance(0.1) ? 'may-die' : 'lives',
      () => using(store.results(), (inbox) => inbox.record([result])),
    )
    if (recorded) this.#checker.recorded(result.key, recorded)
  }

  async #sessionIn(host: DeployHost): Promise<TargetSession> {
    const project = (this.#session ?? openTarget(await openProject({}, host), 'production', host)).project
    this.#session = openTarget(project, 'production', host)
    return this.#session
  }

  #host(stop: AbortSignal, elsewhere?: SimulatedProject): DeployHost {
    const { disk } = this.#machine
    return {
      lang: 'en',
      cwd: (elsewhere ?? this.#project).root,
      env,
      folders: { state: elsewhere ? join(disk.path, 'elsewhere', 'state') : stateOf(this.#machine) },
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
  async #accept({ code, text }: LedgerError): Promise<void> {
    this.#world.tell(`refused: ${code}`)
    const [, movedTo] = / was moved to (.+)\.$/.exec(text.en[0]) ?? []
    if (movedTo !== undefined) this.#useLedger(movedTo)
    if (code === 'move-unfinished') await this.#move('lives')
    if (code === 'moved-away' || code === 'move-unfinished') return
    if (code === 'missing' || code === 'known') this.#isNew = true
    // Only another release could be sent: whom this one reached the older ledger cannot tell.
    this.#isLost = code === 'lost-release'
    const isWithoutLedger = ['missing', 'known', 'connection-lost'].includes(code)
    const session = this.#session
    if (isWithoutLedger || this.#isLost || session === undefined || this.#random.chance(0.3)) return
    const acceptance = { who: 'somebody', reason: 'simulated' }
    if (await this.#inProcess('recover', 'lives', () => session.store.accept(acceptance))) this.#checker.accepted()
  }

  /** Settles what is unknown: as it was, or as somebody guesses. */
  async #reconcile(release: string, isRight: boolean, life: Life = 'may-die'): Promise<void> {
    const session = this.#session
    if (session === undefined) return
    const unknown = ((await this.#read(release))?.sends ?? []).filter(({ state }) => state === 'unknown')
    if (unknown.length === 0) return
    // Whoever wants to know waits until nothing can be on its way any more.
    if (isRight) await this.#world.sleep(this.#setup.requestTimeoutMs + 60_000)
    const reached = new Set(this.#service.arrivals.filter(({ isTaken }) => isTaken).map(({ key }) => key))
    const isSent = ({ key }: SendRecord): boolean => (isRight ? reached.has(key) : this.#random.chance(0.5))
    const sent = unknown.filter(isSent)
    const notSent = unknown.filter((send) => !sent.includes(send))
    for (const [verdict, sends] of [['sent', sent] as const, ['not-sent', notSent] as const]) {
      if (sends.length === 0) continue
      const keys = sends.map(({ key }) => key)
      this.#checker.decided(keys, verdict, isRight)
      await this.#inProcess(`reconcile ${verdict}`, life, () =>
        using(session.store.open({ ifMissing: 'refuse' }), (ledger) =>
          ledger.reconcile({ verdict, release, keys, who: 'somebody', reason: 'simulated' }),
        ),
      )
    }
  }

  /** Runs something to its end. Returns undefined where it crashed or was refused. */
  async #inProcess<T>(name: string, life: Life, main: () => Promise<T>): Promise<T | undefined> {
    const ended = await this.#world.run(this.#processOn(name, life), main)
    this.#world.tell(`= ${name}: ${name === 'status' && ended.type === 'returned' ? '' : endOf(ended)}`)
    const isRefused =
      ended.type === 'threw' && (ended.error instanceof LedgerError || ended.error instanceof UsageError)
    if (ended.type === 'threw' && !isRefused) throw ended.error
    return ended.type === 'returned' ? ended.value : undefined
  }

  #processOn(name: string, life: Life): Process {
    const random = this.#random
    const death = life === 'may-die' && random.chance(0.6) ? random.pick(['step', 'request', 'time'] as const) : 'none'
    const sleeps = life === 'may-die' && name === 'deploy' && random.chance(0.25)
    const process = processOf({
      machine: this.#machine,
      name,
      stepsLeft: death === 'step' ? Math.round(random.between(0, 30) ** random.pick([1, 1.5, 2])) : Infinity,
      crashKind: random.pick<CrashKind>(['process', 'power']),
      startedMs: this.#world.nowMs - random.between(0, 1_000_000),
      standsStill: this.#setup.standsStill,
      statementMs: random.pick(name === 'move' ? [0, 30, 300] : [0, 0, 3, 30]),
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
      if (process.isAlive && this.#world.isRunning(process)) this.#world.crash(this.#machine, process.crashKind)
    }
    if (death === 'time') this.#world.after(random.latency(1, 5_000), kill, null)
    return process
  }

  /** What `status` says; undefined where there is no ledger or release, or none that can be read. */
  async #read(release: string): Promise<Read | undefined> {
    const session = this.#session
    if (session === undefined) return undefined
    return this.#inProcess('status', 'lives', async (): Promise<Read | undefined> => {
      if ((await session.store.state()) !== 'made') return undefined
      return using(session.store.read(), async (ledger) => {
        const statusNow = async (): Promise<ReleaseStatus | undefined> => (await ledger.releases(release))[0]
        for (let status = await statusNow(); ;) {
          if (status === undefined) return undefined
          const sends: SendRecord[] = []
          for await (const some of ledger.sends({ release })) sends.push(...some)
          // What is done meanwhile may be in one half of what is read alone.
          const after = await statusNow()
          if (isDeepStrictEqual(after, status)) return { status, sends }
          status = after
        }
      })
    })
  }

  /** Compares what `status` says with what reached the phones. */
  async #check(release: string): Promise<Read | undefined> {
    let last: Promise<void>
    let reported: ReadonlySet<string>
    let read: Read | undefined
    do {
      await this.#quiet()
      last = this.#lastRecording
      reported = this.#checker.reported
      read = await this.#read(release)
    } while (last !== this.#lastRecording)
    if (read) this.#checker.compare(release, read, reported)
    return read
  }

  /** Nothing of whoever is settled may be left in any file of the ledger. */
  #checkErased(): void {
    const numbers = this.#setup.messages.flatMap((message) => message.numbers)
    for (const [path, data] of this.#machine.disk.copy()) {
      const number = numbers.find((each) => data.includes(each))
      if (number === undefined) continue
      const place = `${path.split('/').slice(-2).join('/')} of ${data.length} bytes at ${data.indexOf(number)}`
      this.#checker.broken.add(`${place} still has ${number}; the ledger is ${this.#files.path}`)
    }
  }
}

async function using<T extends { close: () => Promise<void> }, R>(
  opening: T | Promise<T>,
  work: (opened: T) => Promise<R>,
): Promise<R> {
  const opened = await opening
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

function stateOf({ disk }: Machine): string {
  return join(disk.path, 'state')
}

function isNewNeeded({ code }: UsageError): boolean {
  return code === 'new-ledger-needed'
}

function endOf(ended: Ended<unknown>): string {
  if (ended.type === 'crashed') return 'crashed'
  if (ended.type === 'returned') return JSON.stringify(ended.value) ?? 'nothing'
  const { error } = ended
  if (error instanceof UsageError) return `${error.name} ${error.code}`
  if (error instanceof LedgerError) return `${error.name} ${error.code}`
  return String(error)
}
