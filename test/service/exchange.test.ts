import { Agent, buildConnector } from 'undici'
import { describe, expect, it } from 'vitest'
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

describe('the time of a request counts from its claim', () => {
  it('nothing is begun when it is over', async () => {
    holdTimers()
    const server = await startBareServer({ onRequest: acceptAll })
    const agent = new Agent()
    const claimed = (claimedAt: number): ExchangeRequest => ({ ...request(server.port, `at ${claimedAt}`), claimedAt })
    expect(await exchange(agent, claimed(900), () => 1_000)).toEqual({ type: 'not-written', reason: 'connect-timeout' })
    expect((await exchange(agent, claimed(901), () => 1_000)).type).toBe('answered')
    // The clock was put back.
    expect((await exchange(agent, claimed(5_000), () => 1_000)).type).toBe('answered')
    expect(server.received().join('')).not.toContain('"at 900"')
    await agent.destroy()
  })

  it('what is left of it is the time of the answer', async () => {
    holdTimers()
    const server = await startBareServer({})
    const agent = new Agent()
    const sent = exchange(agent, { ...request(server.port, 'a'), timeoutMs: 60_000, claimedAt: 1_000 }, () => 41_000)
    await until(
      () => 'the request',
      () => server.received().join('').includes('"a"'),
    )
    letPass(20_000)
    expect(await sent).toEqual({ type: 'lost', reason: 'timeout' })
    await agent.destroy()
  })

  it('nothing is written when it is over before there is a connection', async () => {
    const server = await startBareServer({ onRequest: acceptAll })
    const agent = new Agent()
    // The machine slept while it connected: no timer ran.
    const clock = [1_000, 1_000, 1_000]
    const sent = exchange(agent, { ...request(server.port, 'a'), claimedAt: 1_000 }, () => clock.shift() ?? 1_100)
    expect(await sent).toEqual({ type: 'not-written', reason: 'connect-timeout' })
    expect(server.received().join('')).not.toContain('"a"')
    await agent.destroy()
  })
})
