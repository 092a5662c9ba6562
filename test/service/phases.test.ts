import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { SendAnswer } from '../../src/service/send.ts'
import { until } from '../deadline.ts'
import { hearAll, holdTimers, letPass } from '../held-timers.ts'
import { acceptAll, answer, type Arrived, type BareServer, deadPort, startBareServer } from './bare-server.ts'
import { noName, openClient, openClientOf, texts } from './client.ts'

/** Waits until a text has arrived at a server. */
async function arrived(server: BareServer, text: string): Promise<void> {
  await until(
    () => `${JSON.stringify(text)} at the server`,
    () => server.received().join('').includes(text),
  )
}

function outcomeOf(sent: SendAnswer): string {
  return 'reason' in sent ? `${sent.type} ${sent.reason}` : sent.type
}

/** Timers are held, but a connection that is made later than this by the clock is not used: no machine takes as long. */
const requestTimeoutMs = 20_000

describe('before the first byte', () => {
  it('a refused connection is proof', async () => {
    const sent = await openClientOf(await deadPort()).sendMessages('ft-text', texts('a'))
    expect(sent).toEqual({ type: 'not-written', reason: 'refused', errorCode: 'ECONNREFUSED' })
  })

  it('a name that does not exist is proof', async () => {
    const url = `https://${noName}`
    const client = openClient({ uploadUrl: url, baseUrl: url, userId: 'a', secretKey: 'b' })
    expect(await client.sendMessages('ft-text', texts('a'))).toMatchObject({
      type: 'not-written',
      reason: 'name-not-found',
    })
  })

  it('a connection that is not made in time is proof, and it is not used later', async () => {
    holdTimers()
    const held: Socket[] = []
    // The handshake of TLS is never answered, until somebody does.
    const server = await startBareServer({ onConnection: (socket) => held.push(socket) })
    const client = openClientOf(server.port, { scheme: 'https', requestTimeoutMs: 200 })
    const sent = client.sendMessages('ft-text', texts('a'))
    await until(
      () => 'the handshake',
      () => server.received().join('') !== '',
    )
    letPass(200)
    expect(outcomeOf(await sent)).toBe('not-written connect-timeout')
    held[0]?.destroy()
    await client.close()
    expect(server.received().join('')).not.toContain('msg_data')
  })

  it.each<[string, (socket: Socket) => void, string]>([
    ['a reset', (socket) => socket.resetAndDestroy(), 'not-written connect-failed'],
    ['an end', (socket) => socket.end(), 'not-written connect-failed'],
    ['something that is no TLS', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'not-written tls'],
  ])('%s in the handshake is proof', async (_name, act, outcome) => {
    const server = await startBareServer({ onConnection: (socket) => socket.once('data', () => act(socket)) })
    const client = openClientOf(server.port, { scheme: 'https' })
    expect(outcomeOf(await client.sendMessages('ft-text', texts('a')))).toBe(outcome)
    expect(server.received().join('')).not.toContain('msg_data')
  })

  it('waiting for a free connection in vain is proof', async () => {
    holdTimers()
    const server = await startBareServer({})
    const client = openClientOf(server.port, { connections: 1, requestTimeoutMs })
    const first = client.sendMessages('ft-text', texts('first'))
    const second = client.sendMessages('ft-text', texts('second'))
    await arrived(server, '"first"')
    letPass(requestTimeoutMs)
    expect(outcomeOf(await first)).toBe('unknown timeout')
    expect(outcomeOf(await second)).toBe('not-written connect-timeout')
    await client.close()
    expect(server.received().join('')).not.toContain('"second"')
  })

  it('waiting for a connection that another request takes along is followed by one of its own', async () => {
    holdTimers()
    const server = await startBareServer({ onRequest: (one) => one.body.includes('"second"') && acceptAll(one) })
    const client = openClientOf(server.port, { connections: 1, requestTimeoutMs })
    const first = client.sendMessages('ft-text', texts('first'))
    await arrived(server, '"first"')
    letPass(requestTimeoutMs / 2)
    const second = client.sendMessages('ft-text', texts('second'))
    letPass(requestTimeoutMs / 2)
    expect(outcomeOf(await first)).toBe('unknown timeout')
    expect(outcomeOf(await second)).toBe('results')
    expect(server.received()).toEqual([expect.stringContaining('"first"'), expect.stringContaining('"second"')])
  })

  it('a closed client writes nothing', async () => {
    const server = await startBareServer({ onRequest: acceptAll })
    const client = openClientOf(server.port)
    await client.close()
    expect(outcomeOf(await client.sendMessages('ft-text', texts('a')))).toBe('not-written closed')
    expect(server.received()).toEqual([])
  })
})

