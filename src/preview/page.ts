import type { Element, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import { contentPolicy } from '../loopback/guard.ts'
import type { Language } from '../words/language.ts'
import { type PageWords, pageWords } from './page-words.ts'
import { phoneWidthsPx, usualWidthPx } from './phone-widths.ts'

/** Whether a server stands behind a page, or nothing but the files beside it. */
export type PageMode = 'live' | 'static'

interface PageOptions {
  readonly lang: Language
  readonly nonce: string
  readonly mode: PageMode
}

/** The preview page. What it shows of messages comes later. */
export function previewPage({ lang, nonce, mode }: PageOptions): string {
  const words = pageWords[lang]
  const asset = (name: string): string => (mode === 'live' ? `/${name}` : name)
  const script = (name: string): Element => h('script', { src: asset(name), nonce, defer: true })
  const root: Root = {
    type: 'root',
    children: [
      { type: 'doctype' },
      h('html', { lang }, [
        h('head', [
          h('meta', { charSet: 'utf-8' }),
          ...(mode === 'static'
            ? [h('meta', { httpEquiv: 'Content-Security-Policy', content: filePolicy(nonce) })]
            : []),
          h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
          h('meta', { name: 'color-scheme', content: 'light dark' }),
          h('title', words.title),
          h('link', { rel: 'icon', href: icon }),
          h('link', { rel: 'stylesheet', href: asset('preview.css'), nonce }),
          script('preview.js'),
          ...(mode === 'static' ? [script('messages.js')] : []),
        ]),
        h('body', { dataMode: mode, dataWords: JSON.stringify(clientWords(words)) }, [
          h('a', { className: ['skip'], href: '#detail' }, words.skip),
          top(words, mode),
          h('main', { className: ['split'] }, [listPane(words), detail(words, mode)]),
          h('p', { id: 'news', className: ['hidden'], role: 'status', ariaLive: 'polite' }),
        ]),
      ]),
    ],
  }
  return toHtml(root)
}

/** Of a file nothing is its own origin, and frames cannot be ruled by a page itself. */
function filePolicy(nonce: string): string {
  return contentPolicy({ type: 'nonce', nonce })
    .replace("img-src 'self'", "img-src 'self' file:")
    .replace("; frame-ancestors 'none'", '')
}

/** The words that the page's script puts in. */
export interface ClientWords extends Pick<
  PageWords,
  | 'title'
  | 'live'
  | 'lost'
  | 'count'
  | 'nothingFound'
  | 'noMessages'
  | 'kinds'
  | 'unknownKind'
  | 'errors'
  | 'warnings'
  | 'clean'
  | 'old'
  | 'gone'
  | 'updated'
  | 'copied'
  | 'copy'
> {}

function clientWords(words: PageWords): ClientWords {
  const { title, live, lost, count, nothingFound, noMessages, kinds, unknownKind } = words
  const { errors, warnings, clean, old, gone, updated, copied, copy } = words
  const ofList = { count, nothingFound, noMessages, kinds, unknownKind, errors, warnings, clean, old }
  return { title, live, lost, gone, updated, copied, copy, ...ofList }
}

const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#fee500"/>' +
      '<path d="M16 8c-5.5 0-10 3.4-10 7.6 0 2.7 1.9 5.1 4.7 6.4L9.8 26l4.5-3c.6.1 1.1.1 1.7.1 5.5 0 10-3.4 10-7.5S21.5 8 16 8Z" fill="#3a2d00"/></svg>',
  )

function top(words: PageWords, mode: PageMode): Element {
  return h('header', { className: ['top'] }, [
    h('img', { src: icon, alt: '', width: 28, height: 28 }),
    h('h1', words.title),
    h('span', { id: 'total', className: ['total'] }),
    mode === 'live'
      ? h('span', { id: 'live', className: ['live'] }, words.live)
      : h('span', { className: ['total'] }, words.staticHint),
  ])
}

function listPane(words: PageWords): Element {
  const option = (value: string, text: string): Element => h('option', { value }, text)
  return h('section', { className: ['pane', 'list-pane'], ariaLabel: words.messages }, [
    h('div', { className: ['tools'] }, [
      h('label', { className: ['hidden'], htmlFor: 'search' }, words.search),
      h('input', {
        id: 'search',
        type: 'search',
        placeholder: words.searchHint,
        autoComplete: 'off',
        spellCheck: 'false',
      }),
      h('label', { className: ['hidden'], htmlFor: 'status' }, words.status),
      h('select', { id: 'status' }, [
        option('', words.statuses.all),
        option('errors', words.statuses.errors),
        option('warnings', words.statuses.warnings),
      ]),
    ]),
    h('div', { id: 'list', className: ['list'], role: 'listbox', tabIndex: 0, ariaLabel: words.messages }),
    h('p', { id: 'empty', className: ['empty-text'], hidden: true }),
  ])
}

