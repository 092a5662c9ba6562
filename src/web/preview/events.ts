import type { FastifyReply, FastifyRequest } from 'fastify'
import { openEventStream } from '../replies.ts'
import type { ImageAddress } from './drawing.ts'
import type { PageNews, PageWish, PreviewNews } from './page-data.ts'
import type { Preview } from './preview.ts'

/** How soon a page tries again when the preview was restarted. */
const retryMs = 400

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
  const onClose = (): void => {
    stop()
    if (typeof page === 'string') wishes.delete(page)
  }
  const stream = openEventStream(request, reply, { retryMs, onClose })
  let isBehind = false
  const write = (news: PageNews): void => {
    // A page that sleeps reads nothing: what it would have been told may not pile up for it.
    isBehind = stream.isFull()
    if (!isBehind) stream.write(news)
  }
  let told = Promise.resolve()
  const stop = preview.listen((news) => {
    const wish = typeof page === 'string' ? wishes.get(page) : undefined
    told = told.then(() => withShown(news, wish, streaming)).then(write)
  })
  stream.onDrain(() => {
    if (isBehind) write(preview.all())
  })
  if (typeof page === 'string') wishes.set(page, undefined)
  write(preview.all())
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
