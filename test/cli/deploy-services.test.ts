import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/deploy/plan.ts'
import { emulate } from '../emulator/client.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { everythingIn, listOf } from './deploy-project.ts'
import type { CliResult } from './run-cli.ts'
import { runCli } from './run-inside.ts'

const secrets = {
  APP: 'app_canary_91',
  SECRET: 'emulator_canary_92',
  SENDER: 'emulator-canary-93',
  OTHER: 'emulator_94',
}

const emulator = await emulate({ appKey: secrets.APP, secretKey: secrets.SECRET })
beforeEach(() => emulator.reset())

const list = 'recipients: list.csv'
const brand = (text: string, more = ''): string => `---\nkind: bm-text\n${list}\n${more}---\n${text}\n`

function project(): string {
  const env = (name: string): object => ({ env: name })
  const pace = { rate: 100_000, requestTimeoutMs: 60_000, window: false }
  const common = { baseUrl: emulator.url, secretKey: env('SECRET'), ...pace }
  const config = {
    messages: ['*.md'],
    senders: { default: { sender_key: env('SENDER') } },
    targets: {
      brand: { service: 'brand-message', appKey: env('APP'), batch: 7, concurrency: 2, ...common },
      friend: { uploadUrl: emulator.url, userId: env('OTHER'), ...common },
    },
  }
  return tempFolder({
    'friendtalk.config.json': JSON.stringify(config),
    'all.md': brand('새 원두가 도착했어요.'),
    'own.md': brand('#{name}님, 새 원두가 도착했어요.', 'targeting: M\nvars:\n  name: { max: 10, example: 김하늘 }\n'),
    'friend.md': `---\nkind: ft-text\n${list}\n---\n(광고) 안녕하세요.\n`,
    'list.csv': listOf(20),
  })
}

const run = (cwd: string, ...args: readonly string[]): Promise<CliResult> => runCli(args, { cwd, env: secrets })
const toBrand = ['--target', 'brand', '--release', 'r1']

describe('a target', () => {
  it('takes the messages of its service, and counts the others', async () => {
    const root = project()
    const { code, stdout } = await run(root, 'plan', ...toBrand, '--out', 'plan.json')
    expect(code).toBe(0)
    for (const line of [
      '1 message of another service is left out: the target does not take it.',
      '40 messages will be sent in 24 requests',
      'Not known where an answer is lost: at most 7 recipients; after a crash: at most 14.',
      'own: targeting M needs an approval of the service',
    ]) {
      expect(stdout).toContain(line)
    }
    const text = readFileSync(join(root, 'plan.json'), 'utf8')
    const plan = JSON.parse(text) as Plan
    expect(plan.target).toMatchObject({
      service: 'brand-message',
      account: expect.stringMatching(/^app-[0-9a-f]{12}$/),
    })
    expect(plan.messages.map(({ batch, requests }) => [batch, requests])).toEqual([
      [7, 4],
      [1, 20],
    ])
    const deployed = await run(root, 'deploy', 'plan.json', '--new-ledger')
    expect(deployed).toMatchObject({ code: 0 })
    expect(emulator.counts().accepted).toBe(40)
    const dry = await run(root, 'deploy', 'all.md', '--target', 'brand', '--release', 'r2', '--dry-run')
    expect(dry.stdout).toContain('/brand-message/v1.0/appkeys/***/freestyle-messages')
    const shown = [deployed, dry].map(({ stdout: out, stderr }) => out + stderr).join('\n')
    const kept = everythingIn(root).map(({ text: content }) => content)
    for (const secret of Object.values(secrets)) expect([shown, text, ...kept].join('\n')).not.toContain(secret)
  })

  it.each([
    ['brand', 'friend.md', 'friend.md: ft-text cannot be sent to target brand, which takes messages of brand message'],
    ['friend', 'own.md', 'own.md: bm-text cannot be sent to target friend, which takes messages of friend talk'],
  ])('%s refuses %s of another service', async (target, path, says) => {
    const root = project()
    const refused = await run(root, 'deploy', path, '--target', target, '--release', 'r1', '--new-ledger', '--yes')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(says) })
    expect(emulator.requests()).toEqual([])
  })

  it('uploads an image again for another release', async () => {
    const root = project()
    writeFileSync(join(root, 'a.png'), pngBytes({ width: 800, height: 400 }))
    writeFileSync(join(root, 'image.md'), `---\nkind: bm-image\n${list}\n---\n![](a.png)\n\n새 원두예요.\n`)
    const uploads = (): number => emulator.requests().filter(({ operation }) => operation.type === 'upload').length
    for (const [release, expected] of [
      ['r1', 1],
      ['r2', 2],
      ['r2', 2],
    ] as const) {
      const args = ['image.md', '--target', 'brand', '--release', release, '--new-ledger', '--yes']
      expect(await run(root, 'deploy', ...args)).toMatchObject({ code: 0 })
      expect(uploads()).toBe(expected)
    }
  })
})

describe('the built-in emulator', () => {
  it('takes the service of the messages, and prints a command for each of two', async () => {
    const root = project()
    const refused = await run(root, 'deploy', '--recipients', 'list.csv', '--yes')
    expect(refused.code).toBe(2)
    const commands = refused.stderr.split('\n').filter((line) => line.startsWith('friendtalk deploy '))
    expect(commands).toEqual([
      'friendtalk deploy all.md own.md --recipients list.csv',
      'friendtalk deploy friend.md --recipients list.csv',
    ])
    for (const command of commands) {
      const deployed = await run(root, ...command.split(' ').slice(1), '--yes')
      expect(deployed).toMatchObject({ code: 0, stdout: expect.stringContaining('accepted') })
    }
  })
})
