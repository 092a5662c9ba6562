import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { readImage } from '../../project/images/images.ts'
import {
  addPageAssets,
  eventStream,
  type LocalApp,
  type LocalEnv,
  loopbackGuard,
  pageHeaders,
  serveOnLoopback,
} from '../local-server.ts'
import type { ImageAddress } from './message-view.ts'
import { type Choice, presets, type PreviewNews } from './page-data.ts'
import { previewPage } from './page.ts'
import type { Preview } from './preview.ts'
import type { JsonObject } from '../../text/json-text.ts'
import { fieldsOf, textOf } from '../read.ts'

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
  const app: LocalApp = new Hono<LocalEnv>()
  app.use(loopbackGuard((header) => ({ error: `${header} is not the preview itself.` })))
  app.notFound((c) => c.json({ error: 'There is no such page.' }, 404, pageHeaders()))
  app.onError((_error, c) => c.json({ error: 'A defect of the preview.' }, 500, pageHeaders()))
  addRoutes(app, preview)
  return serveOnLoopback(app, port)
}

function addRoutes(app: LocalApp, preview: Preview): void {
  app.get('/', (c) => {
    const nonce = randomBytes(nonceBytes).toString('base64')
    return c.html(previewPage({ lang: preview.lang, nonce, mode: 'live' }), 200, pageHeaders(nonce))
  })
  addPageAssets(app, '', 'preview')
  app.get('/events', (c) => streamNews(preview, c))
  app.post('/view', bodyLimit({ maxSize: maxBodyBytes }), async (c) => {
    const { path, choice: stated } = fieldsOf(await c.req.json().catch(() => undefined))
    const choice = choiceOf(fieldsOf(stated))
    if (choice === undefined) return c.json({ error: 'These are no values.' }, 400, pageHeaders())
    const view = await preview.view(textOf(path), choice, imageAddress)
    // 204: a browser would report an error, and a message that is gone is none.
    return view === undefined ? c.body(null, 204, pageHeaders()) : c.json(view, 200, pageHeaders())
  })
  app.get('/image', (c) => {
    const path = c.req.query('path')
    const image = path !== undefined && preview.usesImage(path) ? readImage(preview.root, path) : undefined
    if (image === undefined) return c.text('', 404, pageHeaders())
    const type = image.format === 'png' ? 'image/png' : 'image/jpeg'
    return c.body(Uint8Array.from(image.content), 200, { ...pageHeaders(), 'content-type': type })
  })
}

/** An image that changed has another address, so that the browser asks for it again. */
const imageAddress: ImageAddress = (path, { sha256 }) =>
  `/image?path=${encodeURIComponent(path)}&v=${sha256.slice(0, 16)}`

function choiceOf({ type, values, index }: JsonObject): Choice | undefined {
  const preset = presets.find((name) => name === type)
  if (preset !== undefined) return { type: preset }
  if (type === 'typed') return { type, values: valuesOf(fieldsOf(values)) }
  const isRow = type === 'row' && typeof index === 'number' && Number.isSafeInteger(index) && index >= 0
  return isRow ? { type, index } : undefined
}

function valuesOf(values: JsonObject): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.slice(0, maxValueUnits)]] : [],
    ),
  )
}

/** The time until a page tries again, if the preview was restarted. */
const retryMs = 400

/** Keeps a page up to date, as server-sent events: everything first, then what changes. */
function streamNews(preview: Preview, c: Context<LocalEnv>): Response {
  return eventStream(
    c,
    (stream) => {
      let isBehind = false
      const write = (news: PreviewNews): void => {
        // A page that sleeps reads nothing: news may not pile up for it.
        isBehind = stream.isFull()
        if (!isBehind) stream.write(news)
      }
      stream.onDrain(() => {
        if (isBehind) write(preview.all())
      })
      write(preview.all())
      return preview.listen(write)
    },
    retryMs,
  )
}
