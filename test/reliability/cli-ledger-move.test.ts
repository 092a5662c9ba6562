import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { LedgerStore } from '../../src/ledger/ledger.ts'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { deadlineMs } from '../deadline.ts'
import { emulate } from '../emulator/client.ts'
import { gateBefore } from '../emulator/gate.ts'
import { planted } from '../ledger/contract/erasure.ts'
import { claimed, outcomes, preparation, sendsIn } from '../ledger/temp-ledger.ts'
import { commonServer } from '../postgres/server.ts'
import { deployProject, environment, ledgerFile } from '../cli/deploy-project.ts'
import { type CliResult, type LongRun, startCli, stateHomeOf } from '../cli/run-cli.ts'
import { runInside } from '../cli/run-inside.ts'

const target = 'local'
/** More kills for a longer look: `KILLS=200`. */
const kills = Number(process.env['KILLS'] ?? 6)

const emulator = await emulate()
const gate = await gateBefore(emulator)
const server = await commonServer()
const database = await server.freshDatabase()
afterEach(() => emulator.reset())

/** A project that deploys to the emulator, and a schema to which its ledger can be moved. */
class Project {
  readonly root: string
  readonly schema = `s_${randomBytes(6).toString('hex')}`
  readonly env: Readonly<Record<string, string>>
  readonly #config: object

  constructor(recipients = 25) {
    this.root = deployProject(gate, { recipients, concurrency: 2 })
    this.env = { ...environment, LEDGER_URL: server.url({ database, application_name: this.schema }) }
    this.#config = JSON.parse(readFileSync(this.#configFile, 'utf8')) as object
  }

  get #configFile(): string {
    return join(this.root, 'friendtalk.config.json')
  }

  /** Has the configuration name the database, or the file again. */
  configure(ledger: 'file' | 'database'): void {
    const inDatabase = { ledger: { postgres: { env: 'LEDGER_URL' }, schema: this.schema } }
    writeFileSync(this.#configFile, JSON.stringify({ ...this.#config, ...(ledger === 'database' && inDatabase) }))
  }

  start(args: readonly string[], more: Readonly<Record<string, string>> = {}): LongRun {
    return startCli(args, {
      cwd: this.root,
      env: { ...this.env, ...more },
      ...(more['KILL'] !== undefined || more['STEPS_TO'] !== undefined ? { imports: [killAtStep] } : {}),
    })
  }

  run(...args: readonly string[]): Promise<CliResult> {
    return runInside(args, this.root, this.env)
  }

  deploy(...more: readonly string[]): Promise<CliResult> {
    return this.run('deploy', '--target', target, '--release', 'r1', '--yes', ...more)
  }

  /** The arguments of a move out of the file into the database, or back into a file. */
  moveTo(to: 'file' | 'database'): readonly string[] {
    const [file, url] = [this.file, 'env:LEDGER_URL']
    const [here, there] = to === 'file' ? [url, file] : [file, url]
    return ['ledger', 'move', '--target', target, '--from', here, '--to', there, '--schema', this.schema]
  }

  get file(): string {
    return ledgerFile(this.root)
  }

  store(of: 'file' | 'database'): LedgerStore {
    const stateFolder = join(stateHomeOf(this.root), 'friendtalk')
    const place = of === 'file' ? { path: this.file } : { url: this.env['LEDGER_URL'] ?? '', schema: this.schema }
    return ledgerStore({ ...place, target, stateFolder })
  }

  /** Whether a deploy would use a ledger of the project; otherwise why it would not. */
  async usable(of: 'file' | 'database'): Promise<string> {
    try {
      const ledger = await this.store(of).open({ ifMissing: 'refuse' })
      await ledger.close()
      return 'usable'
    } catch (error) {
      if (error instanceof LedgerError) return error.code
      throw error
    }
  }
}

const killAtStep = new URL('../cli/kill-at-step.mjs', import.meta.url)

/** What the service took against what a ledger holds: nothing twice, nothing lost. */
async function compareWithService(store: LedgerStore, recipients: number): Promise<void> {
  const reader = await store.read()
  const sends = await sendsIn(reader, { release: 'r1' })
  await reader.close()
  const taken = emulator.messages({ limit: 10_000 }).map(({ msgKey }) => msgKey)
  expect(new Set(taken).size).toBe(taken.length)
  expect(sends).toHaveLength(recipients)
  const accepted = sends.filter(({ state }) => state === 'accepted').map(({ key }) => key)
  const unknown = new Set(sends.filter(({ state }) => state === 'unknown').map(({ key }) => key))
  expect(accepted.every((key) => taken.includes(key))).toBe(true)
  expect(taken.filter((key) => !accepted.includes(key) && !unknown.has(key))).toEqual([])
  expect(accepted.length + unknown.size).toBe(recipients)
}

