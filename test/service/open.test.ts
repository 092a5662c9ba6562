import { afterEach, describe, expect, it, vi } from 'vitest'
import { redactor } from '../../src/service/redact.ts'
import { openService } from '../../src/service/service.ts'
import { answer, startBareServer } from './bare-server.ts'
import { openClientOf, texts } from './client.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const canary = 'canary_3f9c/secret+key'
const account = { userId: 'shop', secretKey: canary }
const valid = {
  service: 'friend-talk',
  uploadUrl: 'https://upload.example.com',
  baseUrl: 'https://send.example.com/base/',
  account,
  requestTimeoutMs: 1_000,
}

describe('opening', () => {
  it.each([
    [{ baseUrl: 'http://send.example.com' }, /baseUrl must be https/],
    [{ baseUrl: 'http://api.localhost' }, /baseUrl must be https/],
    [{ uploadUrl: 'ftp://127.0.0.1' }, /uploadUrl must be https/],
    [{ baseUrl: `https://a:${encodeURIComponent(canary)}@send.example.com` }, /must hold no user/],
    [{ baseUrl: canary }, /no URL/],
    [{ account: { ...account, secretKey: `${canary}\r\nX: y` } }, /secretKey/],
    [{ account: { ...account, secretKey: '' } }, /secretKey/],
    [{ account: { ...account, userId: 'a;b' } }, /userId/],
    [{ account: { secretKey: canary } }, /userId/],
    [{ requestTimeoutMs: 0 }, /requestTimeoutMs/],
  ])('refuses %j', (options, message) => {
    const open = (): unknown => openService({ ...valid, ...options })
    expect(open).toThrow(message)
    expect(open).toThrow(expect.not.objectContaining({ message: expect.stringContaining(canary) }))
  })

  it('quotes no proxy', () => {
    vi.stubEnv('HTTPS_PROXY', `http//user:${canary}@proxy`)
    expect(() => openService(valid)).toThrow(
      /^The proxy that the environment names \(HTTPS_PROXY, HTTP_PROXY\) is no URL\.$/,
    )
  })
})

describe('secrets', () => {
  it('are in nothing that the service answers', async () => {
    const secrets = [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')]
    const said = secrets.join(' ')
    const error = JSON.stringify({ code: `C400_9 ${said}`, name: said, description: `Bad header u;${said}` })
    const results = JSON.stringify({ results: [{ msg_key: said, code: said, desc: said }] })
    const upload = JSON.stringify({ errcode: 'E600', errmsg: said })
    const multi = JSON.stringify({
      code: '6000',
      result: { failure: [{ formField: 'x', error: { code: said, message: said } }] },
    })
    const bodies = [error, results, upload, multi]
    const server = await startBareServer({ onRequest: ({ socket }) => answer(socket, bodies.shift() ?? '') })
    const client = openClientOf(server.port, { secretKey: canary })
    const image = { name: 'a.png', format: 'png', content: new Uint8Array() } as const
    const answers = [
      await client.sendMessages('ft-text', texts('a')),
      await client.sendMessages('ft-text', texts('a')),
      await client.upload('FT', image),
      await client.upload('ft-carousel-feed', image),
    ]
    expect(answers.map(({ type }) => type)).toEqual(['request-error', 'results', 'refused', 'refused'])
    const shown = JSON.stringify(answers)
    for (const secret of secrets) expect(shown).not.toContain(secret)
    expect(shown).toContain('Bad header u;***')
  })

  it('never change what decides', async () => {
    const server = await startBareServer({
      onRequest: ({ socket }) => answer(socket, '{"results":[{"msg_key":"k1","code":"C100","desc":"1"}]}'),
    })
    const sent = await openClientOf(server.port, { secretKey: '1' }).sendMessages('ft-text', texts('k1'))
    expect(sent).toMatchObject({ results: [{ msg_key: 'k1', code: 'C100', desc: '***' }] })
  })

  it('leave a text of bounded size', () => {
    const redact = redactor(['', 'secret'])
    expect(redact('a secret')).toBe('a ***')
    expect(redact('가'.repeat(600))).toHaveLength(500)
    expect(redact('👍'.repeat(9), 5)).toBe('👍👍👍👍…')
  })
})
