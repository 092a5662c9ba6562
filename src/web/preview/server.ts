import { randomBytes } from 'node:crypto'
import { readImage } from '../../project/images/images.ts'
import { HttpError } from '../http/body.ts'
import type { HttpReply, HttpRequest } from '../http/exchange.ts'
import { HttpApp } from '../http/http-app.ts'
import { addLoopbackGuard, addPageAssets, listenOnLoopback, openEventStream, pageHeaders } from '../local-server.ts'
import type { ImageAddress } from './message-view.ts'
import { type Choice, type PageNews, type PageWish, presets, type PreviewNews } from './page-data.ts'
import { previewPage } from './page.ts'
import type { Preview } from './preview.ts'
import { type Fields, fieldsOf, textOf } from '../read.ts'

/** The largest request: the longest values of very many variables. */
const maxBodyBytes = 512 * 1024
/** A typed value is for looking: more of it than a message may hold shows nothing new. */
const maxValueUnits = 2000
const nonceBytes = 18

export interface PreviewServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  close(): Promise<void>
}

/** Serves a preview on the loopback address. @throws what the system says when the port is taken */
export async function servePreview(preview: Preview, port: number): Promise<PreviewServer> {
  const app = new HttpApp({
    maxBodyBytes,
    readJson,
    otherBodies: 'refused',
    onNotFound: (_request, reply) => pageHeaders(reply).code(404).send({ error: 'There is no such page.' }),
    onError(error, _request, reply) {
      pageHeaders(reply).code(error instanceof HttpError ? error.status : 500)
      // What goes wrong inside is nobody's business on a page.
      reply.send({ error: error instanceof HttpError ? error.message : 'A defect of the preview.' })
    },
  })
  addLoopbackGuard(app, (header) => ({ error: `${header} is not the preview itself.` }))
  addRoutes(app, preview)
  const { url } = await listenOnLoopback(app, port)
  return { url, close: () => app.close() }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'The body is no JSON.')
  }
}

function addRoutes(app: HttpApp, preview: Preview): void {
  const wishes: PageWishes = new Map()
  app.get('/', (_request, reply) => {
    const nonce = randomBytes(nonceBytes).toString('base64')
    const page = previewPage({ lang: preview.lang, nonce, mode: 'live' })
    return pageHeaders(reply, nonce).type('text/html;charset=utf-8').send(page)
  })
  addPageAssets(app, '', 'preview')
  app.get('/events', (request, reply) => streamNews({ preview, wishes }, request, reply))
  app.post('/view', async (request, reply) => {
    pageHeaders(reply)
    const { page, path, choice } = wishOf(request.body)
    if (choice !== undefined && wishes.has(page)) wishes.set(page, { path, choice })
    const view = choice && (await preview.view(path, choice, imageAddress))
    if (choice === undefined) return reply.code(400).send({ error: 'These are no values.' })
    // That a message is gone is an answer like any other, and no error that a browser should report.
    return view ?? reply.code(204).send()
  })
  app.post('/fix', (request, reply) => {
    const { path, version, index, rule } = fieldsOf(request.body)
    const wish = { path: textOf(path), version: textOf(version), index: countOf(index) ?? -1, rule: textOf(rule) }
    return pageHeaders(reply).send({ outcome: preview.fix(wish) })
  })
  app.post('/edit', async (request, reply) => {
    const { path, line, column } = fieldsOf(request.body)
    const place = { line: countOf(line) ?? 1, column: countOf(column) ?? 1 }
    return pageHeaders(reply).send({ outcome: await preview.edit(textOf(path), place) })
  })
  app.get('/image', (request, reply) => {
    const { path } = request.query
    const image = path !== undefined && preview.usesImage(path) ? readImage(preview.root, path) : undefined
    pageHeaders(reply)
    if (image === undefined) return reply.code(404).type('text/plain').send('')
    return reply.type(image.format === 'png' ? 'image/png' : 'image/jpeg').send(image.content)
  })
}

/** An image that changed has another address, so that the browser asks for it again. */
const imageAddress: ImageAddress = (path, { sha256 }) =>
  `/image?path=${encodeURIComponent(path)}&v=${sha256.slice(0, 16)}`

/** Returns what a page asks for; the choice is absent where it is none. */
function wishOf(body: unknown): { readonly page: string; readonly path: string; readonly choice?: Choice } {
  const { page, path, choice } = fieldsOf(body)
  const chosen = choiceOf(fieldsOf(choice))
  return { page: textOf(page), path: textOf(path), ...(chosen && { choice: chosen }) }
}

function choiceOf({ type, values, index, search }: Fields): Choice | undefined {
  const preset = presets.find((name) => name === type)
  if (preset !== undefined) return { type: preset }
  if (type === 'typed') return { type, values: valuesOf(fieldsOf(values)) }
  const row = type === 'row' ? countOf(index) : undefined
  if (row === undefined) return undefined
  const searched = textOf(search).slice(0, maxValueUnits)
  return { type: 'row', index: row, ...(searched !== '' && { search: searched }) }
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

function valuesOf(values: Fields): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.slice(0, maxValueUnits)]] : [],
    ),
  )
}

/** How soon a page tries again when the preview was restarted. */
const retryMs = 400

/** The pages that listen, by the id that each gives itself, and what each shows. */
type PageWishes = Map<string, PageWish | undefined>

interface Streaming {
  readonly preview: Preview
  readonly wishes: PageWishes
}

/** Keeps a page up to date, as server-sent events: everything first, then what changes. */
function streamNews({ preview, wishes }: Streaming, request: HttpRequest, reply: HttpReply): void {
  const { page } = request.query
  const onClose = (): void => {
    stop()
    if (page !== undefined) wishes.delete(page)
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
    const wish = page !== undefined ? wishes.get(page) : undefined
    told = told.then(() => withShown(preview, news, wish)).then(write)
  })
  stream.onDrain(() => {
    if (isBehind) write(preview.all())
  })
  if (page !== undefined) wishes.set(page, undefined)
  write(preview.all())
}

async function withShown(preview: Preview, news: PreviewNews, wish: PageWish | undefined): Promise<PageNews> {
  if (wish === undefined || !news.rows.some(({ path }) => path === wish.path)) return news
  const view = await preview.view(wish.path, wish.choice, imageAddress)
  return view === undefined ? news : { ...news, shown: { ...wish, view } }
}
