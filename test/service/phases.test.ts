import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { SendAnswer } from '../../src/service/send.ts'
import type { Service } from '../../src/service/service.ts'
import { acceptAll, answer, type Arrived, startBareServer } from './bare-server.ts'
import { openClient, openClientOf, texts } from './client.ts'

/** A port on which nothing listens. */
async function deadPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function outcomeOf(sent: SendAnswer): string {
  return 'reason' in sent ? `${sent.type} ${sent.reason}` : sent.type
}

describe('before the first byte', () => {
  it('a refused connection is proof', async () => {
    const sent = await openClientOf(await deadPort()).sendMessages('ft-text', texts('a'))
    expect(sent).toEqual({ type: 'not-written', reason: 'refused', errorCode: 'ECONNREFUSED' })
  })

  it('a name that does not exist is proof', async () => {
    const url = 'https://does-not-exist.invalid'
    const client = openClient({ uploadUrl: url, baseUrl: url, userId: 'a', secretKey: 'b' })
    expect(await client.sendMessages('ft-text', texts('a'))).toMatchObject({
      type: 'not-written',
      reason: 'name-not-found',
    })
  })

  it('a connection that is not made in time is proof, and it is not used later', async () => {
    const held: Socket[] = []
    // The handshake of TLS is never answered, until somebody does.
    const server = await startBareServer({ onConnection: (socket) => held.push(socket) })
    const client = openClientOf(server.port, { scheme: 'https', requestTimeoutMs: 200 })
    expect(outcomeOf(await client.sendMessages('ft-text', texts('a')))).toBe('not-written connect-timeout')
    held[0]?.destroy()
    await new Promise((resolve) => setTimeout(resolve, 100))
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
    let release: (() => void) | undefined
    const server = await startBareServer({
      onRequest: (arrived) => {
        release = () => acceptAll(arrived)
      },
    })
    const client = openClientOf(server.port, { connections: 1, requestTimeoutMs: 600 })
    const first = client.sendMessages('ft-text', texts('first'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const second = client.sendMessages('ft-text', texts('second'))
    expect(outcomeOf(await first)).toBe('unknown timeout')
    release?.()
    // The connection went with the first request; the second gets one of its own, or its time is over.
    const outcome = outcomeOf(await second)
    expect(['not-written connect-timeout', 'unknown timeout']).toContain(outcome)
    const arrived = server.received().join('').includes('"second"')
    expect(arrived).toBe(outcome === 'unknown timeout')
  })

  it('a closed client writes nothing', async () => {
    const server = await startBareServer({ onRequest: acceptAll })
    const client = openClientOf(server.port)
    await client.close()
    expect(outcomeOf(await client.sendMessages('ft-text', texts('a')))).toBe('not-written closed')
    expect(server.received()).toEqual([])
  })
})

const longBody = JSON.stringify({ results: [], padding: 'x'.repeat(2_000_000) })

const breaks: [string, (arrived: Arrived) => void, string][] = [
  ['a reset after the request', ({ socket }) => socket.resetAndDestroy(), 'unknown reset'],
  ['an end after the request', ({ socket }) => socket.end(), 'unknown ended'],
  ['silence', () => {}, 'unknown timeout'],
  ['a part of the head', ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-'), 'unknown ended'],
  [
    'a part of the body',
    ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"res'),
    'unknown ended',
  ],
  [
    'a reset within the body',
    ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"res')
      setTimeout(() => socket.resetAndDestroy(), 50)
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
    ({ socket }) => answer(socket, '{"results":[{"msg_key":"struck","code":100}]}'),
    'unknown not-understood',
  ],
]

describe.each(['fresh', 'reused'] as const)('after the first byte, on a %s connection', (connection) => {
  it.each(breaks)('%s is no proof', async (_name, act, outcome) => {
    const server = await startBareServer({
      onRequest: (arrived) => (arrived.body.includes('struck') ? act(arrived) : acceptAll(arrived)),
    })
    const client = openClientOf(server.port, { requestTimeoutMs: 400 })
    if (connection === 'reused') {
      expect(outcomeOf(await client.sendMessages('ft-text', texts('before')))).toBe('results')
      // The client takes a connection for free once it has worked the answer off.
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(outcomeOf(await client.sendMessages('ft-text', texts('struck')))).toBe(outcome)
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
  async function sendTwice(client: Service, pauseMs: number): Promise<SendAnswer> {
    await client.sendMessages('ft-text', texts('first'))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return client.sendMessages('ft-text', texts('second'))
  }

  it.each<[string, (socket: Socket) => void]>([
    ['ended', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('is not used once it was %s', async (_name, act) => {
    const server = await startBareServer({
      onRequest: (arrived) => {
        acceptAll(arrived)
        if (arrived.connection === 0) setTimeout(() => act(arrived.socket), 20)
      },
    })
    expect(outcomeOf(await sendTwice(openClientOf(server.port), 100))).toBe('results')
    expect(server.received()).toHaveLength(2)
  })

  it('is given up before the server gives it up', async () => {
    const server = await startBareServer({ onRequest: acceptAll })
    expect(outcomeOf(await sendTwice(openClientOf(server.port), 2_300))).toBe('results')
    expect(server.received()).toHaveLength(2)
  })

  it('is used again at once', async () => {
    const server = await startBareServer({ onRequest: acceptAll })
    expect(outcomeOf(await sendTwice(openClientOf(server.port), 0))).toBe('results')
    expect(server.received()).toHaveLength(1)
  })
})

it('never claims proof for a message that the server saw', async () => {
  let actions = 0
  const server = await startBareServer({
    onRequest: (arrived) => {
      const { socket } = arrived
      // The end of the connection falls into every place of the next request.
      const act = ++actions % 6
      if (act === 0) socket.resetAndDestroy()
      else if (act === 1) socket.end()
      else acceptAll(arrived)
      if (act === 2) socket.end()
      if (act === 3) setImmediate(() => socket.resetAndDestroy())
      if (act === 4) setTimeout(() => socket.end(), 1)
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
  let release: (() => void) | undefined
  let sleptMs = 0
  const server = await startBareServer({
    onRequest: (arrived) => {
      release = () => acceptAll(arrived)
    },
  })
  const client = openClientOf(server.port, {
    connections: 1,
    requestTimeoutMs: 10_000,
    now: () => Date.now() + sleptMs,
  })
  const first = client.sendMessages('ft-text', texts('first'))
  const second = client.sendMessages('ft-text', texts('second'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  sleptMs = 3_600_000
  release?.()
  expect(outcomeOf(await first)).toBe('results')
  expect(outcomeOf(await second)).toBe('not-written connect-timeout')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.received().join('')).not.toContain('"second"')
})