describe('a release that was interrupted', () => {
  it('goes on in a database, and the next one in a file again', { timeout: 2 * deadlineMs }, async () => {
    const project = new Project(60)
    gate.holdFrom(3)
    const killed = project.start(['deploy', '--target', target, '--release', 'r1', '--yes', '--new-ledger'])
    await gate.held(2)
    killed.kill('SIGKILL')
    await killed.ended()
    gate.open()
    expect(await project.run('ledger', 'move', '--to', 'env:LEDGER_URL', '--schema', project.schema)).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        `Have the configuration say: ledger: { postgres: { env: 'LEDGER_URL' }, schema: '${project.schema}' }\n`,
      ) as string,
      stderr: '',
    })
    // Nobody sends from the file any more.
    const old = await project.deploy('--recipients', 'list.csv')
    expect([old.code, old.stderr]).toEqual([2, expect.stringContaining('this ledger was moved to postgres')])
    const status = await project.run('status', '--lang', 'ko')
    expect([status.code, status.stderr]).toEqual([2, expect.stringContaining('(으)로 옮겼습니다')])
    const check = await project.run('ledger', 'check')
    expect([check.code, check.stdout]).toEqual([2, expect.stringContaining('this ledger was moved to')])
    project.configure('database')
    expect((await project.run('ledger', 'check')).code).toBe(0)
    const resumed = await project.deploy()
    // What the kill left in flight is unknown.
    expect([resumed.code, resumed.stderr]).toEqual([5, expect.not.stringContaining('--new-ledger')])
    await compareWithService(project.store('database'), 60)
    const back = await project.run('ledger', 'move', '--to', '.friendtalk/ledger.local.db', '--json')
    expect(JSON.parse(back.stdout)).toMatchObject({ sends: 60, to: project.file })
    project.configure('file')
    await compareWithService(project.store('file'), 60)
    expect((await project.deploy()).stderr).toContain('Nothing is left to send.')
    const next = await project.run(
      ...['deploy', '--target', target, '--yes', '--recipients', 'list.csv'].concat('--release', 'r2', '--limit', '5'),
    )
    expect([next.code, next.stderr]).toEqual([0, expect.not.stringContaining('--new-ledger')])
    project.configure('database')
    const away = await project.deploy()
    expect([away.code, away.stderr]).toEqual([2, expect.stringContaining(`this ledger was moved to ${project.file}`)])
  })
})

