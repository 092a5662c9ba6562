import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEachFile } from '../ending.ts'

/** A server that speaks bytes: it sees what really arrives on each connection. */
export interface BareServer {
  readonly port: number
  /** What arrived, a text for each connection. */
  readonly received: () => readonly string[]
  readonly close: () => Promise<void>
}

export interface Arrived {
  readonly socket: Socket
  /** The connection's number, from 0. */
  readonly connection: number
  /** The number of the whole request on its connection, from 0. */
  readonly request: number
  readonly body: string
}

export interface BareServerOptions {
  readonly onConnection?: (socket: Socket, connection: number) => void
  /** Called for each whole request. */
  readonly onRequest?: (arrived: Arrived) => void
}

const running = new Set<BareServer>()

afterEachFile(async () => {
  await Promise.all([...running].map((server) => server.close()))
  running.clear()
})

export async function startBareServer({ onConnection, onRequest }: BareServerOptions): Promise<BareServer> {
  const texts: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const connection = texts.push('') - 1
    let request = 0
    let rest = ''
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      texts[connection] += chunk.toString('latin1')
      rest += chunk.toString('latin1')
      for (;;) {
        const head = rest.indexOf('\r\n\r\n')
        const bytes = Number(/content-length: (\d+)/i.exec(rest)?.[1] ?? 0)
        if (head < 0 || rest.length < head + 4 + bytes) return
        const body = rest.slice(head + 4, head + 4 + bytes)
        rest = rest.slice(head + 4 + bytes)
        onRequest?.({ socket, connection, request: request++, body })
      }
    })
    onConnection?.(socket, connection)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bare = {
    port: (server.address() as AddressInfo).port,
    received: () => texts,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  running.add(bare)
  return bare
}

/** A port on which nothing listens, and that nobody can have: a connection to elsewhere begins there. */
export async function deadPort(): Promise<number> {
  const server = await startBareServer({})
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  return socket.localPort ?? 0
}

/** Answers a request with what the send operation says when it takes every message. */
export function acceptAll({ socket, body }: Arrived): void {
  const { msg_data: messages } = JSON.parse(body) as { msg_data: { msg_key: string }[] }
  answer(socket, JSON.stringify({ results: messages.map(({ msg_key }) => ({ msg_key, code: 'C100', desc: '' })) }))
}

export function answer(socket: Socket, body: string, head: readonly string[] = ['HTTP/1.1 200 OK']): void {
  socket.write([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'))
}

/** Answers a proxy's CONNECT, and carries what follows to a port of loopback. */
export function tunnel(socket: Socket, port: number): void {
  const behind = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    socket.pipe(behind).pipe(socket)
  })
  behind.on('error', () => socket.destroy())
  socket.on('close', () => behind.destroy())
}
