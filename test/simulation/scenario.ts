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
import { deploy, type DeployOptions } from '../../src/deploy/deploy.ts'
import type { DeployHost } from '../../src/deploy/deploy-host.ts'
import type { Plan } from '../../src/deploy/plan.ts'
import { planRelease } from '../../src/deploy/planning.ts'
import { openTarget, type TargetSession } from '../../src/deploy/target.ts'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { LedgerStore, SendRecord } from '../../src/ledger/ledger.ts'
import { moveLedger } from '../../src/ledger/move.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import type { DeliveryResult } from '../../src/contract/contract.ts'
import { UsageError } from '../../src/project/usage-error.ts'
import { openProject } from '../../src/session/session.ts'
import { Checker, type Read } from './checker.ts'
import { Folder, rmSync } from './file-system.ts'
import { LedgerFiles } from './ledger-files.ts'
import { type Change, env, SimulatedProject } from './project.ts'
import { Service } from './service.ts'
import { setupOf } from './setup.ts'
import { wireOf } from './wires.ts'
import { type CrashKind, type Ended, enter, type Process, theWorld, World } from './world.ts'

export interface SeedOptions {
  readonly seed: number
  /** A folder that nobody else uses; it is emptied. */
  readonly folder: string
  /** What a person does at most before everything calms down. */
  readonly rounds: number
}

export type SeedResult = Awaited<ReturnType<typeof simulate>>

