import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { FaultRule } from '../../src/emulator/faults.ts'
import { emulate } from '../emulator/client.ts'
import { gateBefore } from '../emulator/gate.ts'
import {
  deploy,
  deployProject,
  environment,
  friendtalk,
  hello,
  inLedger,
  ledgerFile,
  listOf,
  toLocal,
} from '../cli/deploy-project.ts'
import { startDeploy } from '../cli/started-deploy.ts'
import { runCli } from '../cli/run-inside.ts'
import { runBuilt } from '../cli/run-cli.ts'

const emulator = await emulate()
const gate = await gateBefore(emulator)
afterEach(() => emulator.reset())

const sends = (): number => emulator.requests().filter(({ path }) => path.endsWith('/v2/send')).length
const strike = (rule: FaultRule): void => void emulator.faults.add({ on: 'send', ...rule })

describe('deploy', () => {
  test('sends every message once, the first request with one, and a second run sends none', async () => {
    const root = deployProject(emulator)
    const first = await deploy(root)
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('r1  local  done\n  25 sends: accepted 25\n')
    const bodies = emulator.requests().map(({ body }) => (body as { msg_data: unknown[] }).msg_data.length)
    expect([bodies[0], bodies.slice(1).toSorted((a, b) => a - b)]).toEqual([1, [4, 10, 10]])
    expect(new Set(emulator.messages().map(({ receiverNumber }) => receiverNumber)).size).toBe(25)
    const second = await deploy(root)
    expect(second.code).toBe(0)
    expect(second.stderr).toContain('Nothing is left to send.')
    expect(sends()).toBe(4)
  })

  test('does not go on with a release under another user ID, though nothing of it left', async () => {
    const root = deployProject(emulator)
    strike({ at: 1, fault: { type: 'request-error', code: 'C400_2' } })
    const wrong = await runCli(toLocal, { cwd: root, env: { ...environment, DEPLOY_USER_ID: 'wrong-user' } })
    expect(wrong.code).toBe(4)
    const right = await deploy(root)
    expect([right.code, right.stderr]).toEqual([2, expect.stringContaining('target, account: planned wrong-user, now')])
    expect(emulator.messages()).toEqual([])
    expect((await deploy(root, '--release', 'r2')).code).toBe(0)
  })

  test('starts an emulator for itself where no target is named, and prints its inbox', async () => {
    const root = deployProject(emulator)
    const { code, stdout, stderr } = await friendtalk(root, 'deploy', '--yes')
    expect(code).toBe(0)
    // Nobody could look at it any more.
    expect(stderr).toMatch(/^Inbox: http:\/\/127\.0\.0\.1:\d+\nThe inbox closes when this command ends;/m)
    expect(stdout).toContain('try-1  emulator  done\n  25 sends: accepted 25\n')
    expect(sends()).toBe(0)
  })

  test('goes on where it stopped, from the ledger alone', async () => {
    const root = deployProject(emulator, { concurrency: 1 })
    strike({ fault: { type: 'reject', code: 'G150', messages: 'all' }, at: 2 })
    const stopped = await deploy(root)
    expect(stopped.code).toBe(4)
    expect(stopped.stderr).toContain('The credit is used up.')
    rmSync(join(root, 'list.csv'))
    writeFileSync(join(root, 'hello.md'), hello('다른 글로 바뀌었어요.'))
    const resumed = await deploy(root)
    expect(resumed.code).toBe(0)
    expect(resumed.stderr).toContain('goes on from the ledger: 24 messages left, 1 accepted before')
    const accepted = emulator.messages({ verdict: 'accepted' })
    expect(accepted.map(({ record }) => String(record['msg']).includes('출발했어요'))).not.toContain(false)
    expect((await inLedger(root)).counts).toMatchObject({ accepted: 25 })
  })

  test('sends nothing with a wrong secret key, and everything with the right one', async () => {
    const root = deployProject(emulator)
    const args = ['deploy', '--target', 'local', '--release', 'r1', '--new-ledger', '--yes']
    const wrong = await runCli(args, { cwd: root, env: { ...environment, DEPLOY_SECRET_KEY: 'emulator_wrong' } })
    expect(wrong.code).toBe(4)
    expect(wrong.stderr).toContain('does not accept the account or its secret key.')
    expect((await inLedger(root)).counts).toMatchObject({ deferred: 1, pending: 24 })
    expect((await deploy(root)).code).toBe(0)
    expect(emulator.counts().accepted).toBe(25)
  })

  test('sends what was rejected again only when told to', async () => {
    const root = deployProject(emulator, { recipients: 3, concurrency: 1 })
    strike({ fault: { type: 'reject', code: 'G141', messages: 'all' }, at: 2 })
    expect((await deploy(root)).code).toBe(3)
    expect((await deploy(root)).code).toBe(3)
    expect(sends()).toBe(2)
    const keys = (await inLedger(root)).sends.map(({ key }) => key)
    expect((await deploy(root, '--retry-rejected')).code).toBe(0)
    expect((await inLedger(root)).counts).toMatchObject({ accepted: 3, rejected: 0 })
    expect((await inLedger(root)).sends.map(({ key }) => key)).toEqual(keys)
  })

  test('settles what is unknown by a word, and sends it then', async () => {
    const root = deployProject(emulator, { recipients: 11, concurrency: 1 })
    strike({ fault: { type: 'drop' }, at: 2 })
    expect((await deploy(root)).code).toBe(5)
    const said = ['reconcile', '--release', 'r1', '--not-sent', '--reason', 'not in the console', '--yes']
    expect((await friendtalk(root, ...said)).code).toBe(0)
    expect((await deploy(root)).code).toBe(0)
    expect(emulator.counts().accepted).toBe(11)
  })

  test('--limit sends so many and leaves the rest', async () => {
    const root = deployProject(emulator)
    const { code, stderr } = await deploy(root, '--limit', '12')
    expect(code).toBe(0)
    expect(stderr).toContain('Stopped at --limit.')
    expect((await inLedger(root)).counts).toMatchObject({ accepted: 12, pending: 13 })
    expect((await deploy(root)).code).toBe(0)
    expect(emulator.counts().accepted).toBe(25)
  })

  test('--json prints an event a line, without numbers', async () => {
    const root = deployProject(emulator)
    const { stdout } = await deploy(root, '--json')
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly event: string })
    expect(events.map(({ event }) => event)).toEqual(['plan', ...events.slice(1, -1).map(() => 'progress'), 'end'])
    expect(events.at(-1)).toMatchObject({ reason: 'done', exitCode: 0, counts: { accepted: 25 } })
    expect(stdout).not.toMatch(/0107331/)
  })

  test('--dry-run prints the requests, and makes none', async () => {
    const root = deployProject(emulator)
    const { code, stdout } = await deploy(root, '--dry-run')
    expect(code).toBe(0)
    const requests = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { body: { msg_data: object[] } })
    expect(requests.map(({ body }) => body.msg_data.length)).toEqual([10, 10, 5])
    expect(requests[0]).toMatchObject({ headers: { Authorization: 'emulator;***' } })
    expect(requests[0]?.body.msg_data[0]).toMatchObject({ sender_key: '***', receiver_number: '010-****-0000' })
    expect(stdout).toContain('고객0호님')
    expect(sends()).toBe(0)
    expect(existsSync(ledgerFile(root))).toBe(false)
  })

  test('stops at a signal, waits for what is in flight, and goes on later', async () => {
    const root = deployProject(gate, { recipients: 200, concurrency: 2 })
    gate.holdFrom(2)
    const run = startDeploy(root)
    await gate.held(2)
    run.kill('SIGINT')
    await run.untilOutput('Stopping: no new request starts')
    gate.open()
    const { code } = await run.ended()
    expect(code).toBe(4)
    expect((await inLedger(root)).counts).toMatchObject({ inflight: 0, unknown: 0, accepted: 21, pending: 179 })
    expect(emulator.counts()).toMatchObject({ messages: 21, accepted: 21 })
    expect((await deploy(root)).code).toBe(0)
    expect(emulator.counts()).toMatchObject({ messages: 200, accepted: 200 })
  })

  test('runs once at a time: a second deploy names who is at it', async () => {
    const root = deployProject(gate, { recipients: 100, concurrency: 1 })
    gate.holdFrom(2)
    const run = startDeploy(root)
    await gate.held(1)
    const second = await deploy(root)
    expect(second.code).toBe(4)
    expect(second.stderr).toMatch(/another process is changing the ledger: .*\d+/)
    gate.open()
    expect((await run.ended()).code).toBe(0)
    expect(emulator.counts()).toMatchObject({ messages: 100, accepted: 100 })
  })

  test('images go first, and a refused one names the message and its line', async () => {
    const image = readFileSync(new URL('../vectors/examples/images/spring.png', import.meta.url))
    const files = {
      'picture.md': '---\nkind: ft-image\nrecipients: list.csv\n---\n\n![](regular.png)\n\n안녕하세요.\n',
    }
    const root = deployProject(emulator, { files, recipients: 2 })
    writeFileSync(join(root, 'regular.png'), image)
    const fault = { type: 'upload-error', code: 'E600', message: 'InvalidImageSizeException' } as const
    emulator.faults.add({ on: 'upload', fault })
    const { code, stderr } = await deploy(root)
    expect(code).toBe(4)
    expect(stderr).toContain(
      'regular.png: the service refuses it: E600 InvalidImageSizeException (its dimensions are not allowed)\n    picture.md:6',
    )
    emulator.faults.clear()
    emulator.faults.add({ on: 'upload', fault: { type: 'upload-error', code: 'CE400' } })
    const inKorean = await deploy(root, '--lang', 'ko')
    expect(inKorean.stderr).toMatch(/regular\.png: 서비스가 거절했습니다: CE400 .*\(필요한 필드가 없습니다\)\n/)
    expect(sends()).toBe(0)
    emulator.faults.clear()
    emulator.faults.add({ on: 'upload', at: [1], fault: { type: 'status', status: 502 } })
    const again = await deploy(root)
    expect(again.code).toBe(0)
    expect(again.stderr).toContain('An image could not be uploaded (its answer is an error); trying again in 1 s.')
    expect(emulator.counts().accepted).toBe(4)
  })
})

