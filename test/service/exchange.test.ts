import { Agent, buildConnector } from 'undici'
import { expect, it } from 'vitest'
import { exchange, type ExchangeRequest } from '../../src/service/exchange.ts'
import { until } from '../deadline.ts'
import { holdTimers, letPass } from '../held-timers.ts'
import { acceptAll, startBareServer } from './bare-server.ts'

const request = (port: number, key: string): ExchangeRequest => ({
  origin: `http://127.0.0.1:${port}`,
  path: '/ft-text/v2/send',
  headers: {},
  body: Buffer.from(JSON.stringify({ msg_data: [{ msg_key: key }] })),
  timeoutMs: 100,
  maxResponseBytes: 1_000,
})

it('writes nothing once its time is over, though the connection comes', async () => {
  holdTimers()
  const server = await startBareServer({ onRequest: acceptAll })
  const connect = buildConnector({})
  let makeFirst: (() => void) | undefined
  const agent = new Agent({
    connections: 1,
    connect: (options, done) => {
      if (makeFirst === undefined) makeFirst = () => connect(options, done)
      else connect(options, done)
    },
  })
  const late = exchange(agent, request(server.port, 'late'), Date.now)
  await until(
    () => 'a connection to be asked for',
    () => makeFirst !== undefined,
  )
  letPass(100)
  expect(await late).toEqual({ type: 'not-written', reason: 'connect-timeout' })
  // Both wait for the same connection.
  const next = exchange(agent, request(server.port, 'next'), Date.now)
  makeFirst?.()
  expect((await next).type).toBe('answered')
  const received = server.received().join('')
  expect(received).toContain('"next"')
  expect(received).not.toContain('"late"')
  await agent.destroy()
})
