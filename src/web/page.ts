import type { Element, Properties } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import type { Language, Say } from '../words/language.ts'

/** The sign of the program, as the address of an image. */
export const pageIcon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#fee500"/>' +
      '<path d="M16 8c-5.5 0-10 3.4-10 7.6 0 2.7 1.9 5.1 4.7 6.4L9.8 26l4.5-3c.6.1 1.1.1 1.7.1 5.5 0 10-3.4 10-7.5S21.5 8 16 8Z" fill="#3a2d00"/></svg>',
  )

interface Page {
  readonly lang: Language
  readonly title: string
  readonly head: readonly Element[]
  readonly attributes?: Properties
  readonly body: readonly Element[]
}

/** Returns a page. */
export function htmlPage({ lang, title, head, attributes = {}, body }: Page): string {
  const page = h('html', { lang }, [
    h('head', [
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', title),
      ...head,
      h('link', { rel: 'icon', href: pageIcon }),
    ]),
    h('body', attributes, [...body]),
  ])
  return toHtml({ type: 'root', children: [{ type: 'doctype' }, page] })
}

/** Returns the body of a page with a list of messages and one of them, for `page.css`. */
export function splitBody(say: Say, top: Element, panes: readonly Element[]): readonly Element[] {
  return [
    h('a.skip', { href: '#detail' }, say('Skip to the message', '메시지로 건너뛰기')),
    top,
    h('main.split', [...panes]),
    h('p#news.hidden', { role: 'status', ariaLive: 'polite' }),
  ]
}

interface Narrowing {
  readonly hint: string
  readonly id: string
  /** The texts of the choices beside "All", by their values. */
  readonly options: { readonly [value: string]: string }
}

/** Returns the search field above a list, and the choice beside it. */
export function searchTools(say: Say, { hint, id, options }: Narrowing): Element {
  const field = { id: 'search', type: 'search', placeholder: hint, autoComplete: 'off', spellCheck: 'false' }
  const choices = Object.entries({ '': say('All', '전체'), ...options })
  return h('div.tools', [
    h('label.hidden', { htmlFor: 'search' }, say('Search messages', '메시지 검색')),
    h('input', field),
    h('label.hidden', { htmlFor: id }, say('Show', '보기')),
    h(
      'select',
      { id },
      choices.map(([value, text]) => h('option', { value }, text)),
    ),
  ])
}

/** Returns the list itself, empty; the page's script fills it. */
export function listBox(say: Say): Element {
  return h('div#list.list', { role: 'listbox', tabIndex: 0, ariaLabel: say('Messages', '메시지') })
}
