import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { Context } from 'hono'
import { h } from 'hastscript'
import { codeOf, contractOf } from '../../contract/contracts.ts'
import { koreanTime } from '../../text/korean-time.ts'
import {
  type InboxMessage,
  type InboxNews,
  type InboxRequest,
  type InboxRow,
  type InboxRows,
  type InboxSource,
  verdicts,
} from './page-data.ts'
import { addPageAssets, eventStream, type LocalApp, type LocalEnv, pageHeaders } from '../local-server.ts'
import { htmlPage, listBox, pageIcon, searchTools, splitBody } from '../page.ts'
import { phone } from '../phone/phone.ts'
import { type Delivery, deliveryNames } from '../../contract/contract.ts'
import { isLanguage, type Language, type Say, sayIn } from '../../words/language.ts'
import { kindFacts } from '../../contract/kinds.ts'

/** Adds the inbox: its page, what the page loads, and what keeps it live. */
export function addInboxPages(app: LocalApp, source: InboxSource, preset?: Language): void {
  app.get('/', (c) => {
    const { credentials } = source
    const lang = languageOf(c, preset)
    return c.html(inboxPage(lang, `http://${c.req.header('host')}`, credentials), 200, pageHeaders())
  })
  addPageAssets(app, '/_emulator', 'inbox')
  app.get('/_emulator/inbox/list', (c) => {
    const shown = verdicts.find((name) => name === c.req.query('verdict'))
    const { matching, messages } = source.inbox.find({
      search: c.req.query('search') ?? '',
      ...(shown && { verdict: shown }),
      limit: maxRows,
    })
    const rows = messages.map((message) => rowOf(message, languageOf(c, preset)))
    return c.json({ matching, rows } satisfies InboxRows, 200, pageHeaders())
  })
  app.get('/_emulator/inbox/events', (c) => streamNews(source, c))
  app.get('/_emulator/inbox/messages/:sequence', (c) => {
    const message = source.inbox.get(Number(c.req.param('sequence')))
    const lang = languageOf(c, preset)
    if (message) return c.html(messageView(source, message, lang), 200, pageHeaders())
    const gone = sayIn(lang)('This message has left the inbox.', '이 메시지는 수신함에서 밀려났습니다.')
    return c.html(`<p class="gone">${gone}</p>`, 404, pageHeaders())
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

/** However fast messages come, a page is told no more often than this. */
const intervalMs = 150

function streamNews(source: InboxSource, c: Context<LocalEnv>): Response {
  return eventStream(c, (stream) => {
    let timer: NodeJS.Timeout | undefined
    let isStale = false
    const tell = (): void => {
      isStale = false
      stream.write({ ...source.inbox.counts(), refusal: source.lastRefusal } satisfies InboxNews)
      timer = setTimeout(() => {
        timer = undefined
        if (isStale) tell()
      }, intervalMs)
    }
    const stop = source.inbox.listen(() => {
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
    outcome: result === undefined ? code : deliveryNames[result][lang],
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
  const own = deliveryOf(code)
  return own !== 'delivered' && fallsBack(record) ? 'fallback-delivered' : own
}

/** Returns the inbox page. What it shows of messages comes later, over the list and the message routes. */
function inboxPage(lang: Language, url: string, credentials: InboxSource['credentials']): string {
  const say = sayIn(lang)
  return htmlPage({
    lang,
    title: say('friendtalk emulator', 'friendtalk 에뮬레이터'),
    head: [
      h('link', { rel: 'stylesheet', href: '/_emulator/inbox.css' }),
      h('script', { src: '/_emulator/inbox.js', defer: true }),
    ],
    body: splitBody(say, top(say, lang), [listPane(say), detailPane(say, url, credentials)]),
  })
}

function top(say: Say, lang: Language): Element {
  const count = (id: string, label: string): Element =>
    h('span', { className: ['count', `count-${id}`] }, [h('b', { id: `count-${id}` }, '0'), ` ${label}`])
  const language = (code: Language, name: string): Element =>
    h('a', { href: `?lang=${code}`, lang: code, hrefLang: code, ...(code === lang && { ariaCurrent: 'true' }) }, name)
  return h('header.top', [
    h('img', { src: pageIcon, alt: '', width: 34, height: 34 }),
    h('div.brand', [
      h('h1', say('friendtalk emulator', 'friendtalk 에뮬레이터')),
      h('p', say('Nothing leaves this machine', '이 컴퓨터 밖으로는 아무것도 나가지 않습니다')),
    ]),
    h('div.counts', [
      count('messages', say('messages', '전체')),
      count('accepted', say('accepted', '접수')),
      count('rejected', say('rejected', '거절')),
    ]),
    h('button#clear.clear', { type: 'button' }, say('Clear', '비우기')),
    h('span#live.live', say('Live', '연결됨')),
    h('nav.languages', { ariaLabel: 'Language, 언어' }, [language('ko', '한국어'), language('en', 'English')]),
  ])
}

function listPane(say: Say): Element {
  return h('section.pane.list-pane', { ariaLabel: say('Messages', '메시지') }, [
    searchTools(say, {
      hint: say('Number, message or code', '번호, 메시지, 코드'),
      id: 'verdict',
      options: { accepted: say('Accepted', '접수'), rejected: say('Rejected', '거절') },
    }),
    h('div#refusal.refusal', { role: 'status', hidden: true }, [
      h('strong', [
        `${say('Last request refused as a whole', '마지막으로 통째로 거절된 요청')} `,
        h('code#refusal-code'),
        ' ',
        h('time#refusal-time'),
      ]),
      h('span#refusal-text'),
      h(
        'button#refusal-dismiss.dismiss',
        { type: 'button', ariaLabel: say('Dismiss', '닫기'), title: say('Dismiss', '닫기') },
        '×',
      ),
    ]),
    // The texts about an empty list stand outside of it, because a list box holds options alone.
    h('div.list-box', [
      listBox(say),
      h('p#more.more', { hidden: true }),
      h('div#empty.empty', [
        h('span.empty-sign', { ariaHidden: 'true' }),
        h('strong#empty-title', say('No messages yet', '아직 메시지가 없습니다')),
        h(
          'span#empty-hint',
          say('They appear here the moment they are sent.', '메시지를 보내면 바로 여기에 나타납니다.'),
        ),
      ]),
    ]),
  ])
}

function detailPane(say: Say, url: string, credentials: InboxSource['credentials']): Element {
  const fact = (name: string, value: string): Element[] => [h('dt', name), h('dd', [h('code', value)])]
  return h('section#detail.pane.detail', { tabIndex: -1, ariaLabel: say('Message', '메시지') }, [
    h('button#back.back', { type: 'button' }, `‹ ${say('Back to the list', '목록으로')}`),
    h('div#message', [
      h('div.welcome', [
        h('img', { src: pageIcon, alt: '', width: 64, height: 64 }),
        h('h2', say('Pick a message', '메시지를 선택하세요')),
        h(
          'p',
          say(
            'Choose one from the list to see it as its recipient would. Or send one to these addresses.',
            '목록에서 고르면 받는 사람에게 보이는 모습 그대로 보여 줍니다. 아래 주소로 직접 보내 보셔도 됩니다.',
          ),
        ),
        h('dl', [
          ...fact(say('Base address of sends and uploads', '발송·업로드 기본 주소'), url),
          ...fact(say('User ID', '사용자 ID'), credentials.userId),
          ...fact(say('App key', '앱 키'), credentials.appKey),
          ...fact(say('Secret key', '비밀 키'), credentials.secretKey),
        ]),
      ]),
    ]),
  ])
}

/** One message as its recipient would see it, with the reasons for its code and the raw request next to it. */
function messageView(source: InboxSource, message: InboxMessage, lang: Language): string {
  const say = sayIn(lang)
  const request = source.requests.get(message.request)
  return toHtml(
    h('div.message', [
      h('div.stage', [phoneOf(source, message, lang)]),
      h('div.about', [
        verdict(message, lang),
        ...delivery(message, lang),
        ...reasons(say, message, request),
        facts(say, message, lang),
        raw(say('The message as it was sent', '보낸 메시지 원본'), message.record, true),
        ...(request ? [raw(say('The raw request', '요청 원본'), rawRequest(request), false)] : []),
      ]),
    ]),
  )
}

function phoneOf(source: InboxSource, { kind, record, receivedAt, sequence }: InboxMessage, lang: Language): Element {
  const number = record['sender_number']
  return phone({
    kind,
    record,
    time: timeOf(receivedAt, lang),
    channel: source.channelOf(typeof number === 'string' ? number : ''),
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
  const { deliveryCode: code = '' } = message
  if (result === undefined) return []
  const name = `${sayIn(lang)('Delivery result', '전달 결과')}: ${deliveryNames[result][lang]}`
  const meaning = h('p', [h('code', code), ` ${contractOf(message.kind).deliveryCode(code).meaning[lang]}`])
  const texts = [h('h2', name), ...(result === 'delivered' ? [] : [meaning])]
  return [verdictBox(result === 'delivered' || result === 'fallback-delivered', texts)]
}

function verdictBox(isGood: boolean, texts: Element[]): Element {
  return h('div', { className: ['verdict', isGood ? 'is-accepted' : 'is-rejected'] }, [
    h('span.verdict-sign', { ariaHidden: 'true' }, isGood ? '✓' : '✕'),
    h('div', texts),
  ])
}

/** Draws a list below its title; nothing without entries. */
function section(title: string, entries: readonly Element[][], hint?: string): Element[] {
  if (entries.length === 0) return []
  const rows = entries.map((entry) => h('li', entry))
  return [h('section', [h('h3', title), ...(hint === undefined ? [] : [h('p', hint)]), h('ul.reasons', rows)])]
}

function reasons(say: Say, { findings, ignored }: InboxMessage, request: InboxRequest | undefined): Element[] {
  const rejected = findings.map(({ code, pointer, reason }) => [
    h('code.reason-code', code),
    h('span', [h('code', pointer || '/'), ` ${reason}`]),
  ])
  const notTold = say(
    'The client got no proper answer to this request.',
    '클라이언트는 이 요청에 제대로 된 응답을 받지 못했습니다.',
  )
  return [
    ...section(say('Why it was rejected', '거절된 이유'), rejected),
    ...section(
      say('Fields that were dropped', '무시된 필드'),
      ignored.map((pointer) => [h('code', pointer)]),
      say(
        'The interface does not name them; the emulator assumes that they are dropped silently.',
        '인터페이스에 없는 필드입니다. 에뮬레이터는 조용히 버려진다고 가정합니다.',
      ),
    ),
    ...section(
      say('Faults that struck the request', '이 요청에 일어난 장애'),
      (request?.faults ?? []).map(({ type }) => [h('code', type)]),
      request?.status === 200 ? undefined : notTold,
    ),
  ]
}

function facts(say: Say, message: InboxMessage, lang: Language): Element {
  const sender = message.record['sender_number']
  const { group } = message
  const rows: readonly (readonly [string, string | undefined])[] = [
    [say('Recipient', '수신 번호'), message.receiverNumber],
    ['msg_key', message.msgKey],
    [say('Release', '릴리스'), group?.release],
    [say('Message', '메시지'), group?.title ?? group?.id],
    [say('Kind', '종류'), `${kindFacts[message.kind].name[lang]} (${message.kind})`],
    [say('Sender number', '발신 번호'), typeof sender === 'string' ? sender : ''],
    [say('Received', '수신 시각'), `${dateOf(message.receivedAt, lang)} ${timeOf(message.receivedAt, lang)} KST`],
    [say('Request', '요청'), `#${message.request}, ${contractOf(message.kind).listName}[${message.index}]`],
  ]
  const list = rows.flatMap(([name, value]) => (value === undefined ? [] : [h('dt', name), h('dd', value)]))
  return h('section', [h('h3', say('Facts', '정보')), h('dl.facts', list)])
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
