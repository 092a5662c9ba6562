import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readPlanFile } from '../../src/deploy/approve.ts'
import { deploy, type DeployOptions, type DeployResult } from '../../src/deploy/deploy.ts'
import type { DeployEvent, DeployHost } from '../../src/deploy/deploy-host.ts'
import { planRelease } from '../../src/deploy/planning.ts'
import { openTarget, type TargetSession } from '../../src/deploy/target.ts'
import { openProject } from '../../src/session/session.ts'
import { deployProject, environment, listOf } from '../cli/deploy-project.ts'
import { until } from '../deadline.ts'
import { emulate } from '../emulator/client.ts'
import { gateBefore } from '../emulator/gate.ts'
import { freshSchema } from '../ledger/postgres/postgres-ledger.ts'

const emulator = await emulate()
const gate = await gateBefore(emulator)
let root = ''
let questions: string[] = []
let env: Readonly<Record<string, string>>

beforeEach(async () => {
  emulator.reset()
  const { url, schema } = await freshSchema()
  env = { ...environment, LEDGER_URL: url }
  questions = []
  root = deployProject(gate, { recipients: 60, concurrency: 2 })
  const file = join(root, 'friendtalk.config.json')
  const config = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...config, ledger: { postgres: { env: 'LEDGER_URL' }, schema } }))
})

interface Machine {
  readonly session: TargetSession
  readonly host: DeployHost
  readonly events: DeployEvent[]
  readonly deploys: (options?: Partial<DeployOptions>) => Promise<DeployResult>
}

/** A machine; all have the same project, database and service. */
async function machine(): Promise<Machine> {
  const events: DeployEvent[] = []
  const host = {
    cwd: root,
    lang: 'en',
    env,
    library: () => import('../../src/index.ts'),
    progress: () => ({ update: () => {}, pause: () => {}, end: () => {} }),
    notice: () => {},
    command: (name: string) => name,
    stop: new AbortController().signal,
    ask: async ({ type }: { readonly type: string }) => {
      questions.push(type)
      return 'yes'
    },
    onEvent: (event: DeployEvent) => {
      events.push(event)
    },
  } as unknown as DeployHost
  const session = openTarget(await openProject({}, host), 'local', host)
  const deploys: Machine['deploys'] = (options) =>
    deploy(
      session,
      {
        paths: [],
        recipients: undefined,
        release: 'r1',
        isApproved: true,
        outsideWindow: 'stop',
        rejected: 'keep',
        newLedger: true,
        ...options,
      },
      host,
    )
  return { session, host, events, deploys }
}

/** How often each number was sent to. */
function received(): readonly number[] {
  const counts = new Map<string, number>()
  for (const { msgKey } of emulator.messages({ limit: 10_000 })) counts.set(msgKey, (counts.get(msgKey) ?? 0) + 1)
  return [...counts.values()]
}

const ofType = (events: readonly DeployEvent[], type: DeployEvent['type']): readonly DeployEvent[] =>
  events.filter((event) => event.type === type)
const done = { type: 'ended', release: 'r1', end: { type: 'done' } } as const
const each = Array.from({ length: 60 }, () => 1)

/** One machine deploys, and another one joins while its first request is under way. */
async function oneJoins(options?: Partial<DeployOptions>): Promise<void> {
  const [first, other] = [await machine(), await machine()]
  gate.holdFrom(1)
  const sending = first.deploys(options)
  await gate.held(1)
  const joining = other.deploys(options)
  await until(
    () => 'the other one to join',
    () => ofType(other.events, 'joining').length > 0,
  )
  gate.open()
  expect(await sending).toMatchObject(done)
  expect(await joining).toMatchObject(done)
  expect(received()).toEqual(each)
  expect(ofType(first.events, 'joining')).toEqual([])
  expect(ofType(other.events, 'joining')).toEqual([{ type: 'joining', others: 1 }])
  expect(ofType(other.events, 'plan')).toEqual([])
}

