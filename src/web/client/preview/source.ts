import type { ChosenView, Choice, PreviewNews, StaticViews } from '../../preview/page-data.ts'
import { listen, type ShowLive } from '../dom.ts'

export interface SourcePart {
  /** A message drawn with values; undefined where there is none. */
  view(path: string, choice: Choice): Promise<ChosenView | undefined>
  /** Starts telling what there is and what changes. */
  listen(hear: (news: PreviewNews) => void, showLive: ShowLive): void
}

/** The functions that the scripts of static pages call. */
interface StaticScope {
  friendtalkRows?: (news: PreviewNews) => void
  friendtalkViews?: (path: string, views: StaticViews) => void
}

export function liveSource(): SourcePart {
  const headers = { 'content-type': 'application/json' }
  return {
    async view(path, choice) {
      const body = JSON.stringify({ path, choice })
      const answer = await fetch('/view', { method: 'POST', headers, body })
      return answer.status === 200 ? ((await answer.json()) as ChosenView) : undefined
    },
    listen: (hear, showLive) => listen('/events', (news) => hear(news as PreviewNews), showLive),
  }
}

/**
 * Takes messages from the files beside a page that is a file itself: it cannot fetch them, but they run as scripts.
 *
 * @param nonce what a script must carry to be run
 */
export function fileSource(nonce: string): SourcePart {
  const views = new Map<string, StaticViews>()
  const scripts = new Map<string, string>()
  const scope = globalThis as StaticScope

  function run(file: string): Promise<unknown> {
    return new Promise((resolve) => {
      const script = document.createElement('script')
      script.src = file
      script.setAttribute('nonce', nonce)
      for (const type of ['load', 'error']) script.addEventListener(type, resolve)
      document.head.append(script)
    })
  }

  return {
    async view(path, { type }) {
      if (!views.has(path)) await run(scripts.get(path) ?? '')
      const known = views.get(path)
      return known && { ...known.example, ...known[type === 'longest' || type === 'empty' ? type : 'example'] }
    },
    listen(hear) {
      scope.friendtalkRows = (news) => {
        news.rows.forEach(({ path }, index) => scripts.set(path, `messages/${index + 1}.js`))
        hear(news)
      }
      scope.friendtalkViews = (path, drawn) => {
        views.set(path, drawn)
      }
    },
  }
}
