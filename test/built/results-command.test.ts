import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { beforeAll, describe, expect, it } from 'vitest'
import { statusSchema } from '../../src/deploy/status-values.ts'
import { type LongRun, startCli, type CliResult, runBuilt } from '../cli/run-cli.ts'
import { runCli } from '../cli/run-inside.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { people, preparation, sendsIn } from '../ledger/temp-ledger.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { sentLedger } from '../results/sent-ledger.ts'

const token = 'token-canary-9d2c'
const signature = 'signature-canary-77b0'
const env = {
  FRIENDTALK_WEBHOOK_TOKEN: token,
  USER_ID: 'me',
  SECRET_KEY: 'secret-canary',
  SENDER_KEY: 'sender',
  APP_KEY: 'app-canary',
  SIGNATURE: signature,
}

const config = {
  messages: ['*.md'],
  senders: { default: { sender_key: { env: 'SENDER_KEY' }, sender_number: '02-1234-5678' } },
  targets: {
    production: {
      uploadUrl: 'https://upload.example.com',
      baseUrl: 'https://send.example.com',
      userId: { env: 'USER_ID' },
      secretKey: { env: 'SECRET_KEY' },
    },
  },
  results: { token: { env: 'FRIENDTALK_WEBHOOK_TOKEN' } },
}

interface Sent {
  readonly root: string
  readonly keys: readonly string[]
}

/** A project with a ledger of accepted sends. */
async function sentProject(sends = 4, changes: object = {}): Promise<Sent> {
  const root = tempFolder({ 'friendtalk.config.json': JSON.stringify({ ...config, ...changes }) })
  const { keys } = await sentLedger(ledgerOf(root), sends)
  return { root, keys }
}

const ledgerOf = (root: string): string => join(root, '.friendtalk', 'ledger.production.db')

/** A project of which it is not known whether its messages were sent, and the numbers that its ledger keeps for that. */
async function unknownProject(sends: number): Promise<Sent & { readonly kept: () => readonly string[] }> {
  const root = tempFolder({ 'friendtalk.config.json': JSON.stringify(config) })
  const { keys } = await sentLedger(ledgerOf(root), sends, 'production', 'unknown')
  const numbers = people(sends).map(({ number }) => number)
  const kept = (): readonly string[] => {
    const folder = join(root, '.friendtalk')
    const names = readdirSync(folder).filter((name) => !name.endsWith('-mark'))
    const files = names.map((name) => readFileSync(join(folder, name), 'latin1'))
    return numbers.filter((number) => files.some((content) => content.includes(number)))
  }
  return { root, keys, kept }
}

function friendtalk(root: string, args: readonly string[], stdin?: string): Promise<CliResult> {
  return stdin === undefined ? runCli(args, { cwd: root, env }) : runBuilt(args, { cwd: root, env, stdin })
}

const entry = (key: string | undefined, code = '0'): object => ({
  msg_key: key,
  code,
  done_date: '2026-06-12 14:03:05.000',
})

async function serving(root: string, ...args: readonly string[]): Promise<{ run: LongRun; url: string }> {
  const run = startCli(['results', 'serve', '--port', '0', '--json', ...args], { cwd: root, env })
  await run.untilOutput('\n')
  const { url } = JSON.parse(run.output.split('\n').find((line) => line.startsWith('{')) ?? '') as { url: string }
  return { run, url }
}

async function post(url: string, results: readonly object[]): Promise<number> {
  const response = await request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ results }),
  })
  await response.body.dump()
  return response.statusCode
}

interface Status {
  readonly releases: readonly {
    readonly counts: object
    readonly deliveries: object
    readonly messages: readonly { deliveries: object }[]
  }[]
}

async function statusOf(root: string): Promise<Status['releases'][number] | undefined> {
  const { stdout } = await friendtalk(root, ['status', '--json'])
  return (JSON.parse(stdout) as Status).releases[0]
}

const zero = { none: 0, delivered: 0, failed: 0, 'fallback-delivered': 0, 'fallback-failed': 0, uncertain: 0 }

