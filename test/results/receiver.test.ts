import { renameSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import type { Delivery } from '../../src/contract/contract.ts'
import type { LedgerStore } from '../../src/ledger/ledger.ts'
import { type Receiver, type ReceiverOptions, startReceiver } from '../../src/results/receiver.ts'
import { afterEveryTest } from '../ending.ts'
import { ledgerPath } from '../ledger/sqlite/sqlite-ledger.ts'
import { sentLedger } from './sent-ledger.ts'

const running = new Set<Receiver>()

afterEveryTest(async () => {
  for (const receiver of running) await receiver.close()
  running.clear()
})

const token = 'token-canary-31f7'

interface Served {
  readonly receiver: Receiver
  readonly url: string
  readonly keys: readonly string[]
  readonly store: LedgerStore
}

async function served(options: Partial<ReceiverOptions> = {}, sends = 3): Promise<Served> {
  const { store, keys } = await sentLedger(ledgerPath(), sends)
  const inbox = store.results()
  const receiver = await startReceiver({
    service: 'friend-talk',
    inbox,
    host: '127.0.0.1',
    port: 0,
    path: '/',
    token,
    ...options,
  })
  running.add(receiver)
  return { receiver, url: receiver.url, keys, store }
}

const doneDate = '2026-06-12 14:03:05.000'
const bodyOf = (...results: readonly object[]): string => JSON.stringify({ results })
const delivered = (key: string | undefined): object => ({ msg_key: key, code: '0', done_date: doneDate })

interface Answer {
  readonly status: number
  readonly body: unknown
}

async function post(url: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  const authorization = `Bearer ${token}`
  const response = await request(url, { method: 'POST', body, headers: { authorization, ...headers } })
  return { status: response.statusCode, body: await response.body.json() }
}

/** What a server says to bytes that a client of our own would not send, up to the end of the connection. */
function said(url: string, bytes: string | Buffer, then?: (socket: Socket) => void): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes)
      then?.(socket)
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

const head = (...lines: readonly string[]): string =>
  ['POST / HTTP/1.1', 'Host: results', `Authorization: Bearer ${token}`, ...lines, '', ''].join('\r\n')

async function deliveriesIn(store: LedgerStore): Promise<Readonly<Record<Delivery, number>> | undefined> {
  const reader = await store.read()
  try {
    return (await reader.deliveries('r1'))[0]?.counts
  } finally {
    await reader.close()
  }
}

