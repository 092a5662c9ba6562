import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type LongRun, startCli } from '../cli/run-cli.ts'
import { runCli } from '../cli/run-inside.ts'
import { hello, listOf } from '../cli/deploy-project.ts'
import { deadlineMs, until } from '../deadline.ts'
import { tempFolder } from '../project/temp-folder.ts'

const recipients = 70
const env = {
  FRIENDTALK_WEBHOOK_TOKEN: 'token-canary-e01a',
  USER_ID: 'emulator',
  SECRET_KEY: 'emulator_not_a_secret',
  SENDER_KEY: 'emulator-sender',
}

function configOf(targets: object): string {
  return JSON.stringify({
    messages: ['*.md'],
    senders: { default: { sender_key: { env: 'SENDER_KEY' }, sender_number: '02-1234-5678' } },
    targets,
    results: { token: { env: 'FRIENDTALK_WEBHOOK_TOKEN' } },
  })
}

function targetAt(url: string): object {
  const credentials = { userId: { env: 'USER_ID' }, secretKey: { env: 'SECRET_KEY' } }
  return { uploadUrl: url, baseUrl: url, ...credentials, rate: 10_000, requestTimeoutMs: deadlineMs, window: false }
}

function project(targets: object): string {
  return tempFolder({
    'friendtalk.config.json': configOf(targets),
    'hello.md': hello(),
    'list.csv': listOf(recipients),
  })
}

interface Deliveries {
  readonly none: number
  readonly delivered: number
  readonly failed: number
}

const allReported = { none: 0, delivered: 68, failed: 2, 'fallback-delivered': 0, 'fallback-failed': 0, uncertain: 0 }

it('a deploy to the built-in emulator says what was delivered', { timeout: 2 * deadlineMs }, async () => {
  const cwd = project({})
  const { code, stdout } = await runCli(['deploy', '--yes', '--json'], { cwd, env })
  const end = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; deliveries?: Deliveries })
    .find(({ event }) => event === 'end')
  expect([code, end?.deliveries]).toEqual([0, allReported])
  const status = await runCli(['status'], { cwd, env })
  expect(status.stdout).toContain('Of the accepted ones: delivered 68, failed 2\n')
  expect(status.stdout).toContain('failed 1  hello: A the recipient does not use KakaoTalk\n')
})

/** Starts a command that says where it listens. */
async function listening(args: readonly string[], cwd: string): Promise<{ run: LongRun; url: string }> {
  const run = startCli(args, { cwd, env })
  await run.until('an address', () => /http:\/\/[\d.:]+/.test(run.output))
  return { run, url: /http:\/\/[\d.:]+/.exec(run.output)?.[0] ?? '' }
}

it(
  'results of a service come in while a deploy sends, and status tells them',
  { timeout: 3 * deadlineMs },
  async () => {
    const elsewhere = tempFolder({})
    // Whoever starts first does not know the other's address, so the emulator is the one that is told.
    const first = project({ local: targetAt('http://127.0.0.1:9') })
    const { run: receiver, url } = await listening(['results', 'serve', '--target', 'local', '--port', '0'], first)
    const webhook = ['--webhook', `${url}/`, '--webhook-token-env', 'FRIENDTALK_WEBHOOK_TOKEN']
    const { run: emulator, url: service } = await listening(['emulator', '--port', '0', ...webhook], elsewhere)
    writeFileSync(join(first, 'friendtalk.config.json'), configOf({ local: targetAt(service) }))
    const toLocal = ['deploy', '--target', 'local', '--release', 'r1', '--new-ledger', '--yes']
    const deploy = await runCli(toLocal, { cwd: first, env })
    expect(deploy).toMatchObject({ code: 0 })
    const deliveries = async (): Promise<Deliveries | undefined> => {
      const { stdout } = await runCli(['status', '--json'], { cwd: first, env })
      return (JSON.parse(stdout) as { releases: readonly { deliveries: Deliveries }[] }).releases[0]?.deliveries
    }
    await until(
      async () => `all results: ${JSON.stringify(await deliveries())}`,
      async () => (await deliveries())?.none === 0,
    )
    expect(await deliveries()).toEqual(allReported)
    for (const run of [emulator, receiver]) {
      run.kill('SIGTERM')
      const ended = await run.ended()
      expect(ended.code).toBe(0)
      expect(ended.stdout + ended.stderr).not.toContain('canary')
    }
  },
)
