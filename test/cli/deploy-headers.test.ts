import { expect, it } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { runCli } from './run-inside.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { deployProject, environment, secrets, toLocal } from './deploy-project.ts'

it('the headers of a target are in its requests, those of the environment nowhere else', async () => {
  const emulator = await startEmulator()
  const headers = { 'X-Convert-To-Brand-Message': 'true', 'X-Api-Key': { env: 'GATEWAY_KEY' } }
  const root = deployProject(emulator, { recipients: 1, headers })
  const missing = await runCli(toLocal, { cwd: root, env: environment })
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('GATEWAY_KEY') as string })

  const env = { ...environment, GATEWAY_KEY: 'gateway-canary-91' }
  const plan = await runCli(['plan', '--target', 'local', '--release', 'r1', '--json'], { cwd: root, env })
  expect(JSON.parse(plan.stdout)).toMatchObject({ target: { headers } })
  const sent = await runCli(toLocal, { cwd: root, env })
  expect(sent.code).toBe(0)
  expect(emulator.requests()[0]?.headers).toMatchObject({
    'x-convert-to-brand-message': 'true',
    'x-api-key': 'gateway-canary-91',
    'content-type': 'application/json;charset=utf-8',
  })
  expect([plan, sent].map(({ stdout, stderr }) => stdout + stderr).join('')).not.toContain('gateway-canary-91')
  await emulator.close()
})

it('no secret that the service quotes is shown: of the account, a sender, the fallback or a header', async () => {
  const emulator = await startEmulator()
  const message =
    '---\nkind: ft-image\nrecipients: list.csv\nfailback_data: { api_unique_id: sms-standard, msg: 안녕 }\n---\n![](a.png)\n\n안녕\n'
  const files = { 'hello.md': message, 'a.png': pngBytes({ width: 720, height: 720 }) }
  const headers = { 'X-Api-Key': { env: 'GATEWAY_KEY' } }
  const root = deployProject(emulator, { recipients: 1, headers, files })
  const env = { ...environment, GATEWAY_KEY: 'gateway-canary-91' }
  const quoted = [...Object.values(secrets), env.GATEWAY_KEY]
  emulator.faults.add({ on: 'upload', fault: { type: 'upload-error', code: 'E600', message: quoted.join(' ') } })
  const { code, stdout, stderr } = await runCli([...toLocal, '--verbose'], { cwd: root, env })
  expect([code, stderr]).toEqual([4, expect.stringContaining('E600 *** *** *** ***')])
  for (const secret of quoted) expect(stdout + stderr).not.toContain(secret)
  await emulator.close()
})
