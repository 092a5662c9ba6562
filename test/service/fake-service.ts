import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEachFile } from '../ending.ts'

/** A request that the fake service got. */
export interface FakeRequest {
  readonly path: string
  readonly authorization: string
  readonly body: string
  /** The messages of a send. */
  readonly messages: readonly Readonly<Record<string, unknown>>[]
}

/** What it says; the status is 200 when absent. */
export interface FakeAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface FakeService {
  readonly url: string
  readonly requests: readonly FakeRequest[]
  /** The messages that arrived, by their `msg_key`. */
  readonly messages: () => readonly Readonly<Record<string, unknown>>[]
}

const closing: (() => void)[] = []

afterEachFile(() => {
  for (const close of closing.splice(0)) close()
})

/** Starts a service on loopback that says whatever it is told to. */
export async function startFakeService(
  answerTo: (request: FakeRequest, n: number) => FakeAnswer,
): Promise<FakeService> {
  const requests: FakeRequest[] = []
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await read(incoming)
    requests.push(request)
    const { status = 200, headers = {}, body } = answerTo(request, requests.length)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = createServer((incoming, response) => void respond(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    messages: () => requests.flatMap(({ messages }) => messages),
  }
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('latin1')
  const path = incoming.url ?? ''
  return {
    path,
    authorization: incoming.headers.authorization ?? '',
    body,
    messages: path.endsWith('/v2/send') ? (JSON.parse(body) as { msg_data: Record<string, unknown>[] }).msg_data : [],
  }
}
