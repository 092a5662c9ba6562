import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { statusSchema } from '../../src/cli/commands/status/status-schema.ts'
import type { LedgerProblem } from '../../src/ledger/ledger-error.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { PretendDatabase, type PretendPlace } from '../deploy/pretend-database.ts'
import { databaseAddress } from '../deploy/workers.ts'
import { closedAfterTest, closeLedger, people, preparation, template } from '../ledger/temp-ledger.ts'
import { tempFolder } from '../project/temp-folder.ts'
import type { CliResult } from '../cli/run-cli.ts'
import { runInside } from '../cli/run-inside.ts'
import { send } from '../cli/sent-release.ts'

const around = vi.hoisted(() => ({ database: undefined as PretendDatabase | undefined }))

vi.mock('../../src/ledger/database-store.ts', () => ({
  databaseStore: (place: PretendPlace) => around.database?.store(place),
}))

const url = 'postgres://deployer:kept%2Dquiet@ledger.example.com/messages'
const production = {
  uploadUrl: 'https://upload.example.com',
  baseUrl: 'https://send.example.com',
  userId: { env: 'USER_ID' },
  secretKey: { env: 'SECRET_KEY' },
  requestTimeoutMs: 20_000,
}
let root = ''
let database: PretendDatabase

beforeEach(() => {
  around.database = database = new PretendDatabase()
  const ledger = { postgres: { env: 'LEDGER_URL' } }
  const config = { messages: ['messages/*.md'], targets: { production }, ledger }
  root = tempFolder({ 'friendtalk.config.json': JSON.stringify(config) })
})

function friendtalk(
  args: readonly string[],
  env: Readonly<Record<string, string>> = { LEDGER_URL: url },
): Promise<CliResult> {
  for (const [name, value] of Object.entries({ USER_ID: 'user', SECRET_KEY: 'secret', ...env })) vi.stubEnv(name, value)
  return runInside(args, root)
}

async function idleWorker(): Promise<Ledger> {
  const store = database.store({ url, schema: 'friendtalk', target: 'production' })
  return closedAfterTest(await store.open({ ifMissing: 'create' }))
}

/** A worker that is at a release of 12: 4 of it are accepted, and 2 unknown. */
async function worker(): Promise<Ledger> {
  const ledger = await idleWorker()
  await ledger.prepare(preparation({ sale: people(12) }, { templates: [template('sale')] }))
  await send(ledger, 'r1', [
    [4, 'accepted'],
    [2, 'unknown'],
  ])
  return ledger
}

describe('a ledger in a database', () => {
  it('is the one that the configuration names, for the targets that it names', async () => {
    await closeLedger(await worker())
    database.places.length = 0
    expect(await friendtalk(['status', '--target', 'production'])).toMatchObject({ code: 0, stderr: '' })
    expect(database.places).toEqual([
      { url, schema: 'friendtalk', target: 'production', known: expect.any(Object) as object },
    ])
    // To practise takes no database.
    const { code, stderr } = await friendtalk(['status', '--target', 'emulator'], {})
    expect({ code, stderr }).toMatchObject({ code: 2 })
    expect(stderr).toContain(join('.friendtalk', 'ledger.emulator.db'))
  })

  it.each([[{}], [{ LEDGER_URL: '' }]])('needs its variable: %j', async (env) => {
    for (const command of [['status'], ['ledger', 'check'], ['plan', '--target', 'production', '--release', 'r1']]) {
      const { code, stderr } = await friendtalk(command, { LEDGER_URL: '', ...env })
      expect({ command, code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('Target production needs LEDGER_URL in the environment.') as string,
      })
    }
  })

  it('is shown by its address, and its connection string never', async () => {
    await closeLedger(await worker())
    const config = await friendtalk(['config'])
    expect(JSON.parse(config.stdout)).toMatchObject({
      ledger: { schema: 'friendtalk', postgres: { env: 'LEDGER_URL', set: true } },
    })
    const check = await friendtalk(['ledger', 'check'])
    expect(check).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`production  ${databaseAddress} is`) as string,
    })
    expect(JSON.parse((await friendtalk(['ledger', 'check', '--json'])).stdout)).toMatchObject({
      ledgers: [{ path: databaseAddress, sound: true }],
    })
    for (const { stdout, stderr } of [config, check]) expect(stdout + stderr).not.toMatch(/kept|deployer/)
  })

  it.each<readonly [LedgerProblem['type'], object, number]>([
    ['unreachable', { code: 'ECONNREFUSED' }, 4],
    ['connection-lost', { code: '57P01' }, 4],
    ['no-connections', {}, 4],
    ['paused', { by: 'process 7 on deploy-2', note: '{}' }, 4],
    ['login-refused', {}, 2],
    ['no-database', {}, 2],
    ['not-granted', { grants: ['GRANT CREATE ON DATABASE messages TO deployer'] }, 2],
    ['standby', {}, 2],
    ['server-too-old', { version: '12.9', needed: 13 }, 2],
    ['restored', {}, 2],
    ['not-complete', {}, 2],
  ])('that has the problem %s ends a command with its exit code', async (type, more, code) => {
    database.problem = { type, path: databaseAddress, ...more } as LedgerProblem
    const result = await friendtalk(['status'])
    expect(result).toMatchObject({ code, stdout: '' })
    expect(result.stderr).toContain(databaseAddress)
  })
})

