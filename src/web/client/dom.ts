import { type Language, type Say, sayIn } from '../../words/language.ts'

/** The language of the page. */
export const lang: Language = document.documentElement.lang === 'ko' ? 'ko' : 'en'
export const say: Say = sayIn(lang)

/** Returns an element of the page. @throws Error when the page has none with the id and type */
export function byId(id: string): HTMLElement
export function byId<T extends HTMLElement>(id: string, type: new () => T): T
export function byId(id: string, type = HTMLElement): HTMLElement {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`#${id} is missing`)
  return element
}

/** Returns all elements below one that fit a selector. */
export function allIn(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)]
}

/** Returns the nearest element around the target of an event that fits a selector. */
export function around({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}

/** Makes a part of a row, with text and never markup: it comes from messages. */
export function textPart(className: string, text: string): HTMLElement {
  const span = document.createElement('span')
  span.className = className
  span.textContent = text
  return span
}

const filled = new WeakMap<HTMLElement, string>()

/**
 * Replaces what an element holds by HTML of our own server, unless it is the same; whatever of it came from a message
 * is escaped text. What has a `data-key` keeps the focus, and stays open where it was. Returns whether it was not the
 * same.
 */
export function fill(element: HTMLElement, html: string): boolean {
  if (filled.get(element) === html) return false
  filled.set(element, html)
  replaceContent(element, new DOMParser().parseFromString(html, 'text/html').body.children)
  return true
}

/** Replaces what an element holds. What has a `data-key` keeps the focus, and stays open where it was. */
export function replaceContent(element: HTMLElement, children: Iterable<Node>): void {
  const scrolledPx = element.scrollTop
  const open = new Set(allIn(element, 'details[open][data-key]').map(({ dataset }) => dataset['key']))
  const focused = element.contains(document.activeElement) ? document.activeElement : null
  const focusedKey = focused?.closest<HTMLElement>('[data-key]')?.dataset['key']
  element.replaceChildren(...children)
  for (const details of element.querySelectorAll<HTMLDetailsElement>('details[data-key]')) {
    if (open.has(details.dataset['key'])) details.open = true
  }
  element.scrollTop = scrolledPx
  if (focused !== null && focused !== element) restoreFocus(element, focused.id, focusedKey)
}

/** Gives the focus to what took the place of the element that had it, or else to what both are in. */
function restoreFocus(element: HTMLElement, id: string, key: string | undefined): void {
  const keyed =
    key === undefined ? undefined : allIn(element, '[data-key]').find(({ dataset }) => dataset['key'] === key)
  const target = keyed instanceof HTMLDetailsElement ? keyed.querySelector('summary') : keyed
  const known = target ?? (id === '' ? undefined : element.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`))
  ;(known ?? element).focus({ preventScroll: true })
}

/** Moves to the search field at a slash that is typed nowhere else. */
export function searchAtSlash(search: HTMLInputElement): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || around(event, 'input, select, textarea')) return
    event.preventDefault()
    search.focus()
  })
}

/** Lets the buttons below a carousel scroll its cards. */
export function stepCarousels(): void {
  document.addEventListener('click', (event) => {
    const step = around(event, '.ph-step')
    const cards = step?.closest('.ph-carousel')?.querySelector('.ph-cards')
    if (!step || !cards) return
    const distancePx = cards.clientWidth * 0.75
    cards.scrollBy({ left: step.dataset['step'] === 'next' ? distancePx : -distancePx, behavior: 'smooth' })
  })
}

interface Walked<K> {
  /** Returns the keys of the rows that are shown, in their order. */
  readonly keys: () => readonly K[]
  readonly active: () => K
  readonly keyOf: (row: HTMLElement) => K
  readonly select: (key: K) => void
  /** Returns whether a message has room beside the list. */
  readonly hasRoom: () => boolean
  readonly open: (key: K, isEntered: boolean) => void
}

/** Lets keys walk through the rows of a list. The row that they stop at opens by itself where it has room. */
export function walkList<K>(list: HTMLElement, { keys, active, keyOf, select, hasRoom, open }: Walked<K>): void {
  const stopMs = 100
  let moving: ReturnType<typeof setTimeout> | undefined
  list.addEventListener('keydown', (event) => {
    const all = keys()
    const at = all.indexOf(active())
    const perPage = Math.max(1, Math.floor(list.clientHeight / (list.querySelector('.row')?.clientHeight || 1)) - 1)
    const moves = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + perPage,
      PageUp: at - perPage,
      Home: 0,
      End: all.length,
    }
    const move = moves[event.key as keyof typeof moves] as number | undefined
    const isEntered = at >= 0 && (event.key === 'Enter' || event.key === ' ')
    const target = move === undefined ? undefined : all[Math.min(Math.max(move, 0), all.length - 1)]
    if (target === undefined && !isEntered) return
    event.preventDefault()
    clearTimeout(moving)
    if (target === undefined) return open(active(), true)
    select(target)
    if (hasRoom()) moving = setTimeout(() => open(target, false), stopMs)
  })
  list.addEventListener('click', (event) => {
    const row = around(event, '.row')
    if (row) open(keyOf(row), false)
  })
}

/** Shows on the page whether the connection to the server stands. */
export type ShowLive = (isLive: boolean) => void

export function liveSign(): ShowLive {
  const sign = byId('live')
  return (isLive) => {
    sign.classList.toggle('is-lost', !isLive)
    sign.textContent = isLive
      ? say('Live', '연결됨')
      : say('Connection lost, trying again…', '연결이 끊겨 다시 연결하는 중…')
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

/**
 * Returns what loads the newest state. While it loads, a call makes it load once more and resolves at once. Where it
 * fails the sign of the connection says so, until the next news.
 */
export function loader(loadOnce: () => Promise<void>, showLive: ShowLive): () => Promise<void> {
  let isLoading = false
  let isStale = false
  return async () => {
    isStale = true
    if (isLoading) return
    isLoading = true
    while (isStale) {
      isStale = false
      await loadOnce().catch(() => showLive(false))
    }
    isLoading = false
  }
}
