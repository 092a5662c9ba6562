import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from '../../loopback/guard.ts'
import type { Counts } from '../inbox.ts'
import type { Refusal, Service } from '../service.ts'

/** What a page is told. */
export interface InboxNews extends Counts {
  readonly refusal: Refusal | undefined
}

/** However fast messages come, a page is told no more often than this. */
const intervalMs = 150

/** Keeps a page up to date with the counts, as server-sent events. */
export function streamEvents(service: Service, request: FastifyRequest, reply: FastifyReply): void {
  const { inbox } = service
  pageHeaders(reply)
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'content-type': 'text/event-stream;charset=utf-8' })
  let timer: NodeJS.Timeout | undefined
  let isStale = false
  const tell = (): void => {
    isStale = false
    raw.write(`data: ${JSON.stringify({ ...inbox.counts(), refusal: service.lastRefusal } satisfies InboxNews)}\n\n`)
    timer = setTimeout(() => {
      timer = undefined
      if (isStale) tell()
    }, intervalMs)
  }
  const stop = inbox.listen(() => {
    isStale = true
    if (timer === undefined) tell()
  })
  tell()
  request.raw.socket.once('close', () => {
    stop()
    clearTimeout(timer)
  })
}