describe('a release that waits', () => {
  async function begun(prepare: (root: string) => void = () => {}): Promise<string> {
    const root = deployProject(emulator, { recipients: 3, files: { 'other.csv': listOf(1) } })
    prepare(root)
    await deploy(root, '--limit', '1')
    return root
  }

  test.each<[string, (root: string) => void, readonly string[], string]>([
    ['another digest', () => {}, ['--confirm', 'deadbeefdead'], "--confirm deadbeefdead: the plan's digest is"],
    ['other recipients', () => {}, ['--recipients', 'other.csv'], 'they came from other files'],
    ['other messages', () => {}, ['hello.md'], 'they came from other files'],
    ['another sender number', (root) => change(root, '02-1234-5678', '02-9876-5432'), [], 'sender of hello'],
    ['another address', (root) => change(root, emulator.url, 'http://127.0.0.1:9'), [], 'target, uploadUrl'],
    [
      'a safe list',
      (root) => set(root, '"recipients":["01012345678"]'),
      [],
      'target, recipients: planned all, now {"count":1',
    ],
    [
      'another statement about 429',
      (root) => set(root, '"tooManyRequests":"not-taken"'),
      [],
      'target, tooManyRequests: planned unknown, now not-taken',
    ],
  ])('does not go on with %s', async (_, before, args, words) => {
    const root = await begun()
    before(root)
    const { code, stderr } = await deploy(root, ...args)
    expect({ code, stderr }).toMatchObject({ code: 2 })
    expect(stderr).toContain(words)
    expect(emulator.counts().messages).toBe(1)
  })
})