describe('results serve', () => {
  it('records what comes, and ends with SIGTERM', async () => {
    const { root, keys } = await sentProject()
    const { run, url } = await serving(root)
    expect(await post(url, [entry(keys[0]), entry(keys[1], 'B')])).toBe(200)
    expect(await statusOf(root)).toMatchObject({ deliveries: { ...zero, none: 2, delivered: 1, failed: 1 } })
    run.kill('SIGTERM')
    const { code, stdout, stderr } = await run.ended()
    expect(code).toBe(0)
    expect(stdout).toContain('"event":"end"')
    expect(stdout + stderr).not.toContain('canary')
  })

  it('listens on no address that others reach without a token', async () => {
    const { root } = await sentProject(1, { results: undefined })
    const refused = await friendtalk(root, ['results', 'serve', '--host', '0.0.0.0', '--port', '0'])
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('--host: is reachable from other machines')
    const { run } = await serving(root)
    await run.untilOutput('No token is configured')
    run.kill('SIGINT')
    expect((await run.ended()).code).toBe(0)
  })

  it('takes what the service of the target has signed, also from other machines', async () => {
    const { baseUrl, secretKey } = config.targets.production
    const [appKey, webhookSignature] = [{ env: 'APP_KEY' }, { env: 'SIGNATURE' }]
    const production = { service: 'brand-message', baseUrl, appKey, secretKey, webhookSignature }
    const { root } = await sentProject(1, { targets: { production } })
    const { run, url } = await serving(root, '--host', '0.0.0.0')
    await run.untilOutput('webhookSignature')
    const statuses = [{}, { 'x-toast-webhook-signature': signature }].map(async (headers) => {
      const { statusCode, body } = await request(url, { method: 'POST', headers, body: '{"hooks":[]}' })
      await body.dump()
      return statusCode
    })
    expect(await Promise.all(statuses)).toEqual([401, 200])
    run.kill('SIGTERM')
    const { stdout, stderr } = await run.ended()
    expect(stdout + stderr).not.toContain('canary')
  })

  it.each<readonly [string, readonly string[], Readonly<Record<string, string>>, string]>([
    ['a token that is not set', [], { FRIENDTALK_WEBHOOK_TOKEN: '' }, 'FRIENDTALK_WEBHOOK_TOKEN'],
    ['a path without a slash', ['--path', 'hooks'], {}, '--path cannot be "hooks". Start with "/"'],
    ['a path of its own', ['--path', '/metrics'], {}, '--path cannot be "/metrics". Start with "/"'],
    ['a port that is none', ['--port', '70000'], {}, '--port'],
    ['a host that is not here', ['--host', '192.0.2.1'], {}, '--'],
    ['a target that there is not', ['--target', 'other'], {}, 'other'],
    ['a file', ['x.json'], {}, 'too many arguments'],
  ])('refuses %s', async (_name, args, more, said) => {
    const { root } = await sentProject(1)
    const result = await runCli(['results', 'serve', ...(args.includes('--port') ? [] : ['--port', '0']), ...args], {
      cwd: root,
      env: { ...env, ...more },
    })
    expect(result).toMatchObject({ code: 2, stdout: '' })
    expect(result.stderr).toContain(said)
  })

  it('says 503 until there is a ledger, and then records', async () => {
    const root = tempFolder({ 'friendtalk.config.json': JSON.stringify(config) })
    const { run, url } = await serving(root)
    await run.untilOutput('There is no ledger')
    expect(await post(url, [entry('order-1')])).toBe(503)
    const { keys } = await sentLedger(join(root, '.friendtalk', 'ledger.production.db'), 1)
    expect(await post(url, [entry(keys[0])])).toBe(200)
    await run.untilOutput('Results are recorded again.')
    run.kill('SIGTERM')
    await run.ended()
  })
})

