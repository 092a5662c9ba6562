import { expect, it } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { runCli } from './run-inside.ts'
import { deployProject, environment, toLocal } from './deploy-project.ts'

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