describe('the same command on another machine', () => {
  it('joins a release that is being sent, without a plan of its own', () => oneJoins())

  it.each([2, 4])('prepares a release once when %i begin at the same moment', async (count) => {
    const machines = await Promise.all(Array.from({ length: count }, () => machine()))
    const results = await Promise.all(machines.map(({ deploys }) => deploys({ isApproved: false })))
    for (const result of results) expect(result).toMatchObject(done)
    expect(received()).toEqual(each)
    // Each person is asked once at most, by the plan or by what waits.
    expect(questions.length).toBeLessThanOrEqual(count)
    const joined = machines.flatMap(({ events }) => ofType(events, 'joining'))
    expect(joined.length).toBeLessThan(count)
  })

  it('does not add other recipients to what another one has just begun', async () => {
    writeFileSync(join(root, 'others.csv'), listOf(70))
    const [first, second] = [await machine(), await machine()]
    const begins = deploy(
      second.session,
      {
        paths: [],
        recipients: 'others.csv',
        release: 'r1',
        isApproved: false,
        outsideWindow: 'stop',
        rejected: 'keep',
        newLedger: true,
      },
      {
        ...second.host,
        ask: async () => {
          // While the person thinks, another machine prepares and sends.
          expect(await first.deploys()).toMatchObject(done)
          return 'yes'
        },
      },
    )
    await expect(begins).rejects.toMatchObject({ code: 'inputs-differ' })
    expect(received()).toEqual(each)
  })

  it('ends as the others do when it comes after them', async () => {
    const [first, late] = [await machine(), await machine()]
    expect(await first.deploys()).toMatchObject(done)
    expect(await late.deploys()).toMatchObject(done)
    expect(received()).toEqual(each)
    expect(ofType(late.events, 'joining')).toEqual([])
  })
})

describe('a new ledger in a database', () => {
  it('is made only when told to', async () => {
    const { deploys } = await machine()
    await expect(deploys({ newLedger: false })).rejects.toMatchObject({
      code: 'new-ledger-needed',
      message: expect.stringContaining('Name the database and the schema'),
    })
  })
})

describe('the same plan on another machine', () => {
  async function planned(): Promise<Partial<DeployOptions>> {
    const { session, host } = await machine()
    const result = await planRelease(session, { paths: [], recipients: undefined, release: 'r1' }, host)
    if (result.type !== 'plan') throw new Error('There is no plan.')
    writeFileSync(join(root, 'plan.json'), JSON.stringify(result.plan))
    return { planFile: readPlanFile('plan.json', { cwd: root }), isApproved: false }
  }

  it('joins, also when everything is done by then', async () => {
    const plan = await planned()
    await oneJoins(plan)
    expect(await (await machine()).deploys(plan)).toMatchObject(done)
    expect(received()).toEqual(each)
    expect(questions).toEqual([])
  })

  it('begins at the same moment on several', async () => {
    const plan = await planned()
    const machines = await Promise.all([machine(), machine(), machine()])
    for (const result of await Promise.all(machines.map(({ deploys }) => deploys(plan)))) {
      expect(result).toMatchObject(done)
    }
    expect(received()).toEqual(each)
  })

  it('is refused where another plan began the release', async () => {
    const plan = await planned()
    const first = await machine()
    expect(await first.deploys({ limit: 5 })).toMatchObject({ end: { type: 'limit' } })
    const other = await machine()
    const begun = { ...plan, planFile: plan.planFile && otherPlan(plan.planFile) }
    await expect(other.deploys(begun)).rejects.toMatchObject({ code: 'release-waits' })
    expect(received()).toHaveLength(5)
  })

  const otherPlan = (file: NonNullable<DeployOptions['planFile']>): NonNullable<DeployOptions['planFile']> => ({
    ...file,
    plan: { ...file.plan, digest: `sha256:${'0'.repeat(64)}` },
  })
})