function detail(words: PageWords, mode: PageMode): Element {
  return h('section', { id: 'detail', className: ['detail'], tabIndex: -1, ariaLabel: words.picture }, [
    h('div', { id: 'welcome', className: ['welcome'] }, [
      h('img', { src: icon, alt: '', width: 56, height: 56 }),
      h('h2', { id: 'welcome-title' }, words.pick),
      h('p', words.pickHint),
    ]),
    h('div', { id: 'opened', className: ['opened'], hidden: true }, [stage(words, mode), panel(words, mode)]),
  ])
}

function stage(words: PageWords, mode: PageMode): Element {
  const { choices } = words
  const offered = (['example', 'longest', 'empty', 'typed', 'row'] as const).filter(
    (choice) => mode === 'live' || (choice !== 'typed' && choice !== 'row'),
  )
  return h('div', { className: ['stage-pane'] }, [
    h('div', { className: ['stage-head'] }, [
      h('button', { id: 'back', type: 'button', className: ['back'] }, `‹ ${words.back}`),
      h('h2', { id: 'opened-title' }),
      h('p', { id: 'opened-path', className: ['path'] }),
    ]),
    h('div', { className: ['bar-of-choices'] }, [
      choicesOf(
        'values',
        words.values,
        offered.map((choice) => [choice, choices[choice]]),
      ),
      choicesOf('theme', words.theme, [
        ['light', words.themes.light],
        ['dark', words.themes.dark],
      ]),
      choicesOf(
        'width',
        words.width,
        phoneWidthsPx.map((width) => [String(width), String(width)]),
      ),
    ]),
    h('div', { id: 'rows', className: ['row-pager'], role: 'group', ariaLabel: words.row, hidden: true }, [
      h('button', { id: 'row-previous', type: 'button', className: ['plain'], ariaLabel: words.previousRow }, '‹'),
      h('span', { id: 'row-label' }),
      h('button', { id: 'row-next', type: 'button', className: ['plain'], ariaLabel: words.nextRow }, '›'),
    ]),
    h('div', { id: 'stage', className: ['stage'] }, [
      h('div', { id: 'picture' }),
      h('div', { id: 'pins', className: ['pins'] }),
    ]),
    h('p', { className: ['approximation'] }, words.approximation),
  ])
}

function choicesOf(name: string, label: string, options: readonly (readonly [value: string, text: string])[]): Element {
  return h('fieldset', { className: ['choices'], id: name }, [
    h('legend', { className: ['hidden'] }, label),
    ...options.map(([value, text]) =>
      h('label', { dataChoice: value }, [
        h('input', { type: 'radio', name, value, checked: value === String(usualWidthPx) }),
        h('span', text),
      ]),
    ),
  ])
}

function panel(words: PageWords, mode: PageMode): Element {
  const names = ['check', 'values', 'payload'] as const
  const tab = (name: (typeof names)[number], index: number): Element =>
    h(
      'button',
      {
        id: `tab-${name}`,
        type: 'button',
        role: 'tab',
        tabIndex: index === 0 ? 0 : -1,
        ariaSelected: String(index === 0),
        ariaControls: `panel-${name}`,
        dataTab: name,
        // Without a server nothing could be drawn with them.
        hidden: mode === 'static' && name === 'values',
      },
      [words.tabs[name], ...(name === 'check' ? [h('span', { id: 'finding-count', className: ['pill'] })] : [])],
    )
  return h('section', { className: ['pane', 'panel'], ariaLabel: words.panel }, [
    h('div', { id: 'tabs', className: ['tabs'], role: 'tablist', ariaLabel: words.panel }, names.map(tab)),
    ...names.map((name, index) =>
      h('div', {
        id: `panel-${name}`,
        className: ['tab-panel'],
        role: 'tabpanel',
        tabIndex: 0,
        ariaLabelledBy: `tab-${name}`,
        hidden: index > 0,
      }),
    ),
    h('section', { className: ['source'], ariaLabel: words.source }, [
      h('h2', words.source),
      h('div', { id: 'source', className: ['source-scroll'] }),
    ]),
  ])
}
