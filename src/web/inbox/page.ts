import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Language } from '../../words/language.ts'
import { htmlPage, listBox, pageIcon, searchTools } from '../page.ts'
import { type InboxClientWords, inboxWords, type InboxWords } from './inbox-words.ts'
import type { InboxSource } from './page-data.ts'

interface PageOptions {
  readonly lang: Language
  readonly url: string
  readonly credentials: InboxSource['credentials']
}

/** The inbox page. What it shows of messages comes later, over the list and the message routes. */
export function inboxPage({ lang, url, credentials }: PageOptions): string {
  const words = inboxWords[lang]
  const { title, skip, arrived, found, lost, live, none, nothingFound } = words
  return htmlPage({
    lang,
    title,
    skip,
    head: [
      h('link', { rel: 'stylesheet', href: '/_emulator/inbox.css' }),
      h('script', { src: '/_emulator/inbox.js', defer: true }),
    ],
    body: { dataWords: JSON.stringify({ arrived, found, lost, live, none, nothingFound } satisfies InboxClientWords) },
    top: top(words, lang),
    panes: [listPane(words), detailPane(words, { url, credentials })],
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
    h('span#live.live', words.live),
    h('nav.languages', { ariaLabel: 'Language, 언어' }, [language('ko', '한국어'), language('en', 'English')]),
  ])
}

function listPane(words: InboxWords): Element {
  const { all, accepted, rejected } = words.shown
  const options = [
    ['', all],
    ['accepted', accepted],
    ['rejected', rejected],
  ] as const
  return h('section.pane.list-pane', { ariaLabel: words.list }, [
    searchTools({
      search: words.search,
      hint: words.searchHint,
      select: { id: 'verdict', label: words.show, options },
    }),
    h('div#refusal.refusal', { role: 'status', hidden: true }, [
      h('strong', [`${words.refused} `, h('code#refusal-code')]),
      h('span#refusal-text'),
    ]),
    listBox(words.list, [
      h('div#rows.rows', { role: 'presentation' }),
      h('div#empty.empty', [
        h('span.empty-sign', { ariaHidden: 'true' }),
        h('strong#empty-title', words.none),
        h('span#empty-hint', words.noneHint),
      ]),
    ]),
  ])
}

function detailPane(words: InboxWords, { url, credentials }: Omit<PageOptions, 'lang'>): Element {
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
          ...fact(words.secretKey, credentials.secretKey),
        ]),
      ]),
    ]),
  ])
}
