import { describe, expect, it } from 'vitest'
import { multiUploadCodes, sendCodes, singleUploadCodes } from '../../src/contract/responses.ts'
import { kinds, uploads } from '../../src/contract/kinds.ts'
import { emulate, send, sendBody } from '../emulator/client.ts'
import { textMessage } from '../emulator/messages.ts'

const emulator = await emulate()
const { url, userId, secretKey } = emulator
const authorization = `${userId};${secretKey}`
const codes = [sendCodes, singleUploadCodes, multiUploadCodes].flatMap((known) => Object.keys(known))

const nested = (depth: number): string => `{"msg_data":[{"failback_data":${'['.repeat(depth)}${']'.repeat(depth)}}]}`
const of = (type: string, body: string): RequestInit => ({ body, headers: { authorization, 'content-type': type } })
const json = (body: string): RequestInit => of('application/json', body)
const form = (parts: readonly (readonly [field: string, value: string | Blob])[]): RequestInit => {
  const body = new FormData()
  for (const [field, value] of parts) body.append(field, value)
  return { body, headers: { authorization } }
}
const multipart = 'multipart/form-data; boundary=x'
const partHead = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n'

/** Bodies that are too large, or nothing that could be read. */
const bodies: readonly (readonly [what: string, request: RequestInit])[] = [
  ['3 MB of JSON', json(JSON.stringify({ msg_data: [{ msg: 'a'.repeat(3e6) }] }))],
  ['12 MB of JSON', json(JSON.stringify({ msg_data: [{ msg: 'a'.repeat(12e6) }] }))],
  ['3 MB of text', of('text/plain', 'a'.repeat(3e6))],
  ['3 MB of anything', of('application/octet-stream', 'a'.repeat(3e6))],
  ['JSON that is cut off', json('{"msg_data":[')],
  ['nothing', json('')],
  ['lists in lists', json('['.repeat(100_000) + ']'.repeat(100_000))],
  ['objects in objects', json('{"a":'.repeat(100_000) + 1 + '}'.repeat(100_000))],
  ['lists in a message', json(nested(5000))],
  ['a list that is not closed', json('['.repeat(1_000_000))],
  ['a file of 3 MB', form([['image', new Blob(['a'.repeat(3e6)])]])],
  ['a file of 12 MB', form([['image', new Blob(['a'.repeat(12e6)])]])],
  ['a text of 3 MB in a form', form([['image', 'a'.repeat(3e6)]])],
  ['a form of very many fields', form(Array.from({ length: 3000 }, (_, index) => [`image${index}`, 'a']))],
  ['a form of very many files', form(Array.from({ length: 300 }, () => ['image', new Blob(['a'])]))],
  ['a form with a long field', form([['image'.repeat(200_000), new Blob(['a'])]])],
  ['names that objects have', form(['__proto__', 'constructor', 'toString'].map((name) => [name, new Blob(['a'])]))],
  ['a form that is cut off', of(multipart, `${partHead}\r\n${'a'.repeat(3e6)}`)],
  ['a form with long headers', of(multipart, `${partHead}x: ${'a'.repeat(3e6)}\r\n\r\na\r\n--x--\r\n`)],
  ['a form without parts', of(multipart, `${'a'.repeat(3e6)}\r\n--x--\r\n`)],
  ['a form without a boundary', of('multipart/form-data', 'a'.repeat(3e6))],
]

/** Routes of every sort that takes a body, and some that do not: kinds are read alike, and so are uploads. */
const routes: readonly (readonly [method: string, path: string])[] = [
  ...kinds.slice(-2).map((kind) => ['POST', `/${kind}/v2/send`] as const),
  ...uploads.slice(1).map((upload) => ['POST', `/file/v1/${upload}/image/${userId}`] as const),
  ...['reset', 'clock', 'settings', 'faults', 'images/expire'].map((path) => ['POST', `/_emulator/${path}`] as const),
  ['DELETE', '/_emulator/faults'],
  ['DELETE', '/_emulator/faults/1'],
  ['POST', '/_emulator/inbox/list'],
  ['POST', '/'],
  ['PUT', '/ft-text/v2/send'],
  ['POST', '/nothing/here'],
]

describe.each(routes.map((route, number) => [...route, number] as const))('%s %s', (method, path, number) => {
  const isOperation = method === 'POST' && (path.endsWith('/send') || path.startsWith('/file/'))

  // Each route takes every second body, and each body comes to every second route.
  const some = bodies.filter((_, index) => (index + number) % 2 === 0)

  it.each(some)('has an answer to %s', async (_, request) => {
    const response = await fetch(url + path, { method, ...request })
    const answer = (await response.json()) as { readonly code?: string; readonly errcode?: string }
    expect(response.status).toBeLessThan(500)
    if (isOperation) expect(codes).toContain(answer.code ?? answer.errcode)
    if (isOperation) expect(['C500_1', 'G900', 'CE500']).not.toContain(response.status === 413 ? '' : answer.code)
  })
})

describe('a body', () => {
  it('that is too large is answered with 413', async () => {
    const { status, body } = await sendBody(emulator, 'ft-text', `"${'a'.repeat(3e6)}"`)
    expect([status, body.code, body.name]).toEqual([413, 'C400_2', 'Invalid request parameter'])
    const response = await fetch(`${url}/_emulator/settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `"${'a'.repeat(3e6)}"`,
    })
    expect([response.status, await response.json()]).toEqual([413, { error: expect.any(String) as string }])
  })

  it('that nests too deep is answered with C400_1, and one that does not is taken', async () => {
    const { status, body } = await sendBody(emulator, 'ft-text', nested(98))
    expect([status, body]).toMatchObject([
      400,
      { code: 'C400_1', description: 'The body nests deeper than 100 levels.' },
    ])
    expect((await sendBody(emulator, 'ft-text', nested(97))).status).toBe(200)
  })

  it('is read as it stands where brackets stand in texts', async () => {
    const { body } = await send(emulator, 'ft-text', [textMessage({ msg: `"\\${'[{'.repeat(300)}\\"` })])
    expect(body.results[0]?.code).toBe('C100')
  })
})

describe('the clock', () => {
  it.each([
    ['/set', { set: 8.64e15 }],
    ['/set', { set: -8.64e15 }],
    ['/set', { set: 'tomorrow' }],
    ['/moveMs', { moveMs: 1e300 }],
    ['/moveMs', { moveMs: -1e15 }],
  ])('goes to no time that could not be shown: %s %j', async (pointer, change) => {
    emulator.reset()
    const response = await fetch(`${url}/_emulator/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ faults: [{ pointer, message: 'is no time' }] })
    expect((await send(emulator, 'ft-text', [textMessage()])).status).toBe(200)
  })
})
