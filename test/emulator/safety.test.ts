import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startEmulator } from '../../src/emulator/emulator.ts'
import { emulate, send, sendBody, uploadFiles, goodImages } from './client.ts'
import { textMessage } from './messages.ts'

const emulator = await emulate()
const realSecret = 'rT9-real-secret-of-somebody'

/** Everything that the emulator would show of what it was sent. */
async function everythingKept(): Promise<string> {
  const paths = ['', '/messages', '/requests', '/images', '/webhook', '/inbox/list']
  const texts = await Promise.all(paths.map(async (path) => (await fetch(`${emulator.url}/_emulator${path}`)).text()))
  return texts.join('\n')
}

describe('credentials', () => {
  it.each([
    ['another secret', `emulator;${realSecret}`],
    ['another user', `${realSecret};emulator_not_a_secret`],
    ['another form', `Bearer ${realSecret}`],
    ['nothing', ''],
  ])('refuses %s with a clear line and keeps nothing of it', async (_what, authorization) => {
    const { status, body } = await send(emulator, 'ft-text', [textMessage({ msg: realSecret })], { authorization })
    expect(status).toBe(401)
    expect(body.code).toBe('C400_2')
    expect(body.description).toContain(authorization === '' ? 'Authorization' : 'emulator')
    expect(JSON.stringify(body)).not.toContain(realSecret)
    expect(await everythingKept()).not.toContain(realSecret)
  })

  it('refuses an upload for a user ID, or with a header, that is not its own', async () => {
    const foreign = { ...emulator, userId: realSecret }
    const { status, body } = await uploadFiles(foreign, 'FT', [{ data: goodImages.FT }])
    expect([status, body.errcode]).toEqual([401, 'CE400'])
    expect(body.errmsg).toContain('emulator')
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(goodImages.FT)]), 'a.png')
    const headers = { authorization: `emulator;${realSecret}` }
    const url = `${emulator.uploadUrl}/file/v1/FT/image/emulator`
    expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(401)
    expect(emulator.images()).toEqual([])
    expect(await everythingKept()).not.toContain(realSecret)
  })

  it.each([
    ['inside failback_data', { failback_data: { msg: 'a', api_unique_id: 'sms-standard', secret_key: realSecret } }],
    ['beside it', { secret_key: realSecret }],
    ['somewhere else', { attachment: { button: [{ name: 'a', type: 'BK', secret_key: realSecret }] } }],
    ['as a sender key', { sender_key: `abcd${realSecret}` }],
  ])('keeps no secret that stands %s', async (_where, changes) => {
    await send(emulator, 'ft-text', [textMessage(changes)])
    expect(await everythingKept()).not.toContain(realSecret)
  })

  it('keeps no secret of a request that is refused as a whole', async () => {
    await sendBody(emulator, 'ft-text', JSON.stringify({ msg_data: 1, secret_key: realSecret }))
    await sendBody(emulator, 'ft-text', `{"secret_key": "${realSecret}"`)
    await fetch(`${emulator.url}/ft-text/v2/send?key=${realSecret}`, { method: 'POST' })
    expect(await everythingKept()).not.toContain(realSecret)
  })

  it('cannot be started with a secret that is not one of its own', async () => {
    await expect(startEmulator({ secretKey: realSecret })).rejects.toThrow(/emulator_/)
    await expect(startEmulator({ secretKey: realSecret })).rejects.not.toThrow(realSecret)
  })
})

/** A request with headers that `fetch` would not send. */
function rawGet(headers: Record<string, string>, path = '/'): Promise<{ status: number; headers: object }> {
  const { hostname, port } = new URL(emulator.url)
  return new Promise((resolve, reject) => {
    request({ host: hostname, port, path, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
    })
      .on('error', reject)
      .end()
  })
}

describe('the web', () => {
  const { port, host } = new URL(emulator.url)

  it.each([
    ['shop.example.com', 421],
    [`shop.example.com:${port}`, 421],
    ['127.0.0.1', 421],
    ['127.0.0.1:1', 421],
    [host, 200],
    [`localhost:${port}`, 200],
    [`[::1]:${port}`, 200],
    [`app.localhost:${port}`, 421],
    [`x@127.0.0.1:${port}`, 400],
    [`127.0.0.1.example.com:${port}`, 421],
  ])('answers Host %s with %i', async (given, status) => {
    expect((await rawGet({ host: given })).status).toBe(status)
  })

  it.each([
    ['https://shop.example.com', 403],
    ['null', 403],
    ['http://localhost:1', 403],
    [`http://${host}`, 200],
    [`http://localhost:${port}`, 200],
  ])('answers Origin %s with %i', async (origin, status) => {
    expect((await rawGet({ host, origin }, '/_emulator')).status).toBe(status)
  })

  it('says what it is in every answer, and lets no page do more than it needs', async () => {
    const page = await fetch(emulator.url)
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    for (const path of ['/', '/nothing', '/_emulator', '/images/none.png']) {
      expect((await fetch(`${emulator.url}${path}`)).headers.get('x-emulator')).toBe('friendtalk')
    }
  })

  it('listens on the loopback address alone', async () => {
    expect(new URL(emulator.url).hostname).toBe('127.0.0.1')
    expect(emulator.baseUrl).toBe(emulator.url)
  })
})

describe('closing', () => {
  it('ends connections that are open, and is gone', async () => {
    const own = await startEmulator()
    await fetch(own.url)
    const late = own.waitForMessages(1, { timeoutMs: 60_000 })
    late.catch(() => {})
    await own.close()
    await expect(fetch(own.url)).rejects.toThrow()
    await own.close()
  })

  it('says that a port is taken', async () => {
    const port = Number(new URL(emulator.url).port)
    await expect(startEmulator({ port })).rejects.toThrow(/EADDRINUSE/)
  })
})
