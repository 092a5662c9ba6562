import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Language } from '../../words/language.ts'
import { htmlPage, listBox, pageIcon, searchTools } from '../page.ts'
import { contentPolicy } from '../local-server.ts'
import { type ClientWords, type PageWords, pageWords } from './page-words.ts'
import { phoneWidthsPx, usualWidthPx } from './message-view.ts'

/** Whether a server stands behind a page, or nothing but the files beside it. */
export type PageMode = 'live' | 'static'

interface PageOptions {
  readonly lang: Language
  readonly nonce: string
  readonly mode: PageMode
}

/** Returns the preview page. What it shows of messages comes later. */
export function previewPage({ lang, nonce, mode }: PageOptions): string {
  const words = pageWords[lang]
  const asset = (name: string): string => (mode === 'live' ? `/${name}` : name)
  const script = (name: string): Element => h('script', { src: asset(name), nonce, defer: true })
  const policy = h('meta', { httpEquiv: 'Content-Security-Policy', content: filePolicy(nonce) })
  return htmlPage({
    lang,
    title: words.title,
    skip: words.skip,
    head: [
      ...(mode === 'static' ? [policy] : []),
      h('link', { rel: 'stylesheet', href: asset('preview.css'), nonce }),
      script('preview.js'),
      ...(mode === 'static' ? [script('messages.js')] : []),
    ],
    body: { dataMode: mode, dataWords: JSON.stringify(words satisfies ClientWords) },
    top: top(words, mode),
    panes: [listPane(words), detail(words, mode)],
  })
}

/** Of a file nothing is its own origin, and frames cannot be ruled by a page itself. */
function filePolicy(nonce: string): string {
  return contentPolicy(nonce).replace("img-src 'self'", "img-src 'self' file:").replace("; frame-ancestors 'none'", '')
}

function top(words: PageWords, mode: PageMode): Element {
  return h('header.top', [
    h('img', { src: pageIcon, alt: '', width: 28, height: 28 }),
    h('h1', words.title),
    h('span#total.total'),
    mode === 'live' ? h('span#live.live', words.live) : h('span.total', words.staticHint),
  ])
}

function listPane(words: PageWords): Element {
  return h('section.pane.list-pane', { ariaLabel: words.messages }, [
    searchTools(words, { id: 'status', label: words.status, options: words.statuses }),
    listBox(words.messages),
    h('p#empty.empty-text', { hidden: true }),
  ])
}

function detail(words: PageWords, mode: PageMode): Element {
  return h('section#detail.detail', { tabIndex: -1, ariaLabel: words.picture }, [
    h('div#welcome.welcome', [
      h('img', { src: pageIcon, alt: '', width: 56, height: 56 }),
      h('h2#welcome-title', words.pick),
      h('p', words.pickHint),
    ]),
    h('div#opened.opened', { hidden: true }, [stage(words, mode), panel(words, mode)]),
  ])
}

function stage(words: PageWords, mode: PageMode): Element {
  const { typed: _typed, row: _row, ...presets } = words.choices
  return h('div.stage-pane', [
    h('div.stage-head', [
      h('button#back.back', { type: 'button' }, `‹ ${words.back}`),
      h('h2#opened-title'),
      h('p#opened-path.path'),
    ]),
    h('div.bar-of-choices', [
      choicesOf('values', words.values, mode === 'live' ? words.choices : presets),
      choicesOf('theme', words.theme, words.themes),
      h('label.hidden', { htmlFor: 'width' }, words.width),
      h(
        'select#width.width',
        { title: words.width },
        phoneWidthsPx.map((width) => h('option', { value: width, selected: width === usualWidthPx }, `${width} px`)),
      ),
      h('button#to-about.to-about', { type: 'button' }, [
        h('span#to-about-count'),
        h('span.hidden', `: ${words.toSource}`),
        h('span', { ariaHidden: 'true' }, ' ↓'),
      ]),
    ]),
    h('div#rows.row-pager', { role: 'group', ariaLabel: words.row, hidden: true }, [
      h('button#row-previous.plain', { type: 'button', ariaLabel: words.previousRow }, '‹'),
      h('span#row-label'),
      h('button#row-next.plain', { type: 'button', ariaLabel: words.nextRow }, '›'),
    ]),
    h('div#stage.stage', [h('div.stand', [h('div#picture'), h('div#pins.pins')])]),
    h('p.approximation', words.approximation),
  ])
}

function choicesOf(name: string, label: string, options: { readonly [value: string]: string }): Element {
  return h('fieldset.choices', { id: name }, [
    h('legend.hidden', label),
    ...Object.entries(options).map(([value, text]) =>
      h('label', { dataChoice: value }, [h('input', { type: 'radio', name, value }), h('span', text)]),
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
      [words.tabs[name], ...(name === 'check' ? [h('span#diagnostic-count.pill')] : [])],
    )
  return h('section#panel.pane.panel', { tabIndex: -1, ariaLabel: words.panel }, [
    h('div#tabs.tabs', { role: 'tablist', ariaLabel: words.panel }, names.map(tab)),
    ...names.map((name, index) =>
      h('div.tab-panel', {
        id: `panel-${name}`,
        role: 'tabpanel',
        tabIndex: 0,
        ariaLabelledBy: `tab-${name}`,
        hidden: index > 0,
      }),
    ),
    h('section.source', { ariaLabel: words.source }, [h('h2', words.source), h('div#source.source-scroll')]),
  ])
}
