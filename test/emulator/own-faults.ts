import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { SendResponse } from '../../src/contract/friend-talk/responses.ts'
import { type OwnFault, pause, resetConnection, responseOf } from '../../src/emulator/exchange.ts'
import type { Chosen, Fault } from '../../src/emulator/faults.ts'
import { isChosen } from '../../src/emulator/friend-talk/send.ts'

/** The emulator takes such a fault as any other, though no user of it can name one. */
function own(fault: Omit<OwnFault, 'type'>): Fault {
  return { type: 'own', ...fault } as unknown as Fault
}

type Result = SendResponse['results'][number]

/** A TCP reset once the headers are there. */
export const resetBeforeReading = own({
  name: 'reset-before-reading',
  onHead: resetConnection,
})

/** The body of the answer in small pieces. */
export function drip({ chunkBytes = 16, everyMs = 50 } = {}): Fault {
  return inPieces(`drip ${chunkBytes} ${everyMs}`, { chunkBytes, everyMs })
}

/** The announced `Content-Length` is not reached, then the connection is ended; after half of it when absent. */
export function cutOff(afterBytes?: number): Fault {
  return inPieces(`cut-off ${afterBytes ?? ''}`, { afterBytes, isCut: true })
}

interface Pieces {
  readonly chunkBytes?: number
  readonly everyMs?: number
  readonly isCut?: boolean
  readonly afterBytes?: number | undefined
}

function inPieces(name: string, { chunkBytes, everyMs = 0, isCut = false, afterBytes }: Pieces): Fault {
  return own({
    name,
    async onAnswer(exchange, answer) {
      const { outgoing, socket } = exchange
      const response = responseOf(exchange, answer)
      const bytes = Buffer.from(await response.arrayBuffer())
      const sent = isCut ? bytes.subarray(0, afterBytes ?? bytes.length >> 1) : bytes
      socket.setNoDelay(true)
      outgoing.writeHead(answer.status, { ...Object.fromEntries(response.headers), 'content-length': bytes.length })
      // A cut before the first byte of the body would hold the head back.
      outgoing.flushHeaders()
      const step = chunkBytes ?? Math.max(1, sent.length)
      for (let at = 0; at < sent.length && !outgoing.destroyed; at += step) {
        if (at > 0) await pause(everyMs, exchange)
        outgoing.write(sent.subarray(at, at + step))
      }
      // The bytes that were announced and are missing are what the client notices: they must not be a reset.
      if (isCut) socket.end()
      else outgoing.end()
      return RESPONSE_ALREADY_SENT
    },
  })
}

/** A page of HTML instead of JSON. */
export function html({ status = 200, processed = false } = {}): Fault {
  return own({
    name: `html ${status}`,
    processed,
    onAnswer({ open }) {
      open.status = status
      const page = '<!doctype html>\n<html><body><h1>Bad Gateway</h1></body></html>\n'
      return new Response(page, { status, headers: { 'content-type': 'text/html;charset=utf-8' } })
    },
  })
}

/** The header `Date` is off. */
export function skewDate(seconds: number): Fault {
  return own({
    name: `skew-date ${seconds}`,
    onAnswer({ outgoing, open }) {
      outgoing.setHeader('date', new Date(open.receivedAt + seconds * 1000).toUTCString())
      return undefined
    },
  })
}

/** The image that was uploaded last expires just before a request is read. */
export const expireImage = own({
  name: 'expire-image',
  onHead({ service }) {
    const newest = service.images.all().at(-1)
    if (newest) service.images.expire(newest.url, service.clock.now())
    return undefined
  },
})

/** Entries of `results` are missing: the first when absent. */
export function resultsMissing(messages?: Chosen): Fault {
  return ofResults('results-missing', messages, (results, isPicked) => results.filter((one) => !isPicked(one)))
}

/** Entries of `results` are there twice: the first when absent. */
export function resultsDoubled(messages?: Chosen): Fault {
  return ofResults('results-doubled', messages, (results, isPicked) =>
    results.flatMap((one) => (isPicked(one) ? [one, { ...one }] : [one])),
  )
}

/** `results` in reverse order. */
export const resultsReordered = inResults('results-reordered', (results) => results.toReversed())

/** An entry with a key that was not sent: one more, or in place of the first. */
export function resultsForeignKey(place: 'more' | 'first' = 'more'): Fault {
  return inResults(`results-foreign-key ${place}`, ([first, ...rest]) => {
    if (first === undefined) return []
    const foreign = { ...first, msg_key: 'a-key-that-was-not-sent' }
    return place === 'first' ? [foreign, ...rest] : [first, ...rest, foreign]
  })
}

function ofResults(
  name: string,
  chosen: Chosen = { indexes: [0] },
  change: (results: readonly Result[], isPicked: (result: Result) => boolean) => readonly Result[],
): Fault {
  return inResults(`${name} ${JSON.stringify(chosen)}`, (results, messages) => {
    const picked = new Set(results.filter((_, index) => isChosen(chosen, messages[index], index)))
    return change(results, (one) => picked.has(one))
  })
}

/** Changes the results of a send. */
function inResults(
  name: string,
  change: (results: readonly Result[], messages: readonly unknown[]) => readonly Result[],
): Fault {
  return own({
    name,
    onAnswer(exchange, answer) {
      const { results } = answer.body as Partial<SendResponse>
      if (results === undefined) return undefined
      const { msg_data: messages } = exchange.open.body as { readonly msg_data: readonly unknown[] }
      return responseOf(exchange, { ...answer, body: { results: change(results, messages) } })
    },
  })
}
