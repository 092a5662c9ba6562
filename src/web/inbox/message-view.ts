import type { Element, ElementContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import { sendCodes } from '../../contract/responses.ts'
import { phone } from '../phone/phone.ts'
import type { Language } from '../../words/language.ts'
import { inboxWords, type InboxWords } from './inbox-words.ts'
import type { InboxMessage, InboxRequest, InboxSource } from './page-data.ts'

/** One message as its recipient would see it, with the reasons for its code and the raw request next to it. */
export function messageView(source: InboxSource, message: InboxMessage, lang: Language): string {
  const words = inboxWords[lang]
  const request = source.request(message.request)
  return toHtml(
    h('div.message', [
      h('div.stage', [phoneOf(source, message, lang)]),
      h('div.about', [
        verdict(message),
        ...reasons(words, message),
        ...dropped(words, message),
        ...struck(words, request),
        facts(words, message, lang),
        raw(words.record, message.record, true),
        ...(request ? [raw(words.wholeRequest, rawRequest(request), false)] : []),
      ]),
    ]),
  )
}

function phoneOf(source: InboxSource, { kind, record, receivedAt, sequence }: InboxMessage, lang: Language): Element {
  return phone({
    messages: [{ kind, record, time: timeOf(receivedAt, lang) }],
    channel: inboxWords[lang].channel,
    date: dateOf(receivedAt, lang),
    lang,
    id: `m${sequence}`,
    // The path alone: the page may have been opened under another name of the machine.
    image: (url) => (source.hasImage(url) ? new URL(url).pathname : undefined),
  })
}

function verdict({ code, description }: InboxMessage): Element {
  const isAccepted = code === 'C100'
  return h('div', { className: ['verdict', isAccepted ? 'is-accepted' : 'is-rejected'] }, [
    h('span.verdict-sign', { ariaHidden: 'true' }, isAccepted ? '✓' : '✕'),
    h('div', [
      h('h2', [h('code', code), ` ${sendCodes[code].title}`]),
      ...(description === sendCodes[code].title ? [] : [h('p', description)]),
    ]),
  ])
}

function reasons(words: InboxWords, { findings }: InboxMessage): Element[] {
  if (findings.length === 0) return []
  const rows = findings.map(({ code, pointer, reason }) =>
    h('li', [h('code.reason-code', code), h('span', [h('code', pointer || '/'), ` ${reason}`])]),
  )
  return [h('section', [h('h3', words.why), h('ul.reasons', rows)])]
}

function dropped(words: InboxWords, { ignored }: InboxMessage): Element[] {
  if (ignored.length === 0) return []
  const rows = ignored.map((pointer) => h('li', [h('code', pointer)]))
  return [h('section', [h('h3', words.dropped), h('p', words.droppedHint), h('ul.reasons', rows)])]
}

function struck(words: InboxWords, request: InboxRequest | undefined): Element[] {
  if (request === undefined || request.faults.length === 0) return []
  const rows = request.faults.map(({ type }) => h('li', [h('code', type)]))
  const notTold = request.status === 200 ? [] : [h('p', words.notTold)]
  return [h('section', [h('h3', words.faults), ...notTold, h('ul.reasons', rows)])]
}

function facts(words: InboxWords, message: InboxMessage, lang: Language): Element {
  const sender = message.record['sender_number']
  const rows: readonly (readonly [string, string])[] = [
    [words.number, message.receiverNumber],
    [words.key, message.msgKey],
    [words.kind, `${words.kinds[message.kind]} (${message.kind})`],
    [words.sender, typeof sender === 'string' ? sender : ''],
    [words.time, `${dateOf(message.receivedAt, lang)} ${timeOf(message.receivedAt, lang)} KST`],
    [words.request, `#${message.request}, msg_data[${message.index}]`],
  ]
  const list: ElementContent[] = rows.flatMap(([name, value]) => [h('dt', name), h('dd', value)])
  return h('section', [h('h3', words.facts), h('dl.facts', list)])
}

function raw(title: string, value: unknown, open: boolean): Element {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return h('details.raw', { open }, [h('summary', title), h('pre', { tabIndex: 0 }, text)])
}

function rawRequest({ method, path, headers, body }: InboxRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', JSON.stringify(body, null, 2) ?? ''].join('\n')
}

const locales = { en: 'en-US', ko: 'ko-KR' } as const
const hourAndMinute = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'Asia/Seoul' })

/** The time of day in Korea. Not every version of Node writes Korean times the way Koreans do. */
function timeOf(time: number, lang: Language): string {
  const english = hourAndMinute.format(time)
  const [clock = '', half] = english.split(/\s/)
  return lang === 'en' ? english : `${half === 'AM' ? '오전' : '오후'} ${clock}`
}

function dateOf(time: number, lang: Language): string {
  return new Intl.DateTimeFormat(locales[lang], { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(time)
}
