import { mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emulate } from '../emulator/client.ts'
import { deploy, deployProject, environment, everythingIn, friendtalk, secrets } from './deploy-project.ts'
import { runCli } from './run-inside.ts'

const emulator = await emulate()

const falling = `---
kind: ft-text
recipients: list.csv
failback_data:
  api_unique_id: sms-standard
  msg: 안녕하세요
---
안녕하세요.
`

/** The secrets as they are and as encodings would carry them. */
const canaries = Object.values(secrets).flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('hex'),
])

test('no command, file or failure shows a secret', async () => {
  const root = deployProject(emulator, { files: { 'falling.md': falling }, recipients: 12, concurrency: 1 })
  const temporary = join(root, 'temporary')
  mkdirSync(temporary)
  const run = (...args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
    runCli([...args, '--verbose'], { cwd: root, env: { ...environment, TMPDIR: temporary } })
  const local = ['--target', 'local', '--release', 'r1']
  const outputs = await Promise.all([
    run('config'),
    run('lint'),
    run('compile'),
    run('plan', ...local, '--out', 'plan.json'),
    run('plan', ...local, '--json'),
    run('deploy', ...local, '--dry-run'),
    run('deploy', ...local),
  ])
  const faults = [
    { fault: { type: 'request-error', code: 'C400_1' }, at: 2 },
    { fault: { type: 'reject', code: 'G150' }, at: 3 },
  ] as const
  for (const fault of faults) emulator.faults.add({ on: 'send', ...fault })
  outputs.push(await run('deploy', ...local, '--yes', '--new-ledger'))
  emulator.faults.add({ on: 'send', fault: { type: 'reset-after-reading' }, at: 1 })
  outputs.push(await run('deploy', ...local, '--yes', '--json'))
  emulator.faults.clear()
  outputs.push(...(await Promise.all([run('status'), run('status', '--json'), run('status', '--csv', '-')])))
  outputs.push(await run('reconcile', '--sent', ...local, '--reason', 'seen', '--yes'))
  outputs.push(await run('deploy', ...local, '--yes', '--retry-rejected'))
  const wrong = { ...environment, DEPLOY_SECRET_KEY: 'emulator_wrong_canary', TMPDIR: temporary }
  outputs.push(await runCli(['deploy', ...local, '--yes', '--verbose'], { cwd: root, env: wrong }))

  const written = everythingIn(root).filter(({ path }) => !path.endsWith('friendtalk.config.json'))
  const everything = [
    ...outputs.map(({ stdout, stderr }, index) => ({ path: `output ${index}`, text: stdout + stderr })),
    ...written,
  ]
  const found = [...canaries, 'emulator_wrong_canary'].flatMap((secret) =>
    everything.filter(({ text }) => text.includes(secret)).map(({ path }) => `${path}: ${secret}`),
  )
  expect(found).toEqual([])
  expect(readdirSync(tmpdir()).filter((name) => canaries.some((secret) => name.includes(secret)))).toEqual([])
})

test('numbers and values leave the ledger once their messages are settled', async () => {
  const root = deployProject(emulator, { recipients: 12 })
  await deploy(root)
  await friendtalk(root, 'status')
  const kept = everythingIn(join(root, '.friendtalk'))
  expect(kept.length).toBeGreaterThan(0)
  for (const { text } of kept) {
    expect(text).not.toContain('01073310')
    expect(text).not.toContain(Buffer.from('고객1호').toString('latin1'))
  }
})
