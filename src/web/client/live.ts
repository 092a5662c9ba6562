import { byId } from './dom.ts'

/** Whether the connection to the server stands, as the page shows it. */
export type ShowLive = (isLive: boolean) => void

/** Makes the sign of the connection. */
export function liveSign(words: { readonly live: string; readonly lost: string }): ShowLive {
  const sign = byId('live')
  return (isLive) => {
    sign.classList.toggle('is-lost', !isLive)
    sign.textContent = isLive ? words.live : words.lost
  }
}

/** Hears what a server tells, and connects again whenever the connection is lost. */
export function listen(url: string, hear: (news: unknown) => void, showLive: ShowLive): void {
  const events = new EventSource(url)
  events.addEventListener('message', ({ data }: MessageEvent<string>) => hear(JSON.parse(data)))
  events.addEventListener('open', () => showLive(true))
  events.addEventListener('error', () => {
    showLive(false)
    // A browser gives up where something else answered: another program may have had the port for a while.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => listen(url, hear, showLive), 1000)
  })
}

/** Something that is loaded again and again, and what it shows must be the newest. */
export interface Loader {
  /** Loads, or once more when it is loading just now; resolves at once in that case. */
  readonly load: () => Promise<void>
  readonly isLoading: () => boolean
}

/** Loads one after the other. Where that fails the sign of the connection says so, until the next news. */
export function loader(loadOnce: () => Promise<void>, showLive: ShowLive): Loader {
  let isLoading = false
  let isStale = false
  return {
    isLoading: () => isLoading,
    async load() {
      isStale = true
      if (isLoading) return
      isLoading = true
      while (isStale) {
        isStale = false
        await loadOnce().catch(() => showLive(false))
      }
      isLoading = false
    },
  }
}