/** Sets a field of the target. */
function set(root: string, field: string): void {
  change(root, '"rate":100000', `${field},"rate":100000`)
}

function change(root: string, from: string, to: string): void {
  const file = join(root, 'friendtalk.config.json')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to))
}

describe('what deploy refuses', () => {
  test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ['to send without being told', ['--release', 'r1', '--new-ledger'], {}, 'Add --yes, or --confirm sha256:'],
    [
      'another plan than confirmed',
      ['--release', 'r1', '--new-ledger', '--confirm', 'sha256:000000000000'],
      {},
      "the plan's digest is sha256:",
    ],
    ['a target without a release', ['--yes', '--new-ledger'], {}, '--release 2026-spring-1'],
    ['a release that cannot be one', ['--release', '../x', '--yes', '--new-ledger'], {}, '--release ../x: takes'],
    [
      'a message without recipients',
      ['--release', 'r1', '--yes', '--new-ledger'],
      { 'alone.md': '---\nkind: ft-text\n---\n안녕하세요.\n' },
      'alone.md: names no recipients',
    ],
    [
      'a new ledger that nobody asked for',
      ['--release', 'r1', '--yes'],
      {},
      'This machine has no record of what was sent to local: there is no ledger .friendtalk/ledger.local.db',
    ],
    ['a limit that is no number', ['--release', 'r1', '--yes', '--limit', '0'], {}, '--limit'],
  ])('%s', async (_, args, files, words) => {
    const root = deployProject(emulator, { files, recipients: 2 })
    const { code, stderr } = await friendtalk(root, 'deploy', '--target', 'local', ...args)
    expect(code).toBe(2)
    expect(stderr).toContain(words)
    expect(emulator.requests()).toEqual([])
    expect(existsSync(ledgerFile(root))).toBe(false)
  })

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['a broken message', { 'hello.md': '---\nkind: ft-nothing\n---\n' }, 'value-not-allowed'],
    [
      'a recipient whose value does not fit',
      { 'list.csv': 'receiver_number,name\n01073310000,열한글자가넘는아주긴이름\n' },
      'list.csv',
    ],
    ['a number twice', { 'list.csv': `${listOf(1)}010-7331-0000,둘\n` }, 'list.csv:3:1'],
    [
      'an interface rule that is suppressed',
      {
        'hello.md': hello().replace(
          '\n#{name}',
          '\n<!-- friendtalk-disable-next-line button-name-too-long -- seen -->\n- [열다섯 글자가 넘는 긴 버튼](https://a.example.com)\n\n#{name}',
        ),
      },
      'button-name-too-long',
    ],
  ])('%s, at its place', async (_, files, words) => {
    const root = deployProject(emulator, { files, recipients: 2 })
    const { code, stderr } = await deploy(root)
    expect({ code, stderr }).toMatchObject({ code: 1 })
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('01073310000')
    expect(emulator.requests()).toEqual([])
  })

  test('numbers beyond the safe list of a target', async () => {
    const root = deployProject(emulator, { recipients: 2, safeList: ['010-7331-0000'] })
    const { code, stderr } = await deploy(root)
    expect(code).toBe(1)
    expect(stderr).toContain('list.csv:3')
    expect(emulator.requests()).toEqual([])
  })

  test('names every variable that is missing', async () => {
    const root = deployProject(emulator, { recipients: 2 })
    const args = ['deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger']
    const { code, stderr } = await runCli(args, { cwd: root, env: { DEPLOY_USER_ID: 'emulator' } })
    expect(code).toBe(2)
    expect(stderr).toContain('needs DEPLOY_SECRET_KEY, DEPLOY_SENDER_KEY in the environment')
  })
})

test('a deploy of 13 messages to the emulator prints no warning of Node.js', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 13 }, (_, nth) => [
      nth === 0 ? 'hello.md' : `hello-${nth}.md`,
      hello(`${nth}번째 소식입니다.`),
    ]),
  )
  const cwd = deployProject(emulator, { recipients: 20, files })
  const { code, stderr } = await runBuilt(['deploy', '--yes'], { cwd, env: environment })
  expect(code).toBe(0)
  expect(stderr).toContain('260 messages will be sent')
  expect(stderr).not.toMatch(/Warning|\(node:/)
})
