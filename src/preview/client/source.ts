import type { PageNews } from '../events.ts'
import type { ChosenView, PreviewNews } from '../preview.ts'
import type { StaticViews } from '../static-pages.ts'
import type { Choice } from '../values.ts'
import type { DomWindow } from './dom.ts'

/** Where a page has its messages from. */
export interface SourcePart {
  /** A message drawn with values; undefined where there is none. */
  view(path: string, choice: Choice): Promise<ChosenView | undefined>
  /** Starts telling what there is and what changes. */
  listen(hear: (news: PageNews) => void, showLive: (isLive: boolean) => void): void
}

/** What the scripts with the messages of static pages call. */
export interface StaticWindow extends DomWindow {
  friendtalkRows?: (news: PreviewNews) => void
  friendtalkViews?: (path: string, views: StaticViews) => void
}

export interface SourceOptions {
  readonly window: StaticWindow
  readonly isStatic: boolean
  /** What a script of a static page must carry to be run. */
  readonly nonce: string
}

/** Takes messages from the server, or for a page that is a file from the files beside it. */
export function sourcePart({ window, isStatic, nonce }: SourceOptions): SourcePart {
  const { document } = window
  /** By it the server knows what this page shows, and draws it without being asked. */
  const pageId = String(Math.random()).slice(2)
  const headers = { 'content-type': 'application/json' }
  const views = new Map<string, StaticViews>()
  const scripts = new Map<string, string>()

  async function liveView(path: string, choice: Choice): Promise<ChosenView | undefined> {
    const body = JSON.stringify({ page: pageId, path, choice })
    const answer = await window.fetch('/view', { method: 'POST', headers, body })
    return answer.status === 200 ? ((await answer.json()) as ChosenView) : undefined
  }

  /** Files cannot be fetched by a page that is a file itself, but run as scripts. */
  function staticView(path: string, { type }: Choice): Promise<ChosenView | undefined> {
    const preset = type === 'longest' || type === 'empty' ? type : 'example'
    const chosen = (): ChosenView | undefined => {
      const known = views.get(path)
      return known && { ...known.example, ...known[preset] }
    }
    if (views.has(path)) return Promise.resolve(chosen())
    return new Promise((resolve) => {
      const script = document.createElement('script')
      script.src = scripts.get(path) ?? ''
      script.setAttribute('nonce', nonce)
      script.addEventListener('load', () => resolve(chosen()))
      script.addEventListener('error', () => resolve(undefined))
      document.head.append(script)
    })
  }

  function connect(hear: (news: PageNews) => void, showLive: (isLive: boolean) => void): void {
    const events = new window.EventSource(`/events?page=${pageId}`)
    events.addEventListener('message', (event) => hear(JSON.parse(event.data ?? '{}') as PageNews))
    events.addEventListener('open', () => showLive(true))
    events.addEventListener('error', () => {
      showLive(false)
      // A browser gives up where something else answered: another program may have had the port for a while.
      if (events.readyState === 2) setTimeout(() => connect(hear, showLive), 1000)
    })
  }

  return {
    view: isStatic ? staticView : liveView,
    listen(hear, showLive) {
      if (!isStatic) {
        connect(hear, showLive)
        return
      }
      window.friendtalkRows = (news) => {
        news.rows.forEach(({ path }, index) => scripts.set(path, `messages/${index + 1}.js`))
        hear(news)
      }
      window.friendtalkViews = (path, drawn) => {
        views.set(path, drawn)
      }
    },
  }
}
