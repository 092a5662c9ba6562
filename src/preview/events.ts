import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from '../loopback/guard.ts'
import type { ImageAddress } from './drawing.ts'
import type { ChosenView, Preview, PreviewNews } from './preview.ts'
import type { Choice } from './values.ts'

/** How soon a page tries again when the preview was restarted. */
const retryMs = 400

/** What a page shows. */
export interface PageWish {
  readonly path: string
  readonly choice: Choice
}

/** News with the message that the page shows, drawn anew: to ask for it would take as long again as to draw it. */
export interface PageNews extends PreviewNews {
  readonly shown?: PageWish & { readonly view: ChosenView }
}

/** The pages that listen, by the id that each gives itself, and what each shows. */
export type PageWishes = Map<string, PageWish | undefined>

interface Streaming {
  readonly preview: Preview
  readonly wishes: PageWishes
  readonly imageAddress: ImageAddress
}

/** Keeps a page up to date, as server-sent events: everything first, then what changes. */
export function streamNews(streaming: Streaming, request: FastifyRequest, reply: FastifyReply): void {
  const { preview, wishes } = streaming
  const { page } = request.query as { readonly page?: unknown }
  pageHeaders(reply)
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'content-type': 'text/event-stream;charset=utf-8' })
  let isBehind = false
  const write = (news: PageNews): void => {
    // A page that sleeps reads nothing: what it would have been told may not pile up for it.
    isBehind = raw.writableNeedDrain
    if (!isBehind) raw.write(`data: ${JSON.stringify(news)}\n\n`)
  }
  let told = Promise.resolve()
  const stop = preview.listen((news) => {
    const wish = typeof page === 'string' ? wishes.get(page) : undefined
    told = told.then(() => withShown(news, wish, streaming)).then(write)
  })
  raw.on('drain', () => {
    if (isBehind) write(preview.all())
  })
  if (typeof page === 'string') wishes.set(page, undefined)
  raw.write(`retry: ${retryMs}\n`)
  write(preview.all())
  request.raw.socket.once('close', () => {
    stop()
    if (typeof page === 'string') wishes.delete(page)
  })
}

async function withShown(
  news: PreviewNews,
  wish: PageWish | undefined,
  { preview, imageAddress }: Streaming,
): Promise<PageNews> {
  if (wish === undefined || !news.rows.some(({ path }) => path === wish.path)) return news
  const view = await preview.view(wish.path, wish.choice, imageAddress)
  return view === undefined ? news : { ...news, shown: { ...wish, view } }
}
