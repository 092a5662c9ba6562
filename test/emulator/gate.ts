import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { until } from '../deadline.ts'
import { afterEachFile, afterEveryTest } from '../ending.ts'
import { forwarded } from '../support/wire.ts'

/** A way to an emulator on which answers to sends wait as long as a test needs. */
export interface Gate {
  readonly url: string
  /** Lets no answer through from the n-th send on that comes from now on, counted from 1. */
  readonly holdFrom: (send: number) => void
  /** Waits until so many answers wait: the emulator has worked on their requests. */
  readonly held: (answers: number) => Promise<void>
  /** Lets everything through, what waits and what comes. */
  readonly open: () => void
}

/** The gates of a file, and how to close each. */
const gates = new Map<Gate, () => void>()

afterEveryTest(() => {
  for (const gate of gates.keys()) gate.open()
})
afterEachFile(() => {
  for (const close of gates.values()) close()
  gates.clear()
})

/** Opens a gate before an emulator; each test finds it open, and it is closed when those of the file are over. */
export async function gateBefore(emulator: Pick<Emulator, 'url'>): Promise<Gate> {
  let from = Number.POSITIVE_INFINITY
  let sends = 0
  let waiting: (() => void)[] = []
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isSend = request.url?.endsWith('/v2/send') === true
    const isHeld = isSend && ++sends >= from
    const answer = await forwarded(emulator, request)
    const body = Buffer.from(await answer.arrayBuffer())
    if (isHeld && from <= sends) await new Promise<void>((resolve) => waiting.push(resolve))
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': body.length })
    response.end(body)
  }
  const server = createServer((request, response) => {
    // Whoever asked has left, or the emulator ends the connection: so does the gate.
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gate: Gate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdFrom: (send) => {
      sends = 0
      from = send
    },
    held: (answers) =>
      until(
        () => `${answers} answers that wait; ${waiting.length} do`,
        () => waiting.length >= answers,
      ),
    open: () => {
      from = Number.POSITIVE_INFINITY
      for (const release of waiting) release()
      waiting = []
    },
  }
  gates.set(gate, () => {
    server.close()
    server.closeAllConnections()
  })
  return gate
}
