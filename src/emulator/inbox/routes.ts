import type { FastifyInstance, FastifyRequest } from 'fastify'
import { phoneCss } from '../../phone/phone-css.ts'
import { filterOf } from '../control.ts'
import { pageHeaders } from '../../loopback/guard.ts'
import type { Service } from '../service.ts'
import { inboxClient } from './client.ts'
import { streamEvents } from './events.ts'
import { inboxCss } from './inbox-css.ts'
import { type InboxLanguage, inboxWords } from './inbox-words.ts'
import { messageView } from './message-view.ts'
import { inboxPage } from './page.ts'
import { inboxRows } from './rows.ts'

/** The inbox: its page, what the page loads, and what keeps it live. */
export function addInboxPages(app: FastifyInstance, service: Service, preset?: InboxLanguage): void {
  const { credentials, inbox } = service
  app.get('/', (request, reply) => {
    const page = inboxPage({ lang: languageOf(request, preset), url: `http://${request.host}`, credentials })
    return pageHeaders(reply).type('text/html;charset=utf-8').send(page)
  })
  // The script is a function of this program: it is checked and compiled like the rest, and needs no build of its own.
  const script = `'use strict';\n(${inboxClient.toString()})(window);\n`
  app.get('/_emulator/inbox.js', (_request, reply) =>
    pageHeaders(reply).type('text/javascript;charset=utf-8').send(script),
  )
  app.get('/_emulator/inbox.css', (_request, reply) =>
    pageHeaders(reply).type('text/css;charset=utf-8').send(`${inboxCss}${phoneCss}`),
  )
  app.get('/_emulator/inbox/list', (request, reply) => pageHeaders(reply).send(inboxRows(service, filterOf(request))))
  app.get('/_emulator/inbox/events', (request, reply) => streamEvents(service, request, reply))
  app.get('/_emulator/inbox/messages/:sequence', (request, reply) => {
    const { sequence } = request.params as { readonly sequence: string }
    const message = inbox.get(Number(sequence))
    const lang = languageOf(request, preset)
    pageHeaders(reply).type('text/html;charset=utf-8')
    return message
      ? reply.send(messageView(service, message, lang))
      : reply.code(404).send(`<p class="gone">${inboxWords[lang].gone}</p>`)
  })
}

/** The language that the address names, or that the emulator was started in, or the first that the browser prefers. */
function languageOf({ query, headers }: FastifyRequest, preset: InboxLanguage | undefined): InboxLanguage {
  const { lang } = query as { readonly lang?: unknown }
  if (lang === 'ko' || lang === 'en') return lang
  if (preset !== undefined) return preset
  const preferred = (headers['accept-language'] ?? '').toLowerCase().match(/\b(?:ko|en)\b/)
  return preferred?.[0] === 'ko' ? 'ko' : 'en'
}