describe('status', () => {
  it('tells how many workers send', async () => {
    const workers = [await worker(), await idleWorker()]
    expect((await friendtalk(['status'])).stdout).toContain('A deploy is running (2 workers).')
    expect((await friendtalk(['status', '--lang', 'ko'])).stdout).toContain('배포가 진행 중입니다(작업자 2명).')
    const json: unknown = JSON.parse((await friendtalk(['status', '--json'])).stdout)
    expect(json).toMatchObject({ releases: [{ release: 'r1', state: 'running', workers: 2 }] })
    expect(new Ajv2020({ strict: false }).validate(statusSchema, json)).toBe(true)
    for (const each of workers) await closeLedger(each)
    const later: unknown = JSON.parse((await friendtalk(['status', '--json'])).stdout)
    expect(later).toMatchObject({ releases: [{ state: 'paused', workers: 0 }] })
  })
})

describe('reconcile', () => {
  const settle = (...more: readonly string[]): Promise<CliResult> =>
    friendtalk(['reconcile', '--release', 'r1', '--reason', 'in the console', '--yes', ...more])

  beforeEach(async () => closeLedger(await worker()))

  it('does not say that something was not sent while it may still be', async () => {
    database.reconciled.push({ type: 'too-recent', waitMs: 39_001 })
    const { code, stdout, stderr } = await settle('--not-sent')
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(stderr).toContain('Wait 40 s, or run it with --wait.')
    expect(database.decisions).toMatchObject([{ verdict: 'not-sent', minAgeMs: 40_000 }])
    database.reconciled.push({ type: 'too-recent', waitMs: 39_001 })
    expect((await settle('--not-sent', '--lang', 'ko')).stderr).toContain('40초 기다리거나 --wait를 붙여 실행하세요.')
    expect((await friendtalk(['status', '--json'])).stdout).toContain('"unknown": 2')
  })

  it('waits until it may', async () => {
    database.reconciled.push({ type: 'too-recent', waitMs: 20 }, { type: 'too-recent', waitMs: 1 })
    const { code, stdout, stderr } = await settle('--not-sent', '--wait')
    expect(stderr).toContain('Waiting 1 s, until no late outcome can come any more.')
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 sends settled as not sent.') as string,
    })
    expect(database.decisions).toHaveLength(3)
  })

  it('says at once that something was sent', async () => {
    expect((await settle('--sent')).code).toBe(0)
    expect(database.decisions[0]).not.toHaveProperty('minAgeMs')
  })
})

describe('ledger', () => {
  it.each([
    [[], undefined, 'The ledger is accepted. Nothing was left to send in it.'],
    [['--complete'], true, 'The ledger is accepted as complete: what was left to send stays so.'],
    [['--complete', '--lang', 'ko'], true, '잃은 기록이 없는 발송 기록으로 받아들였습니다.'],
  ])('recover accepts what was restored: %j', async (more, isComplete, said) => {
    await closeLedger(await worker())
    const store = database.store
    // What is refused can be looked at all the same.
    database.store = (place) => ({ ...store(place), state: async () => 'made' })
    database.problem = { type: 'restored', path: databaseAddress }
    const { code, stdout } = await friendtalk(['ledger', 'recover', '--reason', 'the standby took over', ...more])
    expect(stdout).toContain(said)
    expect(code).toBe(0)
    expect(database.accepted).toMatchObject([{ reason: 'the standby took over' }])
    expect(database.accepted[0]?.isComplete).toBe(isComplete)
  })

  it.each([
    [['check', '--complete'], 'There is no option --complete.'],
    [['backup', 'copy.db'], 'this one is in a database. Back the database up with its own tools, such as pg_dump.'],
  ])('%j is refused', async (args, message) => {
    await closeLedger(await worker())
    const { code, stderr } = await friendtalk(['ledger', ...args])
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })
})