/** Simulates one seed to its end. */
export async function simulate(options: SeedOptions) {
  const { seed, folder } = options
  const world = new World(new Folder(join(folder, 'a')), seed, Date.UTC(2026, 5, 11, 1))
  enter(world)
  const scenario = new Scenario(options)
  let broken: readonly string[]
  try {
    broken = await world.until(scenario.run(), 90_000)
  } catch (error) {
    broken = [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
  world.crash('process')
  const { deploys, crashes, service } = scenario
  // The folder has another name in each run.
  const history = world.history.map((line) => line.replaceAll(`${folder}/`, ''))
  return { seed, broken, deploys, crashes, arrivals: service.arrivals.length, history }
}

type Life = 'may-die' | 'lives'

/** How a round deploys. */
interface DeployRound extends Partial<DeployOptions> {
  readonly release: string
  readonly stopAfterMs?: number
  readonly life?: Life
  /** Another project than the one that people work in. */
  readonly project?: SimulatedProject
}

const somebody = { who: 'somebody', reason: 'simulated' }

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
  readonly #world = theWorld()
  readonly #random = this.#world.random
  readonly #setup = setupOf(this.#random)
  readonly service = new Service(this.#setup, wireOf(this.#setup.target.service, this.#random))
  readonly #files = new LedgerFiles(this.#world.disk)
  readonly #options: SeedOptions
  readonly #project: SimulatedProject
  readonly #checker: Checker
  #isNew = true
  /** The ledger that the receiver of results was started for. */
  #receiver: LedgerStore | undefined
  /** Whether the ledger has lost all of a release. */
  #isLost = false
  /** The receiver records one result after the other. */
  #lastRecording: Promise<void> = Promise.resolve()
  #processes = 0
  deploys = 0
  crashes = 0

  constructor(options: SeedOptions) {
    this.#options = options
    const state = join(this.#world.disk.path, 'state')
    this.#project = new SimulatedProject(this.#setup, join(options.folder, 'project'), state)
    this.#project.useLedger(this.#files.path)
    this.#checker = new Checker(this.#project, this.service)
    if (this.#setup.reportsResults) this.service.onTaken = (key) => this.#reportLater(key)
    this.service.checker = this.#checker
    this.#world.service = this.service
  }

  get #isBroken(): boolean {
    return this.#checker.broken.size > 0
  }

  async run(): Promise<readonly string[]> {
    const { isAtNight, requestTimeoutMs } = this.#setup
    if (isAtNight) {
      const edge = this.#random.pick([times.restrictedFrom, times.restrictedUntil])
      // Nothing may begin in the last seconds, which a request may take.
      this.#world.nowMs +=
        timeOfDayIn(edge) - timeOfDayMs(this.#world.nowMs) - this.#random.between(0, requestTimeoutMs + 15_000)
    }
    // Fewer would cost less, but the end of a seed costs as much as three rounds, and what takes two of them would be rare.
    const rounds = this.#random.between(Math.ceil(this.#options.rounds / 3), this.#options.rounds)
    for (let round = 0; round < rounds && !this.#isBroken; round++) await this.#round()
    if (!this.#isBroken) await this.#comeToAnEnd()
    return [...this.#checker.broken]
  }

  async #round(): Promise<void> {
    const random = this.#random
    const { releases } = this.#setup
    const release = random.pick(releases)
    // Without a ledger there is little else to do.
    const action = this.#isNew && random.chance(0.8) ? 'deploy' : random.weighted<Action>({ ...alone, ...together })
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
    'clock-jumps': async () => void (this.#world.clockAheadMs += this.#random.between(-40_000, 40_000)),
    'use-copy': async () => {
      await this.#useCopy()
      if (!this.#isNew && this.#random.chance(0.5)) this.#files.keepCopy()
    },
    'exclude-more': async () => {
      if (this.#setup.excluded) this.#project.exclude(this.#setup.numbers.filter(() => this.#random.chance(0.3)))
    },
    'fill-disk': async () => {
      const { disk } = this.#world
      disk.isFull = true
      await this.#world.sleep(this.#random.latency(0, 5_000))
      disk.isFull = false
    },
  }

  async #deployAnyhow(release: string): Promise<void> {
    const random = this.#random
    const how = random.weighted({ whole: 7, stopped: 2, some: 2, retry: 2 })
    await this.#deploy({
      release,
      ...(how === 'stopped' && { stopAfterMs: random.between(0, 3_000) }),
      ...(how === 'some' && { limit: random.between(1, 10) }),
      ...(how === 'retry' && { rejected: 'retry' }),
    })
  }

  /** Everything works from now on, and people do what they are told until nothing is left to do. */
  async #comeToAnEnd(): Promise<void> {
    this.#world.tell('* everything works')
    this.service.isCalm = true
    await this.#quiet()
    if (this.#files.move) await this.#move('lives')
    this.#world.clockAheadMs = 0
    for (const release of this.#setup.releases) {
      const isOver = await this.#finish(release)
      if (this.#isLost || this.#isBroken) return
      if (!isOver) this.#checker.broken.add('It does not come to an end although everything works.')
    }
    // Whom a result has settled since is erased by the next start that may send.
    if (this.#setup.reportsResults) await this.#deploy({ release: 'r1', life: 'lives' })
    this.#checkErased()
  }

  async #finish(release: string): Promise<boolean> {
    for (let round = 0; round < 12; round++) {
      await this.#reconcile(release, true, 'lives')
      const isOver = await this.#deploy({ release, life: 'lives' })
      if (this.#isLost || this.#isBroken) return true
      const status = (await this.#check(release))?.status
      const { pending = 1, deferred = 0, unknown = 0, inflight = 0 } = status?.counts ?? {}
      this.#world.tell(`left: ${pending} pending, ${deferred} deferred, ${unknown} unknown, ${inflight} in flight`)
      if (pending + deferred + unknown + inflight === 0 && isOver) return true
      await this.#world.sleep(6 * 3_600_000)
    }
    return false
  }

  /** Something is decided after a copy or a backup was made, which then takes the place of the ledger. */
  async #changeAndUseCopy(release: string): Promise<void> {
    const random = this.#random
    if (this.#isNew) await this.#deploy({ release, limit: 1 })
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
    if (change === 'deploy') await this.#deploy({ release, rejected })
    if (change === 'cancel') await this.#cancel(release, 'lives')
    if (change === 'reconcile') await this.#reconcile(release, random.chance(0.5))
    if (change === 'results') await this.#world.sleep(86_400_000)
    await this.#useCopy()
    // The first one is refused, and the copy accepted.
    for (let time = 1; time <= 2; time++) await this.#deploy({ release, rejected })
  }

  /** A ledger of before takes the place of the one that is there. */
  async #useCopy(): Promise<void> {
    await this.#quiet()
    if (!this.#files.useKept(this.#random, this.#project.state)) return
    this.#useLedger(this.#files.path)
    this.#checker.older()
  }

  /** Somebody else has a copy of the project with its ledger, and deploys it with a folder of state of their own. */
  async #deployCopy(release: string): Promise<void> {
    await this.#quiet()
    if (this.#isNew || this.#files.move) return
    const folder = join(this.#world.disk.path, 'elsewhere')
    const elsewhere = new SimulatedProject(this.#setup, join(this.#options.folder, 'elsewhere'), join(folder, 'state'))
    elsewhere.useLedger(this.#files.copyTo(folder))
    elsewhere.exclude([...this.#project.excluded])
    await this.#deploy({ release, project: elsewhere })
    await this.#quiet()
    rmSync(folder, { recursive: true })
  }

  /** Waits until nobody is recording a result. */
  async #quiet(): Promise<void> {
    for (let last; last !== this.#lastRecording;) await (last = this.#lastRecording)
  }

  async #backUp(): Promise<void> {
    const session = this.#project.session
    if (session === undefined) return
    const has = await this.#inProcess('backup', 'lives', () =>
      using(session.store.read(), async (ledger) => {
        await ledger.copyTo(this.#files.backup)
        return (await ledger.releases()).map((one) => one.release)
      }),
    )
    this.#files.takeBackup(this.#setup.releases.every((release) => has?.includes(release)))
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
    return ledgerStore({ path, target: 'production', stateFolder: this.#project.state })
  }

  #useLedger(path: string): void {
    this.#files.path = path
    this.#project.useLedger(path)
  }

  async #cancel(release: string, life: Life = 'may-die'): Promise<void> {
    const store = this.#project.session?.store
    const cancelled = await this.#inProcess('cancel', life, async () => store?.cancel({ release, ...somebody }))
    if (cancelled !== undefined) this.#checker.cancelled(release)
  }

  /** A reviewer approves a plan; then somebody may change something of it. */
  async #deployPlan(release: string): Promise<void> {
    const notIn = this.#leftOutOf(release)
    const planned = await this.#inProcess('plan', 'lives', async () => {
      const host = this.#host(new AbortController().signal)
      const options = { paths: [], release, exclude: this.#project.givenLists, notIn }
      return planRelease(await this.#sessionOf(this.#project, host), options, host)
    })
    if (planned === undefined || planned.type === 'diagnostics') return
    const planFile = { path: 'plan.json', plan: JSON.parse(JSON.stringify(planned.plan)) as Plan }
    const change = this.#random.pick<Change | 'none'>(['none', 'none', 'text', 'recipients'])
    if (change !== 'none') this.#project.change(change)
    this.#world.tell(`approved; changed since: ${change}`)
    await this.#deploy({ release, planFile, notIn })
    this.#project.restore()
  }

  /** Returns the release whose recipients a release leaves out. */
  #leftOutOf(release: string): string | undefined {
    return this.#setup.isLeftOut && release === 'r2' ? 'r1' : undefined
  }

  /** Returns whether it came to an end that the restricted hours did not make. */
  async #deploy(round: DeployRound): Promise<boolean> {
    const { stopAfterMs, life = 'may-die', project = this.#project, ...options } = round
    // Once it was begun so it stays so.
    const notIn = this.#checker.leavesOut && this.#random.chance(0.5) ? undefined : this.#leftOutOf(round.release)
    this.deploys++
    const stop = new AbortController()
    const process = this.#processOn('deploy', life)
    if (stopAfterMs !== undefined) this.#world.after(stopAfterMs, () => stop.abort(new Error('stopped')), null)
    this.#checker.begins(process, round)
    const ended = await this.#world.run(process, async () => {
      const host = this.#host(stop.signal, project)
      const outsideWindow = this.#random.chance(0.3) ? 'wait' : 'stop'
      const usual = { paths: [], recipients: undefined, exclude: project.givenLists, rejected: 'keep' } as const
      const told = { isApproved: true, newLedger: this.#isNew, outsideWindow, notIn } as const
      return deploy(await this.#sessionOf(project, host), { ...usual, ...told, ...options }, host)
    })
    this.#world.tell(`= ${endOf(ended)}`)
    this.#checker.ends(process, ended)
    if (ended.type === 'crashed') this.crashes++
    const result = ended.type === 'returned' && ended.value.type === 'ended' ? ended.value : undefined
    if (project !== this.#project) return false
    if (result) this.#isNew = false
    if (result && notIn !== undefined && this.#checker.timesOlder === 0) this.#checker.leavesOut = true
    if (ended.type !== 'threw') return result !== undefined && result.end.type !== 'window'
    const { error } = ended
    if (error instanceof UsageError) this.#isNew ||= error.code === 'new-ledger-needed'
    else if (!(error instanceof LedgerError)) throw error
    else if (error.code === 'cancelled') return true
    else if (error.code !== 'locked') await this.#accept(error)
    return false
  }

  /** Reports a delivery: early or late, once or more often, sometimes with another outcome the second time. */
  #reportLater(key: string): void {
    const { random } = this.#world
    for (let left = random.pick([0, 1, 1, 1, 2]); left > 0; left--) {
      const ms = random.between(0, random.pick([300, 60_000, 3 * 86_400_000]))
      const result = {
        key: random.chance(0.03) ? 'nobody-sent-this' : key,
        code: random.pick(['1000', '1000', '2006']),
        doneAt: Math.floor(this.#world.nowMs + ms),
      }
      const record = (): Promise<void> => this.#record(result)
      this.#world.after(ms, () => void (this.#lastRecording = this.#lastRecording.then(record)), null)
    }
  }

  /** Records a result as the receiver does, also while a deploy is running. */
  async #record(result: DeliveryResult): Promise<void> {
    // It is started anew now and then, and knows of no move until then.
    if (this.#receiver === undefined || this.#random.chance(0.5)) this.#receiver = this.#project.session?.store
    const store = this.#receiver
    if (store === undefined) return
    const recorded = await this.#inProcess(
      'results',
      !this.service.isCalm && this.#random.chance(0.1) ? 'may-die' : 'lives',
      () => using(store.results(), (inbox) => inbox.record([result])),
    )
    if (recorded) this.#checker.recorded(result.key, recorded)
  }

  async #sessionOf(of: SimulatedProject, host: DeployHost): Promise<TargetSession> {
    const { project } = of.session ?? openTarget(await openProject({}, host), 'production', host)
    return (of.session = openTarget(project, 'production', host))
  }

  #host(stop: AbortSignal, { root, state } = this.#project): DeployHost {
    return {
      lang: 'en',
      cwd: root,
      env,
      stateFolder: state,
      library: () => import('../../src/index.ts'),
      progress: () => ({ update: () => {}, pause: () => {}, end: () => {} }),
      command: () => '',
      onEvent: ({ type }) => void (['retrying', 'slowed'].includes(type) && this.#world.tell(type)),
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
    if (code === 'missing' || code === 'known') this.#isNew = true
    // Only another release could be sent: whom this one reached the older ledger cannot tell.
    this.#isLost = code === 'lost-release'
    const isNotAsked = ['moved-away', 'move-unfinished', 'missing', 'known', 'connection-lost'].includes(code)
    const session = this.#project.session
    if (isNotAsked || this.#isLost || session === undefined || this.#random.chance(0.3)) return
    if (await this.#inProcess('recover', 'lives', () => session.store.accept(somebody))) this.#checker.accepted()
  }

  /** Settles what is unknown: as it was, or as somebody guesses. */
  async #reconcile(release: string, isRight: boolean, life: Life = 'may-die'): Promise<void> {
    const session = this.#project.session
    if (session === undefined) return
    const unknown = ((await this.#read(release))?.sends ?? []).filter(({ state }) => state === 'unknown')
    if (unknown.length === 0) return
    // Whoever wants to know waits until nothing can be on its way any more.
    if (isRight) await this.#world.sleep(this.#setup.requestTimeoutMs + 60_000)
    const reached = new Set(this.service.arrivals.filter(({ isTaken }) => isTaken).map(({ key }) => key))
    const isSent = ({ key }: SendRecord): boolean => (isRight ? reached.has(key) : this.#random.chance(0.5))
    const sent = new Set(unknown.filter(isSent))
    for (const verdict of ['sent', 'not-sent'] as const) {
      const keys = unknown.filter((send) => sent.has(send) === (verdict === 'sent')).map(({ key }) => key)
      if (keys.length === 0) continue
      this.#checker.decided(keys, verdict, isRight)
      await this.#inProcess(`reconcile ${verdict}`, life, () =>
        using(session.store.open({ ifMissing: 'refuse' }), (ledger) =>
          ledger.reconcile({ verdict, release, keys, ...somebody }),
        ),
      )
    }
  }

  /** Runs something to its end. Returns undefined where it crashed or was refused. */
  async #inProcess<T>(name: string, life: Life, main: () => Promise<T>): Promise<T | undefined> {
    const ended = await this.#world.run(this.#processOn(name, life), main)
    this.#world.tell(`= ${name}: ${name === 'status' && ended.type === 'returned' ? '' : endOf(ended)}`)
    if (ended.type === 'threw' && !isRefusal(ended.error)) throw ended.error
    return ended.type === 'returned' ? ended.value : undefined
  }

  #processOn(name: string, life: Life): Process {
    const random = this.#random
    const death = life === 'may-die' && random.chance(0.6) ? random.pick(['step', 'request', 'time'] as const) : 'none'
    const sleeps = life === 'may-die' && name === 'deploy' && random.chance(0.25)
    const process: Process = {
      name,
      pid: 1_000 + this.#processes++,
      isAlive: true,
      stepsLeft: death === 'step' ? Math.round(random.between(0, 30) ** random.pick([1, 1.5, 2])) : Infinity,
      crashKind: random.pick<CrashKind>(['process', 'power']),
      startedMs: this.#world.nowMs - random.between(0, 1_000_000),
      standsStill: this.#setup.standsStill,
      stoodStillMs: 0,
      statementMs: random.pick(name === 'move' ? [0, 30, 300] : [0, 0, 3, 30]),
      // With a request on its way.
      ...(death === 'request' && { diesAt: { step: 'wait for an answer', left: random.between(0, 6) } }),
      ...(sleeps && {
        sleep: {
          stepsLeft: random.between(5, random.pick([30, 120])),
          ms: random.pick([1, 20, 3_600]) * random.between(500, 2_000),
        },
      }),
    }
    if (death === 'time') this.#world.after(random.latency(1, 5_000), () => this.#world.kill(process), null)
    return process
  }

  /** What `status` says; undefined where there is no ledger or release, or none that can be read. */
  async #read(release: string): Promise<Read | undefined> {
    const session = this.#project.session
    if (session === undefined) return undefined
    return this.#inProcess('status', 'lives', async (): Promise<Read | undefined> => {
      if ((await session.store.state()) !== 'made') return undefined
      return using(session.store.read(), async (ledger) => {
        for (let read: Read | undefined; ;) {
          const [status] = await ledger.releases(release)
          // What is done meanwhile may be in one half of what is read alone.
          if (status === undefined || isDeepStrictEqual(status, read?.status)) return read
          const sends: SendRecord[] = []
          for await (const some of ledger.sends({ release })) sends.push(...some)
          read = { status, sends }
        }
      })
    })
  }

  /** Compares what `status` says with what reached the phones. */
  async #check(release: string): Promise<Read | undefined> {
    for (;;) {
      await this.#quiet()
      const last = this.#lastRecording
      const { reported } = this.#checker
      const read = await this.#read(release)
      if (last !== this.#lastRecording) continue
      if (read) this.#checker.compare(release, read, reported)
      return read
    }
  }

  /** Nothing of whoever is settled may be left in any file of the ledger. */
  #checkErased(): void {
    for (const [path, data] of this.#world.disk.copy()) {
      const number = this.#setup.numbers.find((each) => data.includes(each))
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

function isRefusal(error: unknown): error is LedgerError | UsageError {
  return error instanceof LedgerError || error instanceof UsageError
}

function endOf(ended: Ended<unknown>): string {
  if (ended.type === 'crashed') return 'crashed'
  if (ended.type === 'returned') return JSON.stringify(ended.value) ?? 'nothing'
  return isRefusal(ended.error) ? `${ended.error.name} ${ended.error.code}` : String(ended.error)
}
