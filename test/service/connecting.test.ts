import type { Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { routeTo } from '../../src/service/dispatcher.ts'
import { openService, type Service } from '../../src/service/service.ts'
import { deployWorld } from '../deploy/deploy-world.ts'
import { imageTemplate, readPicture } from '../deploy/image-template.ts'
import { afterEachFile } from '../ending.ts'
import { acceptAll, type BareServer, startBareServer, tunnel } from './bare-server.ts'
import { texts } from './client.ts'
import { startTlsFront } from './tls-front.ts'
import { sendsIn } from '../ledger/temp-ledger.ts'

const services: Service[] = []

afterEach(() => {
  vi.unstubAllEnvs()
})
afterEachFile(async () => {
  for (const service of services.splice(0)) await service.close()
})

const password = 'proxy-canary-77'

/** A proxy that does this once it was asked for a way to the service, or once somebody is there. */
function startProxy(act: (socket: Socket) => void, when: 'asked' | 'connected' = 'asked'): Promise<BareServer> {
  return startBareServer({
    onConnection: (socket) => {
      if (when === 'connected') act(socket)
      else socket.once('data', () => act(socket))
    },
  })
}

function openThrough(port: number, host = 'send.example.com'): Service {
  vi.stubEnv('HTTPS_PROXY', `http://user:${password}@127.0.0.1:${port}`)
  vi.stubEnv('NO_PROXY', '')
  const service = openService({
    service: 'friend-talk',
    uploadUrl: 'https://upload.example.com',
    baseUrl: `https://${host}`,
    account: { userId: 'shop', secretKey: 'emulator_not_a_secret' },
    requestTimeoutMs: 500,
  })
  services.push(service)
  return service
}

/** Every way in which a proxy may fail to open one. */
const proxies: readonly [name: string, act: (socket: Socket) => void, when?: 'connected'][] = [
  ['hangs up', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
  ['hangs up at once', (socket) => socket.end(), 'connected'],
  ['resets at once', (socket) => socket.resetAndDestroy(), 'connected'],
  ['says nothing', () => {}],
  ['says no', (socket) => socket.write('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')],
  ['sends elsewhere', (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\n\r\n')],
  ['keeps announcing', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n')],
  ['changes the protocol', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n')],
  ['speaks another protocol', (socket) => socket.write('220 smtp.example.com ESMTP\r\n')],
  ['stops in the middle of its answer', (socket) => socket.end('HTTP/1.1 200 O')],
  ['answers without end', (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(100_000)}`)],
  ['opens a way and hangs up', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')],
  ['opens a way to nobody', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
  [
    'hangs up in the handshake',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.once('data', () => socket.end())
    },
  ],
  ['opens a way to no TLS', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n')],
]

describe.each(proxies)('a proxy that %s', (_name, act, when) => {
  it('is asked once for each request, which was not written', async () => {
    const proxy = await startProxy(act, when)
    const service = openThrough(proxy.port)
    const sent = await Promise.all(['a', 'b', 'c'].map((key) => service.sendMessages('ft-text', texts(key))))
    expect(sent.map(({ type }) => type)).toEqual(['not-written', 'not-written', 'not-written'])
    const uploaded = await service.upload('FT', { name: 'a.png', format: 'png', content: new Uint8Array(1) })
    expect(uploaded.type).toBe('failed')
    // What is not asked for now would be in the next turns of the loop.
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(proxy.received().length).toBeLessThanOrEqual(4)
    expect(proxy.received().join('')).not.toContain('msg_data')
    expect(JSON.stringify([sent, uploaded])).not.toContain(password)
  })
})

describe('a deploy through a proxy that hangs up', () => {
  it('connects as often as it may, then stops', async () => {
    const proxy = await startProxy((socket) => socket.end())
    const service = openThrough(proxy.port)
    const world = await deployWorld({ recipients: 30, target: { concurrency: 8 } })
    expect(await world.run({ service })).toMatchObject({ type: 'not-reachable', reason: 'proxy' })
    expect(proxy.received()).toHaveLength(6)
    expect(await world.counts()).toMatchObject({ pending: 30, unknown: 0 })
    expect(world.events.filter(({ type }) => type === 'retrying')).toHaveLength(5)
  })

  it('does the same when images are uploaded', async () => {
    const proxy = await startProxy((socket) => socket.end())
    const service = openThrough(proxy.port)
    const templates = [imageTemplate('a', 901), imageTemplate('b', 902)]
    const world = await deployWorld({ templates, recipients: 1 })
    const end = await world.run({ service, readImage: readPicture })
    expect(end).toMatchObject({ type: 'images', problems: [{ problem: { type: 'failed', reason: 'proxy' } }] })
    expect(proxy.received()).toHaveLength(6)
  })

  it.each([
    ['always works', () => true],
    ['works every other time', (attempt: number) => attempt % 2 === 0],
    ['works after five times', (attempt: number) => attempt > 5],
  ])('sends everything once through one that %s', async (_name, works) => {
    const world = await deployWorld({ recipients: 31, target: { concurrency: 4 } })
    const keys: string[] = []
    const server = await startBareServer({
      onRequest: (arrived) => {
        keys.push(...Array.from(arrived.body.matchAll(/"msg_key":"([^"]+)"/g), ([, key]) => key ?? ''))
        acceptAll(arrived)
      },
    })
    const front = await startTlsFront(server.port)
    // The certificate is nobody's.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    let attempts = 0
    const proxy = await startProxy((socket) => {
      if (!works(++attempts)) socket.resetAndDestroy()
      else tunnel(socket, front)
    })
    const service = openThrough(proxy.port)
    expect(await world.run({ service })).toEqual({ type: 'done' })
    expect(await world.counts()).toMatchObject({ accepted: 31 })
    expect(keys.toSorted()).toEqual(
      (await sendsIn(world.ledger(), { release: world.release })).map(({ key }) => key).toSorted(),
    )
    const credentials = Buffer.from(`user:${password}`).toString('base64')
    expect(proxy.received()[0]).toMatch(/^CONNECT send\.example\.com:443 HTTP\/1\.1\r\n/)
    expect(proxy.received()[0]).toMatch(new RegExp(`proxy-authorization: Basic ${credentials}\r\n`, 'i'))
  })
})

describe('NO_PROXY', () => {
  it.each([
    ['NO_PROXY', '*', 'direct'],
    ['NO_PROXY', 'a.com, .example.com', 'direct'],
    ['no_proxy', '*.example.com:443', 'direct'],
    ['NO_PROXY', 'example.com:8443', 'proxy'],
    ['NO_PROXY', 'ample.com', 'proxy'],
  ])('%s=%s: %s', async (variable, value, way) => {
    const proxy = await startProxy((socket) => socket.end())
    // A name that no server of names is asked for.
    const service = openThrough(proxy.port, `${'a'.repeat(64)}.example.com`)
    vi.stubEnv('NO_PROXY', undefined)
    vi.stubEnv(variable, value)
    const sent = await service.sendMessages('ft-text', texts('a'))
    expect(sent.type).toBe('not-written')
    expect(proxy.received()).toHaveLength(way === 'proxy' ? 1 : 0)
  })
})

describe('the way to an address', () => {
  const service = new URL('https://send.example.com/base')
  const proxied = (origin: string, user?: string): object => ({
    type: 'proxy',
    origin,
    ...(user !== undefined && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  })
  const direct = { type: 'direct' }

  it.each<[environment: Record<string, string>, route: object]>([
    [{}, direct],
    [{ HTTPS_PROXY: 'http://proxy:3128' }, proxied('http://proxy:3128')],
    [{ https_proxy: 'https://proxy' }, proxied('https://proxy')],
    [{ HTTP_PROXY: 'http://proxy:3128/' }, proxied('http://proxy:3128')],
    [{ https_proxy: 'http://small:1', HTTPS_PROXY: 'http://large:1' }, proxied('http://small:1')],
    [{ https_proxy: '', HTTPS_PROXY: 'http://large:1' }, direct],
    [{ HTTPS_PROXY: 'http://a:1', HTTP_PROXY: 'http://b:1' }, proxied('http://a:1')],
    [{ HTTPS_PROXY: 'http://u:p%40ss@proxy:1' }, proxied('http://proxy:1', 'u:p@ss')],
    [{ HTTPS_PROXY: 'http://u@proxy:1' }, proxied('http://proxy:1', 'u:')],
  ])('%j', (environment, route) => {
    expect(routeTo(service, environment)).toEqual(route)
  })

  it.each([
    'proxy',
    'proxy.example.com:8080',
    'http//user:canary@proxy',
    'http://proxy:99999',
    'http://u:100%@proxy:1',
    'http://proxy:1/path',
    'http://proxy:1?a',
    'socks5://user:canary@proxy:1080',
    'ftp://proxy',
    'http://',
  ])('a proxy %j is none', (value) => {
    expect(routeTo(service, { HTTPS_PROXY: value })).toEqual({ type: 'invalid', variable: 'HTTPS_PROXY' })
    expect(routeTo(service, { http_proxy: value })).toEqual({ type: 'invalid', variable: 'http_proxy' })
    expect(routeTo(new URL('http://127.0.0.1:1'), { HTTPS_PROXY: value })).toEqual(direct)
  })
})
