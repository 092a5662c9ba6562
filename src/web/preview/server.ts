import { randomBytes } from 'node:crypto'
import { fastify, type FastifyError, type FastifyInstance } from 'fastify'
import { readImage } from '../../project/images/images.ts'
import { addLoopbackGuard, listenOnLoopback } from '../guard.ts'
import { type Fields, fieldsOf, textOf } from '../read.ts'
import { addPageAssets, pageHeaders } from '../replies.ts'
import type { ImageAddress } from './drawing.ts'
import { type PageWishes, streamNews } from './events.ts'
import { previewPage } from './page.ts'
import { type Choice, presets } from './page-data.ts'
import type { Preview } from './preview.ts'

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
  const app = fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true, exposeHeadRoutes: false })
  let url = ''
  addLoopbackGuard(
    app,
    () => url,
    (reply, { status, header }) => {
      pageHeaders(reply)
        .code(status)
        .send({ error: `${header} is not the preview itself.` })
    },
  )
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500
    pageHeaders(reply).code(status)
    // What goes wrong inside is nobody's business on a page.
    return reply.send({ error: status >= 500 ? 'A defect of the preview.' : error.message })
  })
  app.setNotFoundHandler((_request, reply) => pageHeaders(reply).code(404).send({ error: 'There is no such page.' }))
  addRoutes(app, preview)
  ;({ url } = await listenOnLoopback(app, port))
  return { url, close: () => app.close() }
}

function addRoutes(app: FastifyInstance, preview: Preview): void {
  const wishes: PageWishes = new Map()
  app.get('/', (_request, reply) => {
    const nonce = randomBytes(nonceBytes).toString('base64')
    const page = previewPage({ lang: preview.lang, nonce, mode: 'live' })
    return pageHeaders(reply, { type: 'nonce', nonce }).type('text/html;charset=utf-8').send(page)
  })
  addPageAssets(app, '', 'preview')
  app.get('/events', (request, reply) => streamNews({ preview, wishes, imageAddress }, request, reply))
  app.post('/view', async (request, reply) => {
    pageHeaders(reply)
    const { page, path, choice } = wishOf(request.body)
    if (choice !== undefined && wishes.has(page)) wishes.set(page, { path, choice })
    const view = choice && (await preview.view(path, choice, imageAddress))
    if (choice === undefined) return reply.code(400).send({ error: 'These are no values.' })
    // That a message is gone is an answer like any other, and no error that a browser should report.
    return view ?? reply.code(204).send()
  })
  app.get('/image', (request, reply) => {
    const { path } = request.query as { readonly path?: unknown }
    const image = typeof path === 'string' && preview.usesImage(path) ? readImage(preview.root, path) : undefined
    pageHeaders(reply)
    if (image === undefined) return reply.code(404).type('text/plain').send('')
    return reply.type(image.format === 'png' ? 'image/png' : 'image/jpeg').send(image.content)
  })
}

/** An image that changed has another address, so that the browser asks for it again. */
const imageAddress: ImageAddress = (path, { sha256 }) =>
  `/image?path=${encodeURIComponent(path)}&v=${sha256.slice(0, 16)}`

/** What a page asks for; the choice is absent where it is none. */
function wishOf(body: unknown): { readonly page: string; readonly path: string; readonly choice?: Choice } {
  const { page, path, choice } = fieldsOf(body)
  const chosen = choiceOf(fieldsOf(choice))
  return { page: textOf(page), path: textOf(path), ...(chosen && { choice: chosen }) }
}

function choiceOf({ type, values, index }: Fields): Choice | undefined {
  const preset = presets.find((name) => name === type)
  if (preset !== undefined) return { type: preset }
  if (type === 'typed') return { type, values: valuesOf(fieldsOf(values)) }
  if (type === 'row' && typeof index === 'number' && Number.isSafeInteger(index) && index >= 0) return { type, index }
  return undefined
}

function valuesOf(values: Fields): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.slice(0, maxValueUnits)]] : [],
    ),
  )
}