it('an interim response is not the answer', async () => {
  const server = await startBareServer({
    onRequest: (one) => {
      one.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')
      acceptAll(one)
    },
  })
  expect(outcomeOf(await openClientOf(server.port).sendMessages('ft-text', texts('a')))).toBe('results')
})

const longBody = JSON.stringify({ results: [], padding: 'x'.repeat(2_000_000) })

const breaks: [string, (arrived: Arrived) => void, string][] = [
  ['a reset after the request', ({ socket }) => socket.resetAndDestroy(), 'unknown reset'],
  ['an end after the request', ({ socket }) => socket.end(), 'unknown ended'],
  ['suppress', () => {}, 'unknown timeout'],
  ['a part of the head', ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-'), 'unknown ended'],
  [
    'a part of the body',
    ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"res'),
    'unknown ended',
  ],
  [
    'a reset within the body',
    ({ socket }) => {
      const heads = channel('undici:request:headers')
      const reset = (): void => {
        heads.unsubscribe(reset)
        socket.resetAndDestroy()
      }
      heads.subscribe(reset)
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"res')
    },
    'unknown reset',
  ],
  [
    'a chunked body without its end',
    ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'),
    'unknown ended',
  ],
  [
    'a body that stops coming',
    ({ socket }) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{'),
    'unknown timeout',
  ],
  ['something that is no HTTP', ({ socket }) => socket.end('250 OK\r\n\r\n'), 'unknown not-http'],
  ['a body that is announced too long', ({ socket }) => answer(socket, longBody), 'unknown too-large'],
  [
    'a body that grows too long',
    ({ socket }) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${longBody}`),
    'unknown too-large',
  ],
  [
    'heads that are too long',
    ({ socket }) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`),
    'unknown too-large',
  ],
  ['no JSON', ({ socket }) => answer(socket, '<html></html>'), 'unknown not-json'],
  [
    'text that is no UTF-8',
    ({ socket }) => socket.write(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"\xff', 'latin1')),
    'unknown not-json',
  ],
  ['no body', ({ socket }) => answer(socket, '', ['HTTP/1.1 204 No Content']), 'unknown not-json'],
  [
    'a redirect',
    ({ socket }) => answer(socket, '{}', ['HTTP/1.1 307 Temporary Redirect', 'Location: /elsewhere']),
    'unknown status',
  ],
  [
    'results with status 500',
    ({ socket }) => answer(socket, '{"results":[{"msg_key":"struck","code":"C100"}]}', ['HTTP/1.1 500 Oops']),
    'unknown status',
  ],
  [
    'results in another shape',
    ({ socket }) => answer(socket, '{"results":[{"msg_key":7,"code":"C100"}]}'),
    'unknown not-understood',
  ],
]

describe.each(['fresh', 'reused'] as const)('after the first byte, on a %s connection', (connection) => {
  it.each(breaks)('%s is no proof', async (_name, act, outcome) => {
    holdTimers()
    const server = await startBareServer({
      onRequest: (one) => (one.body.includes('struck') ? act(one) : acceptAll(one)),
    })
    const client = openClientOf(server.port, { requestTimeoutMs })
    if (connection === 'reused') {
      expect(outcomeOf(await client.sendMessages('ft-text', texts('before')))).toBe('results')
      // The client takes a connection for free once it has worked the answer off.
      await hearAll()
    }
    const sent = client.sendMessages('ft-text', texts('struck'))
    if (outcome === 'unknown timeout') {
      await arrived(server, '"struck"')
      await hearAll()
      letPass(requestTimeoutMs)
    }
    expect(outcomeOf(await sent)).toBe(outcome)
    expect(server.received()).toHaveLength(1)
    expect(server.received()[0]?.match(/"struck"/g)).toHaveLength(1)
    // What follows has a connection of its own and is not disturbed.
    expect(outcomeOf(await client.sendMessages('ft-text', texts('after')))).toBe('results')
    expect(
      server
        .received()
        .join('')
        .match(/"struck"/g),
    ).toHaveLength(1)
  })
})

describe('a connection that waits for a next request', () => {
  /** Sends a message, does something with the connection that it came on, and sends another. */
  async function sendTwice(between: (first: Socket) => Promise<void>): Promise<BareServer> {
    holdTimers()
    const sockets: Socket[] = []
    const server = await startBareServer({ onConnection: (socket) => sockets.push(socket), onRequest: acceptAll })
    const client = openClientOf(server.port)
    await client.sendMessages('ft-text', texts('first'))
    const [first] = sockets
    if (first) await between(first)
    expect(outcomeOf(await client.sendMessages('ft-text', texts('second')))).toBe('results')
    return server
  }

  it.each<[string, (socket: Socket) => void]>([
    ['ended', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('is not used once it was %s', async (_name, act) => {
    const server = await sendTwice(async (first) => {
      act(first)
      await once(first, 'close')
      await hearAll()
    })
    expect(server.received()).toHaveLength(2)
  })

  it('is given up before the server gives it up', async () => {
    const server = await sendTwice(async (first) => {
      await hearAll()
      letPass(2_000)
      await once(first, 'close')
    })
    expect(server.received()).toHaveLength(2)
  })

  it('is used again at once', async () => {
    expect((await sendTwice(hearAll)).received()).toHaveLength(1)
  })
})

it('never claims proof for a message that the server saw', async () => {
  let actions = 0
  const server = await startBareServer({
    onRequest: (one) => {
      const { socket } = one
      // The end of the connection falls into every place of the next request.
      const act = ++actions % 6
      if (act === 0) socket.resetAndDestroy()
      else if (act === 1) socket.end()
      else acceptAll(one)
      if (act === 2) socket.end()
      if (act === 3) setImmediate(() => socket.resetAndDestroy())
      if (act === 4) setImmediate(() => setImmediate(() => socket.end()))
    },
  })
  const client = openClientOf(server.port, { connections: 2 })
  const outcomes = new Map<string, string>()
  for (let round = 0; round < 150; round++) {
    const keys = [`key-${round}-a.`, `key-${round}-b.`]
    const sent = await Promise.all(keys.map((key) => client.sendMessages('ft-text', texts(key))))
    for (const [index, key] of keys.entries()) outcomes.set(key, sent[index]?.type ?? '')
  }
  const all = server.received().join('')
  for (const [key, outcome] of outcomes) {
    const times = all.split(`"${key}"`).length - 1
    expect([key, outcome, times]).toEqual([key, outcome, outcome === 'not-written' ? 0 : times])
    expect(times).toBeLessThanOrEqual(1)
    if (outcome === 'results') expect(times).toBe(1)
  }
  expect(new Set(outcomes.values())).toContain('unknown')
  expect(new Set(outcomes.values())).toContain('results')
})

it('writes nothing once the clock says that its time is over, though no timer ran: the machine may have slept', async () => {
  holdTimers()
  const first: Arrived[] = []
  let sleptMs = 0
  const server = await startBareServer({ onRequest: (one) => first.push(one) })
  const client = openClientOf(server.port, {
    connections: 1,
    requestTimeoutMs: 10_000,
    now: () => Date.now() + sleptMs,
  })
  const sent = ['first', 'second'].map((key) => client.sendMessages('ft-text', texts(key)))
  await arrived(server, '"first"')
  sleptMs = 3_600_000
  for (const one of first) acceptAll(one)
  const outcomes = await Promise.all(sent)
  expect(outcomes.map(outcomeOf)).toEqual(['results', 'not-written connect-timeout'])
  await client.close()
  expect(server.received().join('')).not.toContain('"second"')
})
