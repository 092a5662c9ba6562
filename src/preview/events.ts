import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from '../loopback/guard.ts'
import type { Preview, PreviewNews } from './preview.ts'

/** How soon a page tries again when the preview was restarted. */
const retryMs = 400

/** Keeps a page up to date, as server-sent events: everything first, then what changes. */
export function streamNews(preview: Preview, request: FastifyRequest, reply: FastifyReply): void {
  pageHeaders(reply)
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'content-type': 'text/event-stream;charset=utf-8' })
  let isBehind = false
  const tell = (news: PreviewNews): void => {
    // A page that sleeps reads nothing: what it would have been told may not pile up for it.
    isBehind = raw.writableNeedDrain
    if (!isBehind) raw.write(`data: ${JSON.stringify(news)}\n\n`)
  }
  raw.on('drain', () => {
    if (isBehind) tell(preview.all())
  })
  raw.write(`retry: ${retryMs}\n`)
  tell(preview.all())
  const stop = preview.listen(tell)
  request.raw.socket.once('close', stop)
}
