import type { Element, ElementContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { Context } from 'hono'
import { h } from 'hastscript'
import { codeOf, contractOf } from '../../contract/contracts.ts'
import { koreanTime } from '../../text/korean-time.ts'
import { type InboxClientWords, inboxWords, type InboxWords } from './inbox-words.ts'
import {
  type FaultChoice,
  type InboxMessage,
  type InboxNews,
  type InboxRequest,
  type InboxRow,
  type InboxRows,
  type InboxSource,
  verdicts,
} from './page-data.ts'
import { addPageAssets, eventStream, type LocalApp, type LocalEnv, pageHeaders } from '../local-server.ts'
import { htmlPage, listBox, pageIcon, searchTools } from '../page.ts'
import { phone } from '../phone/phone.ts'
import { type Delivery, deliveryNames } from '../../contract/contract.ts'
import { isLanguage, type Language } from '../../words/language.ts'

/** Adds the inbox: its page, what the page loads, and what keeps it live. */
export function addInboxPages(app: LocalApp, source: InboxSource, preset?: Language): void {
  app.get('/', (c) => {
    const { credentials } = source
    const lang = languageOf(c, preset)
    const choices = source.faultChoices(lang)
    return c.html(inboxPage({ lang, url: `http://${c.req.header('host')}`, credentials, choices }), 200, pageHeaders())
  })
  addPageAssets(app, '/_emulator', 'inbox')
  app.get('/_emulator/inbox/list', (c) => {
    const shown = verdicts.find((name) => name === c.req.query('verdict'))
    const { matching, messages } = source.find({
      search: c.req.query('search') ?? '',
      ...(shown && { verdict: shown }),
      limit: maxRows,
    })
    const rows = messages.map((message) => rowOf(message, languageOf(c, preset)))
    return c.json({ matching, rows } satisfies InboxRows, 200, pageHeaders())
  })
  app.get('/_emulator/inbox/events', (c) => {
    const lang = languageOf(c, preset)
    return streamNews({ ...source, news: () => source.news(lang) }, c)
  })
  app.get('/_emulator/inbox/messages/:sequence', (c) => {
    const message = source.message(Number(c.req.param('sequence')))
    const lang = languageOf(c, preset)
    return message
      ? c.html(messageView(source, message, lang), 200, pageHeaders())
      : c.html(`<p class="gone">${inboxWords[lang].gone}</p>`, 404, pageHeaders())
  })
}

/** Returns the language of the address, or that the emulator was started in, or the first that the browser prefers. */
function languageOf(c: Context<LocalEnv>, preset: Language | undefined): Language {
  const lang = c.req.query('lang')
  if (lang !== undefined && isLanguage(lang)) return lang
  if (preset !== undefined) return preset
  const preferred = (c.req.header('accept-language') ?? '').toLowerCase().match(/\b(?:ko|en)\b/)
  return preferred?.[0] === 'ko' ? 'ko' : 'en'
}

interface NewsSource extends Pick<InboxSource, 'listen'> {
  readonly news: () => InboxNews
}

/** However fast messages come, a page is told no more often than this. */
const intervalMs = 150

function streamNews(source: NewsSource, c: Context<LocalEnv>): Response {
  return eventStream(c, (stream) => {
    let timer: NodeJS.Timeout | undefined
    let isStale = false
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
    return () => {
      stop()
      clearTimeout(timer)
    }
  })
}

const maxTextCharacters = 90

/** Older messages are found by searching. */
const maxRows = 500

function rowOf(message: InboxMessage, lang: Language): InboxRow {
  const { sequence, kind, receiverNumber, msgKey, code, record, receivedAt, group } = message
  const msg = contractOf(kind).read(kind, record).msg?.value
  const result = deliveryOfMessage(message)
  return {
    sequence,
    kind,
    number: receiverNumber,
    key: msgKey,
    outcome: result === undefined ? code : deliveryNames[lang][result],
    isBad: codeOf(contractOf(kind), code)?.outcome !== 'accepted' || result === 'failed' || result === 'uncertain',
    group: group === undefined ? '' : `${group.release} › ${group.title ?? group.id}`,
    text: typeof msg === 'string' ? msg.slice(0, maxTextCharacters).replaceAll(/\s+/g, ' ') : '',
    time: koreanTime(receivedAt).slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm:ss'.length),
  }
}

/** Returns the delivery that the emulator reports of a message, if it does. Every fallback arrives. */
function deliveryOfMessage({ deliveryCode: code, kind, record }: InboxMessage): Exclude<Delivery, 'none'> | undefined {
  if (code === undefined) return undefined
  const { deliveryOf, fallsBack } = contractOf(kind)
  const delivery = deliveryOf(code)
  return delivery !== 'delivered' && fallsBack(record) ? 'fallback-delivered' : delivery
}

interface PageOptions {
  readonly lang: Language
  readonly url: string
  readonly credentials: InboxSource['credentials']
  readonly choices: readonly FaultChoice[]
}

/** Returns the inbox page. What it shows of messages comes later, over the list and the message routes. */
function inboxPage({ lang, url, credentials, choices }: PageOptions): string {
  const words = inboxWords[lang]
  const { title, skip, arrived, found, lost, live, newest, none, nothingFound, takeBack, notOrdered } = words
  const said = { arrived, found, lost, live, newest, none, nothingFound, takeBack, notOrdered }
  return htmlPage({
    lang,
    title,
    skip,
    head: [
      h('link', { rel: 'stylesheet', href: '/_emulator/inbox.css' }),
      h('script', { src: '/_emulator/inbox.js', defer: true }),
    ],
    body: { dataWords: JSON.stringify(said satisfies InboxClientWords) },
    top: top(words, lang),
    panes: [listPane(words, choices), detailPane(words, { url, credentials })],
  })
}

function top(words: InboxWords, lang: Language): Element {
  const count = (id: string, label: string): Element =>
    h('span', { className: ['count', `count-${id}`] }, [h('b', { id: `count-${id}` }, '0'), ` ${label}`])
  const language = (code: Language, name: string): Element =>
    h('a', { href: `?lang=${code}`, lang: code, hrefLang: code, ...(code === lang && { ariaCurrent: 'true' }) }, name)
  return h('header.top', [
    h('img', { src: pageIcon, alt: '', width: 34, height: 34 }),
    h('div.brand', [h('h1', words.title), h('p', words.tagline)]),
    h('div.counts', [
      count('messages', words.messages),
      count('accepted', words.accepted),
      count('rejected', words.rejected),
    ]),
    h('button#clear.order', { type: 'button' }, words.clear),
    h('span#live.live', words.live),
    h('nav.languages', { ariaLabel: 'Language, 언어' }, [language('ko', '한국어'), language('en', 'English')]),
  ])
}

function listPane(words: InboxWords, choices: readonly FaultChoice[]): Element {
  return h('section.pane.list-pane', { ariaLabel: words.list }, [
    searchTools(words, { id: 'verdict', label: words.show, options: words.shown }),
    h('div#refusal.refusal', { role: 'status', hidden: true }, [
      h('strong', [`${words.refused} `, h('code#refusal-code'), ' ', h('time#refusal-time')]),
      h('span#refusal-text'),
      h('button#refusal-dismiss.dismiss', { type: 'button', ariaLabel: words.dismiss, title: words.dismiss }, '×'),
    ]),
    // What is said of an empty list stands outside of it: a list box holds options alone.
    h('div.list-box', [
      listBox(words.list),
      h('p#more.more', { hidden: true }),
      h('div#empty.empty', [
        h('span.empty-sign', { ariaHidden: 'true' }),
        h('strong#empty-title', words.none),
        h('span#empty-hint', words.noneHint),
      ]),
    ]),
    faultsBox(words, choices),
  ])
}

/** Draws the faults that can be ordered, and those that are still to come. */
function faultsBox(words: InboxWords, choices: readonly FaultChoice[]): Element {
  const button = ({ name, rule }: FaultChoice): Element =>
    h('button.order', { type: 'button', dataRule: JSON.stringify(rule) }, name)
  return h('details#faults.faults', [
    h('summary', [words.orderFault, h('span#faults-count.faults-count')]),
    h('div.faults-box', [
      h('div#ordered.ordered', { role: 'group', ariaLabel: words.ordered, hidden: true }, [
        h('p', words.ordered),
        h('ul#ordered-list'),
        h('button#take-back.order', { type: 'button' }, words.takeBackAll),
      ]),
      h('p', words.orderHint),
      h('div.choices-of-faults', choices.map(button)),
    ]),
  ])
}

function detailPane(words: InboxWords, { url, credentials }: Pick<PageOptions, 'url' | 'credentials'>): Element {
  const fact = (name: string, value: string): Element[] => [h('dt', name), h('dd', [h('code', value)])]
  return h('section#detail.pane.detail', { tabIndex: -1, ariaLabel: words.detail }, [
    h('button#back.back', { type: 'button' }, `‹ ${words.back}`),
    h('div#message', [
      h('div.welcome', [
        h('img', { src: pageIcon, alt: '', width: 64, height: 64 }),
        h('h2', words.pick),
        h('p', words.pickHint),
        h('dl', [
          ...fact(words.address, url),
          ...fact(words.userId, credentials.userId),
          ...fact(words.appKey, credentials.appKey),
          ...fact(words.secretKey, credentials.secretKey),
        ]),
      ]),
    ]),
  ])
}

/** One message as its recipient would see it, with the reasons for its code and the raw request next to it. */
function messageView(source: InboxSource, message: InboxMessage, lang: Language): string {
  const words = inboxWords[lang]
  const request = source.request(message.request)
  return toHtml(
    h('div.message', [
      h('div.stage', [phoneOf(source, message, lang)]),
      h('div.about', [
        verdict(message, lang),
        ...delivery(message, lang),
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
  const number = record['sender_number']
  const { name, picture } = source.channelOf(typeof number === 'string' ? number : '')
  return phone({
    kind,
    record,
    time: timeOf(receivedAt, lang),
    channel: name ?? inboxWords[lang].channel,
    channelPicture: picture,
    date: dateOf(receivedAt, lang),
    lang,
    id: `m${sequence}`,
    // The path alone: the page may have been opened under another name of the machine.
    image: (url) => (source.hasImage(url) ? new URL(url).pathname : undefined),
  })
}

function verdict({ kind, code, description }: InboxMessage, lang: Language): Element {
  const known = codeOf(contractOf(kind), code)
  return verdictBox(known?.outcome === 'accepted', [
    h('h2', [h('code', code), ` ${known?.meaning[lang] ?? ''}`]),
    ...(description === known?.title ? [] : [h('p', description)]),
  ])
}

/** The delivery result that the emulator reports of a message. */
function delivery(message: InboxMessage, lang: Language): Element[] {
  const result = deliveryOfMessage(message)
  const { deliveryCode: code } = message
  if (result === undefined || code === undefined) return []
  const name = `${inboxWords[lang].delivery}: ${deliveryNames[lang][result]}`
  const meaning = h('p', [h('code', code), ` ${contractOf(message.kind).deliveryCode(code).meaning[lang]}`])
  return [
    verdictBox(result === 'delivered' || result === 'fallback-delivered', [
      h('h2', name),
      ...(result === 'delivered' ? [] : [meaning]),
    ]),
  ]
}

function verdictBox(isGood: boolean, texts: Element[]): Element {
  return h('div', { className: ['verdict', isGood ? 'is-accepted' : 'is-rejected'] }, [
    h('span.verdict-sign', { ariaHidden: 'true' }, isGood ? '✓' : '✕'),
    h('div', texts),
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
    ...(message.group === undefined
      ? []
      : [
          [words.release, message.group.release] as const,
          [words.message, message.group.title ?? message.group.id] as const,
        ]),
    [words.kind, `${words.kinds[message.kind]} (${message.kind})`],
    [words.sender, typeof sender === 'string' ? sender : ''],
    [words.time, `${dateOf(message.receivedAt, lang)} ${timeOf(message.receivedAt, lang)} KST`],
    [words.request, `#${message.request}, ${contractOf(message.kind).listName}[${message.index}]`],
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

/** Returns the time of day in Korea. Not every version of Node writes Korean times the way Koreans do. */
function timeOf(time: number, lang: Language): string {
  const english = hourAndMinute.format(time)
  const [clock = '', half] = english.split(/\s/)
  return lang === 'en' ? english : `${half === 'AM' ? '오전' : '오후'} ${clock}`
}

function dateOf(time: number, lang: Language): string {
  return new Intl.DateTimeFormat(locales[lang], { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(time)
}