describe('a move', () => {
  it('is refused while a deploy runs on either side, and names who sends', async () => {
    const project = new Project()
    const deploy = ['deploy', '--target', target, '--release', 'r1', '--yes', '--new-ledger']
    gate.holdFrom(1)
    const sending = project.start(deploy)
    await gate.held(1)
    const refused = await project.run(...project.moveTo('database'))
    expect(refused).toMatchObject({ code: 4, stdout: '' })
    expect(refused.stderr).toContain(`another process is changing the ledger: process ${sending.pid} on `)
    const other = new Project()
    const there = { ...other.env, LEDGER_URL: project.env['LEDGER_URL'] ?? '' }
    other.configure('database')
    writeFileSync(
      join(other.root, 'friendtalk.config.json'),
      readFileSync(join(other.root, 'friendtalk.config.json'), 'utf8').replace(other.schema, project.schema),
    )
    gate.open()
    expect((await sending.ended()).code).toBe(0)
    gate.holdFrom(1)
    const worker = startCli(deploy, { cwd: other.root, env: there })
    await gate.held(1)
    for (const to of ['database', 'file'] as const) {
      if (to === 'file') rmSync(project.file)
      const { code, stderr } = await project.run(...project.moveTo(to), '--lang', to === 'file' ? 'ko' : 'en')
      expect([to, code]).toEqual([to, 4])
      expect(stderr).toContain(
        to === 'file' ? '이 발송 기록으로 발송 중인 작업자가 있습니다(' : 'workers send from the ledger: process ',
      )
      expect(stderr).toContain(String(worker.pid))
    }
    gate.open()
    expect((await worker.ended()).code).toBe(0)
  })

  it.each<[string, readonly string[], Readonly<Record<string, string>>, number, string]>([
    ['no variable', ['--to', 'env:NOTHING'], {}, 2, 'Target local needs NOTHING in the environment.'],
    ['no name', ['--to', 'env:'], {}, 2, '--to: name the environment variable behind env:'],
    ['a schema of a file', ['--to', 'x.local.db', '--schema', 'x'], {}, 2, '--schema'],
    ['a strange schema', ['--to', 'env:OTHER', '--schema', 'a b'], {}, 2, '--schema cannot be "a b".'],
    [
      'a server that is not there',
      ['--to', 'env:OTHER'],
      { OTHER: 'postgres://u:pw@127.0.0.1:1/x' },
      4,
      'cannot be reached',
    ],
    ['no URL', ['--to', 'env:OTHER'], { OTHER: 'nonsense' }, 2, 'OTHER holds no connection string of PostgreSQL'],
    ['a password with a slash', ['--to', 'env:OTHER'], { OTHER: 'postgres://u:1234/secret@h/x' }, 2, 'OTHER holds no'],
    ['a password with both', ['--to', 'env:OTHER'], { OTHER: 'postgres://u:a@secret/b@h/x' }, 2, 'OTHER holds no'],
    ['another database', ['--to', 'env:OTHER'], { OTHER: 'mysql://u:pw@h/x' }, 2, 'OTHER holds no connection string'],
    ['a sign in a password', ['--to', 'env:OTHER'], { OTHER: 'postgres://u:pw#@h/x' }, 2, 'are written "%23"'],
    ['another word', ['--to', 'postgres'], {}, 2, 'needs a name like postgres.local.'],
  ])('is refused for %s', async (_what, args, env, code, sentence) => {
    const project = new Project()
    const begun = await project.store('file').open({ ifMissing: 'create' })
    await begun.close()
    const result = await project.start(['ledger', 'move', ...args], env).ended()
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) as string })
    expect(result.stderr).not.toContain('pw')
    expect(await project.usable('file')).toBe('usable')
  })

  it('is refused with a wrong password, which it does not print', async () => {
    const project = new Project()
    await (await project.store('file').open({ ifMissing: 'create' })).close()
    const OTHER = server.url({ database, role: 'keyed', password: 'not the one' })
    const { code, stderr } = await project.start(['ledger', 'move', '--to', 'env:OTHER'], { OTHER }).ended()
    expect([code, stderr]).toEqual([2, expect.stringContaining('the database refuses the user or the password.')])
    expect(decodeURIComponent(stderr)).not.toContain('not the one')
  })

  it.each(['database', 'file'] as const)(
    'to a %s may be killed at any step: one ledger at most can be used, and a repeat finishes',
    { timeout: kills * deadlineMs },
    async (to) => {
      const from = to === 'file' ? 'database' : 'file'
      let steps = 1
      for (let round = 0; round <= kills; round++) {
        const project = new Project()
        const ledger = await project.store(from).open({ ifMissing: 'create' })
        await ledger.prepare(preparation({ a: planted(40) }))
        await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
        await ledger.settle(outcomes(await claimed(ledger), 'unknown'))
        const sends = await sendsIn(ledger, { release: 'r1' })
        await ledger.close()
        const stepsTo = join(project.root, 'steps')
        // The first one is left alone, and says how many steps there are.
        const step = 1 + Math.floor((round - 1) * ((steps - 1) / Math.max(1, kills - 1)))
        const kill = { KILL_AT: String(step), KILL: round % 2 === 0 ? 'before' : 'after' }
        const moved = await project.start(project.moveTo(to), round === 0 ? { STEPS_TO: stepsTo } : kill).ended()
        const where = `step ${step} of ${steps}, ${kill.KILL}`
        if (round === 0) {
          expect(moved).toMatchObject({ code: 0, stderr: '' })
          steps = Number(readFileSync(stepsTo, 'utf8'))
          expect(steps).toBeGreaterThan(20)
        } else expect([where, moved.code]).toEqual([where, null])
        await server.terminate({ application: project.schema })
        const usable = [await project.usable(from), await project.usable(to)]
        expect([where, usable.filter((each) => each === 'usable').length <= 1, usable]).toEqual([where, true, usable])
        expect(['usable', 'moved-away']).toContain(usable[0])
        if (round > 0) {
          const again = await project.run(...project.moveTo(to))
          expect([where, again.code, again.stderr]).toEqual([where, 0, ''])
        }
        expect([where, await project.usable(from), await project.usable(to)]).toEqual([where, 'moved-away', 'usable'])
        const reader = await project.store(to).read()
        expect(await sendsIn(reader, { release: 'r1' })).toEqual(sends)
        await reader.verify()
        await reader.close()
      }
    },
  )
})