describe('results import', () => {
  let sent: Sent

  beforeAll(async () => {
    sent = await sentProject(4)
  })

  it('records a file, once', async () => {
    const { root, keys } = sent
    writeFileSync(join(root, 'export.json'), JSON.stringify([entry(keys[0]), entry('other'), entry(keys[1], 'A')]))
    const first = await friendtalk(root, ['results', 'import', 'export.json'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain('2 results recorded, 0 known before, 1 of messages that the ledger does not have')
    expect(first.stdout).toContain('friendtalk status --target production')
    const again = await friendtalk(root, ['results', 'import', 'export.json', '--json', '--target', 'production'])
    expect(JSON.parse(again.stdout)).toEqual({
      version: 1,
      target: 'production',
      recorded: 0,
      repeated: 2,
      foreign: 1,
      malformed: 0,
      lines: [],
    })
  })

  it('settles what nobody knew, and keeps nobody of it', async () => {
    const { root, keys, kept } = await unknownProject(3)
    writeFileSync(join(root, 'export.json'), JSON.stringify(keys.slice(1).map((key) => entry(key))))
    const { code, stderr } = await friendtalk(root, ['results', 'import', 'export.json'])
    expect(code).toBe(0)
    expect(stderr).toContain('Delivery results came for 2 unknown sends')
    expect(kept()).toHaveLength(1)
    writeFileSync(join(root, 'export.json'), JSON.stringify(keys.map((key) => entry(key))))
    expect((await friendtalk(root, ['results', 'import', 'export.json'])).code).toBe(0)
    expect(kept()).toEqual([])
    expect(await statusOf(root)).toMatchObject({ counts: { accepted: 3, unknown: 0 } })
  })

  it('says so where a ledger is behind its results', async () => {
    const { root, keys } = await unknownProject(2)
    const file = ledgerOf(root)
    const ledger = await ledgerStore({ path: file, target: 'production' }).open({ ifMissing: 'refuse' })
    await ledger.prepare({ ...preparation({ sale: people(3) }) })
    const pending = (await sendsIn(ledger, { release: 'r1' })).map(({ key }) => key).find((key) => !keys.includes(key))
    await ledger.close()
    writeFileSync(join(root, 'export.json'), JSON.stringify([entry(keys[0]), entry(pending)]))
    const { code, stderr } = await friendtalk(root, ['results', 'import', 'export.json'])
    expect(code).toBe(0)
    expect(stderr).toContain('Delivery results came for 1 unknown send:')
    expect(stderr).toContain('Delivery results came for 1 send that the ledger held to be unsent or rejected')
    expect(await statusOf(root)).toMatchObject({ counts: { accepted: 2, unknown: 1, pending: 0 } })
  })

  it('reads the standard input, names malformed lines and ends with 1', async () => {
    const { root, keys } = sent
    const lines = [JSON.stringify(entry(keys[2])), '{"msg_key":"\u202E"}', '\u001B[2J'].join('\n')
    const { code, stderr, stdout } = await friendtalk(root, ['results', 'import', '-', '--no-color'], lines)
    expect(code).toBe(1)
    expect(stderr).toBe('✗ stdin:2: has no code\n✗ stdin:3: is not JSON\n')
    expect(stdout).toContain('1 result recorded')
  })

  it('shows them in status, with what each code means', async () => {
    const { root, keys } = sent
    writeFileSync(join(root, 'more.csv'), `msg_key,code,done_date\n${keys[1]},0,2026-06-12 15:00:00.000\n${keys[3]},5,`)
    expect((await friendtalk(root, ['results', 'import', 'more.csv'])).code).toBe(0)
    const { stdout } = await friendtalk(root, ['status'])
    expect(stdout).toContain('Of the accepted ones: delivered 3, uncertain 1\n')
    expect(stdout).toContain('uncertain 1  sale: 5 the service cannot say whether it was delivered\n')
    expect(stdout).toContain('Results for 1 send say different things; the latest one counts.\n')
    const korean = await friendtalk(root, ['status', '--lang', 'ko'])
    expect(korean.stdout).toContain('접수된 메시지의 전달 결과: 전달 3, 불확실 1\n')
    const release = await statusOf(root)
    expect(release?.deliveries).toEqual({ ...zero, delivered: 3, uncertain: 1 })
    expect(release?.messages[0]?.deliveries).toEqual(release?.deliveries)
    expect(JSON.stringify(statusSchema)).toContain('fallback-delivered')
  })

  it.each<readonly [string, readonly string[], string]>([
    ['no file', [], 'file'],
    ['a file that is not there', ['none.csv'], 'none.csv'],
    ['a file of another kind', ['results.xlsx'], 'results.xlsx: must end in .ndjson, .jsonl, .json or .csv'],
    ['flags of serve', ['x.csv', '--port', '1'], '--port'],
  ])('refuses %s', async (_name, args, said) => {
    const result = await friendtalk(sent.root, ['results', 'import', ...args])
    expect(result).toMatchObject({ code: 2, stdout: '' })
    expect(result.stderr).toContain(said)
  })

  it('needs a ledger', async () => {
    const root = tempFolder({
      'friendtalk.config.json': JSON.stringify(config),
      'x.json': '[{"msg_key":"a","code":"0"}]',
    })
    const result = await friendtalk(root, ['results', 'import', 'x.json'])
    expect(result).toMatchObject({ code: 2, stdout: '' })
    expect(result.stderr).toContain('there is no ledger')
  })
})
