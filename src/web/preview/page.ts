import type { Element } from 'hast'
import { h } from 'hastscript'
import { type Language, type Say, sayIn } from '../../words/language.ts'
import { htmlPage, listBox, pageIcon, searchTools, splitBody } from '../page.ts'
import { contentPolicy } from '../local-server.ts'
import { phoneWidthsPx, usualWidthPx } from './message-view.ts'

/** A page with a server behind it, or with files beside it. */
export type PageMode = 'live' | 'static'

interface PageOptions {
  readonly lang: Language
  readonly nonce: string
  readonly mode: PageMode
}

/** Returns the preview page. What it shows of messages comes later. */
export function previewPage({ lang, nonce, mode }: PageOptions): string {
  const say = sayIn(lang)
  const asset = (name: string): string => (mode === 'live' ? `/${name}` : name)
  const script = (name: string): Element => h('script', { src: asset(name), nonce, defer: true })
  const policy = h('meta', { httpEquiv: 'Content-Security-Policy', content: filePolicy(nonce) })
  return htmlPage({
    lang,
    title: say('Preview', '미리보기'),
    head: [
      ...(mode === 'static' ? [policy] : []),
      h('link', { rel: 'stylesheet', href: asset('preview.css'), nonce }),
      script('preview.js'),
      ...(mode === 'static' ? [script('messages.js')] : []),
    ],
    attributes: { dataMode: mode },
    body: splitBody(say, top(say, mode), [listPane(say), detail(say, mode)]),
  })
}

/** Returns the policy of a page that is a file: it has no origin, and cannot rule who frames it. */
function filePolicy(nonce: string): string {
  return contentPolicy(nonce).replace("img-src 'self'", "img-src 'self' file:").replace("; frame-ancestors 'none'", '')
}

function top(say: Say, mode: PageMode): Element {
  return h('header.top', [
    h('img', { src: pageIcon, alt: '', width: 28, height: 28 }),
    h('h1', say('Preview', '미리보기')),
    h('span#total.total'),
    mode === 'live'
      ? h('span#live.live', say('Live', '연결됨'))
      : h(
          'span.total',
          say(
            'Pages made by friendtalk preview --out: values cannot be typed here.',
            'friendtalk preview --out으로 만든 페이지라 값을 직접 입력할 수 없습니다.',
          ),
        ),
  ])
}

function listPane(say: Say): Element {
  return h('section.pane.list-pane', { ariaLabel: say('Messages', '메시지') }, [
    searchTools(say, {
      hint: say('Title, path or kind', '제목, 경로, 종류'),
      id: 'status',
      options: { errors: say('With errors', '오류 있음'), warnings: say('With diagnostics', '문제 있음') },
    }),
    listBox(say),
    h('p#empty.empty-text', { hidden: true }),
  ])
}

function detail(say: Say, mode: PageMode): Element {
  return h('section#detail.detail', { tabIndex: -1, ariaLabel: say('Picture', '화면') }, [
    h('div#welcome.welcome', [
      h('img', { src: pageIcon, alt: '', width: 56, height: 56 }),
      h('h2#welcome-title', say('Pick a message', '메시지를 고르세요')),
      h(
        'p',
        say(
          'Arrow keys go through the list, / searches. Whatever you save shows here at once.',
          '화살표 키로 목록을 오르내리고 / 키로 검색합니다. 파일을 저장하면 바로 이 화면에 나타납니다.',
        ),
      ),
    ]),
    h('div#opened.opened', { hidden: true }, [stage(say, mode), panel(say, mode)]),
  ])
}

function stage(say: Say, mode: PageMode): Element {
  const presets = {
    example: say('Example', '예시'),
    longest: say('Longest', '최장'),
    empty: say('Empty', '빈 값'),
  }
  const live = { typed: say('Typed', '직접 입력'), row: say('Recipient', '수신자') }
  return h('div.stage-pane', [
    h('div.stage-head', [
      h('button#back.back', { type: 'button' }, `‹ ${say('To the list', '목록으로')}`),
      h('h2#opened-title'),
      h('p#opened-path.path'),
    ]),
    h('div.bar-of-choices', [
      choicesOf('values', say('Values', '변숫값'), { ...presets, ...(mode === 'live' && live) }),
      choicesOf('theme', say('Theme', '테마'), { light: say('Light', '밝게'), dark: say('Dark', '어둡게') }),
      h('label.hidden', { htmlFor: 'width' }, say('Width', '너비')),
      h(
        'select#width.width',
        { title: say('Width', '너비') },
        phoneWidthsPx.map((width) => h('option', { value: width, selected: width === usualWidthPx }, `${width} px`)),
      ),
      h('button#to-about.to-about', { type: 'button' }, [
        h('span#to-about-count'),
        h('span.hidden', `: ${say('Diagnostics, limits and source below', '찾은 문제, 길이와 원문은 아래에')}`),
        h('span', { ariaHidden: 'true' }, ' ↓'),
      ]),
    ]),
    h('div#rows.row-pager', { role: 'group', ariaLabel: say('Recipient', '수신자'), hidden: true }, [
      h('button#row-previous.plain', { type: 'button', ariaLabel: say('Previous recipient', '이전 수신자') }, '‹'),
      h('span#row-label'),
      h('button#row-next.plain', { type: 'button', ariaLabel: say('Next recipient', '다음 수신자') }, '›'),
    ]),
    h('div#stage.stage', [h('div.stand', [h('div#picture'), h('div#pins.pins')])]),
    h(
      'p.approximation',
      say(
        'An approximation: the app may break lines and space parts differently.',
        '실제 앱과 줄바꿈이나 간격이 다를 수 있는 근사 화면입니다.',
      ),
    ),
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

function panel(say: Say, mode: PageMode): Element {
  const names = { check: say('Check', '검사'), values: say('Values', '변숫값'), payload: say('Payload', '페이로드') }
  const tab = ([name, text]: readonly [string, string], index: number): Element =>
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
      [text, ...(name === 'check' ? [h('span#diagnostic-count.pill')] : [])],
    )
  return h('section#panel.pane.panel', { tabIndex: -1, ariaLabel: say('About the message', '메시지 정보') }, [
    h(
      'div#tabs.tabs',
      { role: 'tablist', ariaLabel: say('About the message', '메시지 정보') },
      Object.entries(names).map(tab),
    ),
    ...Object.keys(names).map((name, index) =>
      h('div.tab-panel', {
        id: `panel-${name}`,
        role: 'tabpanel',
        tabIndex: 0,
        ariaLabelledBy: `tab-${name}`,
        hidden: index > 0,
      }),
    ),
    h('section.source', { ariaLabel: say('Source', '원문') }, [
      h('h2', say('Source', '원문')),
      h('div#source.source-scroll'),
    ]),
  ])
}
