import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, type Language } from '../../words/language.ts'
import { koreanTime } from '../../contract/korean-time.ts'
import { addPageAssets, openEventStream, pageHeaders } from '../replies.ts'
import { inboxWords } from './inbox-words.ts'
import { messageView } from './message-view.ts'
import { inboxPage } from './page.ts'
import type { InboxMessage, InboxRow, InboxRows, InboxSource } from './page-data.ts'

/** The inbox: its page, what the page loads, and what keeps it live. */
export function addInboxPages(app: FastifyInstance, source: InboxSource, preset?: Language): void {
  app.get('/', (request, reply) => {
    const { credentials } = source
    const page = inboxPage({ lang: languageOf(request, preset), url: `http://${request.host}`, credentials })
    return pageHeaders(reply).type('text/html;charset=utf-8').send(page)
  })
  addPageAssets(app, '/_emulator', 'inbox')
  app.get('/_emulator/inbox/list', ({ query }, reply) => pageHeaders(reply).send(rowsOf(source, query)))
  app.get('/_emulator/inbox/events', (request, reply) => streamNews(source, request, reply))
  app.get('/_emulator/inbox/messages/:sequence', (request, reply) => {
    const { sequence } = request.params as { readonly sequence: string }
    const message = source.message(Number(sequence))
    const lang = languageOf(request, preset)
    pageHeaders(reply).type('text/html;charset=utf-8')
    return message
      ? reply.send(messageView(source, message, lang))
      : reply.code(404).send(`<p class="gone">${inboxWords[lang].gone}</p>`)
  })
}

/** The language that the address names, or that the emulator was started in, or the first that the browser prefers. */
function languageOf({ query, headers }: FastifyRequest, preset: Language | undefined): Language {
  const { lang } = query as { readonly lang?: unknown }
  if (typeof lang === 'string' && isLanguage(lang)) return lang
  if (preset !== undefined) return preset
  const preferred = (headers['accept-language'] ?? '').toLowerCase().match(/\b(?:ko|en)\b/)
  return preferred?.[0] === 'ko' ? 'ko' : 'en'
}

/** However fast messages come, a page is told no more often than this. */
const intervalMs = 150

/** Keeps a page up to date with the counts. */
function streamNews(source: InboxSource, request: FastifyRequest, reply: FastifyReply): void {
  let timer: NodeJS.Timeout | undefined
  let isStale = false
  const onClose = (): void => {
    stop()
    clearTimeout(timer)
  }
  const stream = openEventStream(request, reply, { onClose })
  const tell = (): void => {
    isStale = false
    stream.write(source.news())
    timer = setTimeout(() => {
      timer = undefined
      if (isStale) tell()
    }, intervalMs)
  }
  const stop = source.listen(() => {
    isStale = true
    if (timer === undefined) tell()
  })
  tell()
}

const maxTextCharacters = 90

function rowsOf(source: InboxSource, query: unknown): InboxRows {
  const { matching, last, messages } = source.find(query)
  return { matching, last, rows: messages.map(rowOf) }
}

function rowOf({ sequence, kind, receiverNumber, msgKey, code, record, receivedAt }: InboxMessage): InboxRow {
  const { msg } = record
  return {
    sequence,
    kind,
    number: receiverNumber,
    key: msgKey,
    code,
    accepted: code === 'C100',
    text: typeof msg === 'string' ? msg.slice(0, maxTextCharacters).replaceAll(/\s+/g, ' ') : '',
    time: koreanTime(receivedAt).slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm:ss'.length),
  }
}