describe('the receiver', () => {
  it('answers once the results are recorded, each once', async () => {
    const { url, keys, store } = await served()
    const body = bodyOf(...keys.map(delivered), delivered('ft-AAAAAAAAAAAAAAAAAAAAAAAA'))
    expect(await post(url, body)).toEqual({ status: 200, body: { recorded: 3, repeated: 0, foreign: 1 } })
    expect(await deliveriesIn(store)).toMatchObject({ delivered: 3, none: 0 })
    expect(await post(url, body)).toEqual({ status: 200, body: { recorded: 0, repeated: 3, foreign: 1 } })
  })

  it("takes the provider's whole body, and the Korean time in it", async () => {
    const { url, keys, store } = await served()
    const [key] = keys
    const result = {
      code: 'A',
      desc: 'not a user',
      request_date: '2026-06-12 14:03:04.000',
      done_date: doneDate,
      msg_key: key,
      echo_to_webhook: 'order 17',
      failback: {
        code: '0',
        desc: 'delivered',
        dest: '01012345678',
        done_date: '2026-06-12 14:03:09.120',
        api_unique_id: 'sms-standard',
        message_type: 'sms',
      },
    }
    expect((await post(url, bodyOf(result))).status).toBe(200)
    const reader = await store.read()
    for await (const sends of reader.sends({ release: 'r1' })) {
      expect(sends.find((send) => send.key === key)?.delivery).toEqual({
        delivery: 'fallback-delivered',
        code: 'A',
        doneAt: Date.UTC(2026, 5, 12, 5, 3, 5),
        description: 'not a user',
        fallbackCode: '0',
        fallbackDoneAt: Date.UTC(2026, 5, 12, 5, 3, 9, 120),
        fallbackDescription: 'delivered',
        isConflicting: false,
      })
    }
    await reader.close()
  })

  it('takes the token in the header or as the last part of the path, and no other', async () => {
    const { url, keys } = await served()
    const body = bodyOf(delivered(keys[0]))
    const status = async (path: string, headers: Record<string, string>): Promise<number> => {
      return (await request(new URL(path, url), { method: 'POST', body, headers })).statusCode
    }
    expect(await status('/', { authorization: `Bearer ${token}` })).toBe(200)
    expect(await status('/', { authorization: `bearer ${token}` })).toBe(200)
    expect(await status(`/${token}`, {})).toBe(200)
    expect(await status(`/${token}?x=1`, {})).toBe(200)
    expect(await status('/', {})).toBe(401)
    expect(await status('/', { authorization: `Bearer ${token}x` })).toBe(401)
    expect(await status('/', { authorization: `Basic ${token}` })).toBe(401)
    expect(await status(`/${token.slice(0, -1)}`, {})).toBe(401)
    expect(await status(`/${token}/more`, {})).toBe(404)
    expect(await status('/%zz', {})).toBe(401)
  })

  it('takes anybody where there is no token, on its own path', async () => {
    const { url, keys } = await served({ token: undefined })
    const body = bodyOf(delivered(keys[0]))
    expect((await post(url, body, { authorization: '' })).status).toBe(200)
    expect((await post(url, body, { authorization: 'Bearer any' })).status).toBe(200)
    expect((await post(new URL('/any', url).href, body)).status).toBe(404)
  })

  it('knows its own path alone', async () => {
    const { receiver, keys } = await served({ path: '/hooks/friendtalk' })
    const body = bodyOf(delivered(keys[0]))
    const at = (path: string): Promise<Answer> => post(new URL(path, receiver.url).href, body)
    expect((await at('/hooks/friendtalk')).status).toBe(200)
    expect((await at('/hooks/friendtalk/')).status).toBe(200)
    expect((await at('/hooks')).status).toBe(404)
    expect((await at('/')).status).toBe(404)
  })

  it('tells its health and its counts without a token', async () => {
    const { url, keys } = await served()
    await post(url, bodyOf(delivered(keys[0]), { msg_key: keys[1], code: 'B', done_date: doneDate }))
    await post(url, '{')
    const health = await request(new URL('/healthz', url))
    expect([health.statusCode, await health.body.json()]).toEqual([200, { status: 'ok' }])
    const metrics = await request(new URL('/metrics', url))
    const text = await metrics.body.text()
    expect(metrics.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(text).toContain('friendtalk_results_received_total 2\n')
    expect(text).toContain('friendtalk_results_recorded_total{delivery="failed"} 1\n')
    expect(text).toContain('friendtalk_results_malformed_total 1\n')
    expect(text).toContain('friendtalk_webhook_responses_total{status="400"} 1\n')
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) friendtalk_\w+ .+|friendtalk_\w+(?:\{\w+="[\w-]+"\})? [\d.]+)$/)
    }
  })

  it('records the others of a body that is malformed in part, and names the wrong ones', async () => {
    const { url, keys, store } = await served()
    const entries = [
      delivered(keys[0]),
      { code: '0' },
      { msg_key: keys[1], code: '0', done_date: '2026-02-30 00:00:00.000' },
      delivered(keys[2]),
      null,
    ]
    expect(await post(url, JSON.stringify({ results: entries }))).toEqual({
      status: 400,
      body: {
        error: 'some results are malformed; the others were taken',
        recorded: 2,
        repeated: 0,
        foreign: 0,
        malformed: [
          { index: 1, type: 'missing', field: 'msg_key' },
          { index: 2, type: 'not-a-date', field: 'done_date' },
          { index: 4, type: 'not-an-object' },
        ],
      },
    })
    expect(await deliveriesIn(store)).toMatchObject({ delivered: 2 })
  })

  it('says 503 while results cannot be recorded, tells it once, and is healthy again before the next one comes', async () => {
    const path = ledgerPath()
    const { store, keys } = await sentLedger(path, 1)
    const problems: unknown[] = []
    const { url } = await served({ inbox: store.results(), onProblem: (problem) => problems.push(problem) })
    const health = async (): Promise<number | undefined> => (await request(new URL('/healthz', url))).statusCode
    const body = bodyOf(delivered(keys[0]))
    renameSync(path, `${path}-away`)
    expect([(await post(url, body)).status, (await post(url, body)).status]).toEqual([503, 503])
    expect(await health()).toBe(503)
    renameSync(`${path}-away`, path)
    expect(await Promise.all([health(), health()])).toEqual([200, 200])
    expect(problems).toHaveLength(2)
    expect(problems[1]).toBeUndefined()
    expect((await post(url, body)).body).toMatchObject({ recorded: 1 })
    expect(await deliveriesIn(store)).toMatchObject({ delivered: 1 })
  })

  it('finishes what was received when it is closed', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const { store, keys } = await sentLedger(ledgerPath(), 1)
    const real = store.results()
    let asked = (): void => {}
    const isAsked = new Promise<void>((resolve) => (asked = resolve))
    const inbox: ReceiverOptions['inbox'] = {
      record: async (results) => {
        asked()
        await held
        return real.record(results)
      },
      probe: real.probe,
      close: real.close,
    }
    const { receiver } = await served({ inbox })
    const answer = post(receiver.url, bodyOf(delivered(keys[0])))
    await isAsked
    const closed = receiver.close()
    release()
    expect(await answer).toMatchObject({ status: 200, body: { recorded: 1 } })
    await closed
    expect(await deliveriesIn(store)).toMatchObject({ delivered: 1 })
  })
})

