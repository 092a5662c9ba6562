import { Agent, buildConnector } from 'undici'
import { expect, it } from 'vitest'
import { exchange, type ExchangeRequest } from '../../src/service/exchange.ts'
import { acceptAll, startBareServer } from './bare-server.ts'

const request = (port: number, timeoutMs: number): ExchangeRequest => ({
  origin: `http://127.0.0.1:${port}`,
  path: '/ft-text/v2/send',
  headers: {},
  body: Buffer.from(JSON.stringify({ msg_data: [{ msg_key: 'a' }] })),
  timeoutMs,
  maxResponseBytes: 1_000,
})

it('writes nothing once its time is over, though the connection comes', async () => {
  const server = await startBareServer({ onRequest: acceptAll })
  const connect = buildConnector({})
  const late = new Agent({ connect: (options, done) => void setTimeout(() => connect(options, done), 300) })
  expect(await exchange(late, request(server.port, 100), Date.now)).toEqual({
    type: 'not-written',
    reason: 'connect-timeout',
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(server.received().join('')).toBe('')
  expect((await exchange(late, request(server.port, 2_000), Date.now)).type).toBe('answered')
  await late.destroy()
})
