import type { Element, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import type { Credentials } from '../credentials.ts'
import { type InboxLanguage, inboxWords, type InboxWords } from './inbox-words.ts'

interface PageOptions {
  readonly lang: InboxLanguage
  readonly url: string
  readonly credentials: Credentials
}

/** The inbox page. What it shows of messages comes later, over the list and the message routes. */
export function inboxPage({ lang, url, credentials }: PageOptions): string {
  const words = inboxWords[lang]
  const root: Root = {
    type: 'root',
    children: [
      { type: 'doctype' },
      h('html', { lang }, [
        h('head', [
          h('meta', { charSet: 'utf-8' }),
          h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
          h('meta', { name: 'color-scheme', content: 'light dark' }),
          h('title', words.title),
          h('link', { rel: 'icon', href: icon }),
          h('link', { rel: 'stylesheet', href: '/_emulator/inbox.css' }),
          h('script', { src: '/_emulator/inbox.js', defer: true }),
        ]),
        h(
          'body',
          {
            dataArrived: words.arrived,
            dataFound: words.found,
            dataLost: words.lost,
            dataLive: words.live,
            dataNone: words.none,
            dataNothing: words.nothingFound,
          },
          [
            h('a', { className: ['skip'], href: '#detail' }, words.skip),
            top(words, lang),
            h('main', { className: ['split'] }, [listPane(words), detailPane(words, { url, credentials })]),
            h('p', { id: 'news', className: ['hidden'], role: 'status', ariaLive: 'polite' }),
          ],
        ),
      ]),
    ],
  }
  return toHtml(root)
}

const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#fee500"/>' +
      '<path d="M16 8c-5.5 0-10 3.4-10 7.6 0 2.7 1.9 5.1 4.7 6.4L9.8 26l4.5-3c.6.1 1.1.1 1.7.1 5.5 0 10-3.4 10-7.5S21.5 8 16 8Z" fill="#3a2d00"/></svg>',
  )

function top(words: InboxWords, lang: InboxLanguage): Element {
  const count = (id: string, label: string): Element =>
    h('span', { className: ['count', `count-${id}`] }, [h('b', { id: `count-${id}` }, '0'), ` ${label}`])
  const language = (code: InboxLanguage, name: string): Element =>
    h('a', { href: `?lang=${code}`, lang: code, hrefLang: code, ...(code === lang && { ariaCurrent: 'true' }) }, name)
  return h('header', { className: ['top'] }, [
    h('img', { src: icon, alt: '', width: 34, height: 34 }),
    h('div', { className: ['brand'] }, [h('h1', words.title), h('p', words.tagline)]),
    h('div', { className: ['counts'] }, [
      count('messages', words.messages),
      count('accepted', words.accepted),
      count('rejected', words.rejected),
    ]),
    h('span', { id: 'live', className: ['live'] }, words.live),
    h('nav', { className: ['languages'], ariaLabel: 'Language, 언어' }, [
      language('ko', '한국어'),
      language('en', 'English'),
    ]),
  ])
}

function listPane(words: InboxWords): Element {
  const option = (value: string, text: string): Element => h('option', { value }, text)
  return h('section', { className: ['pane', 'list-pane'], ariaLabel: words.list }, [
    h('div', { className: ['tools'] }, [
      h('label', { className: ['hidden'], htmlFor: 'search' }, words.search),
      h('input', {
        id: 'search',
        type: 'search',
        placeholder: words.searchHint,
        autoComplete: 'off',
        spellCheck: 'false',
      }),
      h('label', { className: ['hidden'], htmlFor: 'verdict' }, words.show),
      h('select', { id: 'verdict' }, [
        option('', words.shown.all),
        option('accepted', words.shown.accepted),
        option('rejected', words.shown.rejected),
      ]),
    ]),
    h('div', { id: 'refusal', className: ['refusal'], role: 'status', hidden: true }, [
      h('strong', [`${words.refused} `, h('code', { id: 'refusal-code' })]),
      h('span', { id: 'refusal-text' }),
    ]),
    h('div', { id: 'list', className: ['list'], role: 'listbox', tabIndex: 0, ariaLabel: words.list }, [
      h('div', { id: 'rows', className: ['rows'], role: 'presentation' }),
      h('div', { id: 'empty', className: ['empty'] }, [
        h('span', { className: ['empty-sign'], ariaHidden: 'true' }),
        h('strong', { id: 'empty-title' }, words.none),
        h('span', { id: 'empty-hint' }, words.noneHint),
      ]),
    ]),
  ])
}

function detailPane(words: InboxWords, { url, credentials }: Omit<PageOptions, 'lang'>): Element {
  const fact = (name: string, value: string): Element[] => [h('dt', name), h('dd', [h('code', value)])]
  return h('section', { id: 'detail', className: ['pane', 'detail'], tabIndex: -1, ariaLabel: words.detail }, [
    h('button', { id: 'back', type: 'button', className: ['back'] }, `‹ ${words.back}`),
    h('div', { id: 'message' }, [
      h('div', { className: ['welcome'] }, [
        h('img', { src: icon, alt: '', width: 64, height: 64 }),
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