describe('the receiver refuses', () => {
  it.each<readonly [string, string | Buffer, number, object]>([
    ['a body that is no JSON', 'results=1', 400, { malformed: { type: 'not-json' } }],
    ['nothing', '', 400, { malformed: { type: 'not-json' } }],
    ['JSON without a list of results', '{"result":[]}', 400, { malformed: { type: 'no-results' } }],
    ['results that are no list', '{"results":{"0":{}}}', 400, { malformed: { type: 'results-not-list' } }],
    ['bytes that are no UTF-8', Buffer.from('{"results":[\xff]}', 'latin1'), 400, { malformed: { type: 'not-utf8' } }],
    [
      'a key of the prototype in the place of a field',
      '{"results":[{"__proto__":{"msg_key":"a","code":"0"}}]}',
      400,
      { malformed: [{ index: 0, type: 'missing', field: 'msg_key' }] },
    ],
    [
      'a key that is a list',
      '{"results":[{"msg_key":["a"],"code":"0"}]}',
      400,
      { malformed: [{ index: 0, type: 'not-text', field: 'msg_key' }] },
    ],
    [
      'a key without end',
      bodyOf({ msg_key: 'k'.repeat(100_000), code: '0' }),
      400,
      { malformed: [{ index: 0, type: 'too-long', field: 'msg_key' }] },
    ],
    ['too many results', bodyOf(...Array.from({ length: 1_001 }, () => ({}))), 413, { error: 'at most 1000 results' }],
  ])('%s', async (_name, body, status, expected) => {
    const { url } = await served()
    expect(await post(url, body)).toMatchObject({ status, body: expected })
  })

  it('what is compressed', async () => {
    const { url, keys } = await served()
    const body = gzipSync(bodyOf(delivered(keys[0])))
    expect(await post(url, body, { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 })
    expect(await post(url, bodyOf(delivered(keys[0])), { 'content-encoding': 'identity' })).toMatchObject({
      status: 200,
    })
  })

  it('other methods', async () => {
    const { url } = await served()
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const) {
      const response = await request(url, { method })
      expect([method, response.statusCode, response.headers['allow']]).toEqual([method, 405, 'POST'])
      await response.body.dump()
    }
    expect((await request(new URL('/metrics', url), { method: 'POST', body: '' })).statusCode).toBe(405)
  })

  it('a body that is announced as too large, without reading it', async () => {
    const { url } = await served()
    expect(await said(url, head('Content-Length: 1048577'))).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('no body of exactly as many bytes as it takes', async () => {
    const body = bodyOf(delivered('order-1'))
    const { url } = await served({ limits: { maxBodyBytes: Buffer.byteLength(body) } })
    const chunk = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
    expect(await said(url, head('Connection: close', 'Transfer-Encoding: chunked') + chunk)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('a body in chunks that never ends', async () => {
    const { url } = await served({ limits: { maxBodyBytes: 10_000 } })
    const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`
    const answer = await said(url, head('Transfer-Encoding: chunked') + chunk.repeat(3), (socket) =>
      socket.write(chunk),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('more than it can hold of all clients together, until there is room again', async () => {
    const { url, keys } = await served({ limits: { maxWaitingBytes: 2_000 } })
    const { hostname, port } = new URL(url)
    const slow = connect(Number(port), hostname, () =>
      slow.write(`${head('Content-Length: 1900')}${'x'.repeat(1_500)}`),
    )
    const body = bodyOf(...keys.map(delivered), ...Array.from({ length: 10 }, () => delivered('other')))
    await expect.poll(async () => (await post(url, body)).status).toBe(503)
    slow.destroy()
    await expect.poll(async () => (await post(url, body)).status).toBe(200)
  })

  it.each<readonly [string, string]>([
    ['its header', 'POST / HTTP/1.1\r\nHost: results\r\n'],
    ['its body', `${head('Content-Length: 100')}{`],
  ])('a client that takes too long for %s', async (_name, bytes) => {
    const { url } = await served({ limits: { headersTimeoutMs: 1, requestTimeoutMs: 1 } })
    expect(await said(url, bytes)).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('more connections than it may have, and serves the others', async () => {
    const { url, keys } = await served({ limits: { maxConnections: 2 } })
    const { hostname, port } = new URL(url)
    const open = (): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => resolve(socket))
      })
    const first = await open()
    const second = await open()
    expect(await said(url, head('Content-Length: 0'))).toBe('')
    first.destroy()
    second.destroy()
    const status = (): Promise<number | string> =>
      post(url, bodyOf(delivered(keys[0]))).then(
        (answer) => answer.status,
        () => 'closed',
      )
    await expect.poll(status).toBe(200)
  })
})

describe('a client of the receiver', () => {
  it('may leave in the middle of a body: nothing of it is taken', async () => {
    const { url, keys, store } = await served()
    const body = bodyOf(delivered(keys[0]))
    await said(url, `${head(`Content-Length: ${body.length}`)}${body.slice(0, -1)}`, (socket) => socket.destroySoon())
    expect((await post(url, bodyOf(delivered(keys[1])))).status).toBe(200)
    expect(await deliveriesIn(store)).toMatchObject({ delivered: 1, none: 2 })
  })

  it('may write what no reader should see: it is escaped and scrubbed', async () => {
    const { url, keys, store } = await served()
    const desc = `to 010-1234-5678 with ${token}`
    await post(url, bodyOf({ msg_key: keys[0], code: 'I', desc }))
    const reader = await store.read()
    for await (const sends of reader.sends({ release: 'r1' })) {
      expect(JSON.stringify(sends)).not.toMatch(/1234-?5678|canary/)
    }
    await reader.close()
  })
})
