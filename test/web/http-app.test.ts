import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HttpError } from '../../src/web/http/body.ts'
import { HttpApp } from '../../src/web/http/http-app.ts'

const app = new HttpApp({
  maxBodyBytes: 1000,
  readJson: (text) => JSON.parse(text) as unknown,
  otherBodies: 'discarded',
  onNotFound: (_request, reply) => reply.code(404).send({ error: 'none' }),
  onError: (error, _request, reply) =>
    reply.code(error instanceof HttpError ? error.status : 500).send({ error: String(error) }),
})
app.get('/plain', () => ({ plain: true }))
app.get('/things/:name', ({ params, query }) => ({ params, query }))
app.get('/throws', () => {
  throw new Error('thrown')
})
app.get('/rejects', () => Promise.reject(new Error('rejected')))
app.get('/twice', (_request, reply) => {
  reply.send('once')
  reply.send('twice')
})
app.post('/body', ({ body }) => ({ body: body ?? null }))
let port = 0

beforeAll(async () => {
  ;({ port } = await app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(() => app.close())

function open(): Socket {
  return connect(port, '127.0.0.1')
}

/** Writes what no client would, and returns all that comes until the connection ends. */
async function exchange(...parts: readonly string[]): Promise<string> {
  const socket = open()
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString()))
  socket.on('error', () => {})
  for (const part of parts) socket.write(part)
  await once(socket, 'close')
  return answer
}

const close = 'connection: close\r\n'
const get = (target: string, method = 'GET'): string => `${method} ${target} HTTP/1.1\r\nhost: x\r\n${close}\r\n`
const post = (head: string, body: string): string => `POST /body HTTP/1.1\r\nhost: x\r\n${head}\r\n${body}`
const json = 'content-type: application/json\r\n'
const sized = (text: string): string => `content-length: ${Buffer.byteLength(text)}\r\n`

it.each([
  ['a page', get('/plain'), 200, '{"plain":true}'],
  ['a page by its whole address', get('http://x/plain?a=1'), 200, '{"plain":true}'],
  ['a parameter', get('/things/%ED%95%9C%20a?b=%2F&b=2'), 200, '{"params":{"name":"한 a"},"query":{"b":"2"}}'],
  ['a parameter named as what objects have', get('/things/__proto__?__proto__=1'), 200, '__proto__'],
  ['a parameter that is empty', get('/things/'), 404, 'none'],
  ['a parameter of two segments', get('/things/a/b'), 404, 'none'],
  ['a parameter that is not encoded well', get('/things/%E0%A4%A'), 404, 'none'],
  ['a path that is far too long', get(`/things/${'a'.repeat(9000)}`), 404, 'none'],
  ['the pattern itself', get('/things/:name'), 200, '":name"'],
  ['a parameter that is a colon', get('/things/:'), 200, '":"'],
  ['another method', get('/plain', 'PUT'), 404, 'none'],
  ['only the head of a page', get('/plain', 'HEAD'), 200, ''],
  ['the server as a whole', get('*', 'OPTIONS'), 404, 'none'],
  ['a handler that throws', get('/throws'), 500, 'thrown'],
  ['a handler that rejects', get('/rejects'), 500, 'rejected'],
  ['JSON', post(json + close + sized('{"a":1}'), '{"a":1}'), 200, '{"body":{"a":1}}'],
  ['JSON that is none', post(json + close + sized('{"a"'), '{"a"'), 500, 'SyntaxError'],
  ['no body', post(close, ''), 200, '{"body":null}'],
  ['a body of another type', post(close + sized('abc'), 'abc'), 200, '{"body":null}'],
  ['a body that says it is too large', post(`${json}content-length: 1001\r\n`, ''), 413, 'too large'],
  [
    'a body that is too large without saying it',
    post(`${json}transfer-encoding: chunked\r\n`, `3e9\r\n${'a'.repeat(1001)}\r\n`),
    413,
    'too large',
  ],
  ['no HTTP', 'hello\r\n\r\n', 400, ''],
])('answers %s', async (_, request, status, body) => {
  const answer = await exchange(request)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer.split('\r\n\r\n')[1]).toContain(body)
})

it('takes more than one request on a connection, also after a body that is of no use', async () => {
  const answer = await exchange(post(sized('abc'), 'abc'), post(json + sized('[1]'), '[1]'), get('/plain'))
  expect(answer.match(/^\{.*\}/gm)).toEqual(['{"body":null}', '{"body":[1]}', '{"plain":true}'])
})

it('ends the connection where a handler answers twice, and goes on', async () => {
  expect(await exchange(get('/twice'))).not.toContain('twice')
  expect(await exchange(get('/plain'))).toContain('plain')
})

it('goes on when a client leaves in the middle of a body', async () => {
  const socket = open()
  socket.write(post(`${json}content-length: 100\r\n`, '{"a":'))
  await once(app.server, 'request')
  socket.destroy()
  expect(await exchange(get('/plain'))).toContain('plain')
})

it('says that a port is taken, and can be closed twice', async () => {
  const other = new HttpApp({
    maxBodyBytes: 1,
    readJson: JSON.parse,
    otherBodies: 'refused',
    onNotFound: () => {},
    onError: () => {},
  })
  await expect(other.listen({ host: '127.0.0.1', port })).rejects.toThrow(/EADDRINUSE/)
  await other.close()
  await other.close()
})
