import type { PageElement, PageWindow } from './browser.ts'
import type { InboxNews } from './events.ts'
import type { InboxRow, InboxRows } from './rows.ts'

/**
 * The script of the inbox page. It is served as its own source text, so it uses nothing from outside the function.
 * Only the rows in sight exist as elements, however many messages there are.
 */
export function inboxClient(window: PageWindow): void {
  const rowHeightPx = 74
  const pageRows = 60
  const { document, location } = window
  const { body } = document
  const { lang } = document.documentElement

  const byId = (id: string): PageElement => {
    const element = document.getElementById(id)
    if (element === null) throw new Error(`#${id} is missing`)
    return element
  }
  const list = byId('list')
  const rows = byId('rows')
  const search = byId('search')
  const verdict = byId('verdict')
  const news = byId('news')
  const live = byId('live')

  let page: InboxRows = { matching: 0, last: 0, rows: [] }
  let pageOffset = 0
  let activeIndex = -1
  let openSequence = 0
  let isLoading = false
  let isStale = false
  let latest = 0
  let typing: ReturnType<typeof setTimeout> | undefined
  let moving: ReturnType<typeof setTimeout> | undefined

  const isFiltered = (): boolean => search.value.trim() !== '' || verdict.value !== ''

  async function load(): Promise<void> {
    isStale = true
    if (isLoading) return
    isLoading = true
    while (isStale) {
      isStale = false
      const first = Math.floor(list.scrollTop / rowHeightPx)
      const offset = Math.max(0, first - 20)
      const query = new URLSearchParams({ offset: String(offset), limit: String(pageRows) })
      if (search.value.trim() !== '') query.set('search', search.value.trim())
      if (verdict.value !== '') query.set('verdict', verdict.value)
      try {
        const response = await window.fetch(`/_emulator/inbox/list?${query.toString()}`)
        const loaded = (await response.json()) as InboxRows
        keepPlace(loaded)
        page = loaded
        pageOffset = offset
        draw()
      } catch {
        // The event stream says that the connection is lost, and loads again once it is back.
        live.classList.toggle('is-lost', true)
      }
    }
    isLoading = false
  }

  /** New messages come in above: who reads further down keeps what is in sight. */
  function keepPlace(loaded: InboxRows): void {
    const added = loaded.last < page.last ? 0 : isFiltered() ? loaded.matching - page.matching : loaded.last - page.last
    if (added <= 0 || page.last === 0) return
    if (activeIndex >= 0) activeIndex += added
    if (list.scrollTop < rowHeightPx) return
    list.scrollTop += added * rowHeightPx
    isStale = true
  }

  function draw(): void {
    rows.style.height = `${page.matching * rowHeightPx}px`
    rows.replaceChildren(...page.rows.map((row, index) => rowElement(row, pageOffset + index)))
    byId('empty').hidden = page.matching > 0
    byId('empty-title').textContent = (isFiltered() ? body.dataset['nothing'] : body.dataset['none']) ?? ''
    byId('empty-hint').hidden = isFiltered()
    const active = page.rows[activeIndex - pageOffset]
    if (active) list.setAttribute('aria-activedescendant', `row-${active.sequence}`)
    else list.removeAttribute('aria-activedescendant')
  }

  function rowElement(row: InboxRow, index: number): PageElement {
    const element = document.createElement('div')
    element.id = `row-${row.sequence}`
    element.className = `row kind-${row.kind}`
    element.classList.toggle('is-active', index === activeIndex)
    element.classList.toggle('is-rejected', !row.accepted)
    element.style.transform = `translateY(${index * rowHeightPx}px)`
    element.dataset['index'] = String(index)
    element.dataset['sequence'] = String(row.sequence)
    element.setAttribute('role', 'option')
    element.setAttribute('aria-selected', String(row.sequence === openSequence))
    element.setAttribute('aria-posinset', String(index + 1))
    element.setAttribute('aria-setsize', String(page.matching))
    const part = (name: string, text: string): PageElement => {
      const span = document.createElement('span')
      span.className = name
      // Text, never markup: it is what somebody sent.
      span.textContent = text
      return span
    }
    element.append(part('row-sign', ''), part('row-number', row.number || '—'), part('row-time', row.time))
    element.append(part('row-text', row.text), part('row-code', row.code), part('row-key', row.key))
    return element
  }

  async function open(sequence: number): Promise<void> {
    openSequence = sequence
    location.hash = `m${sequence}`
    const response = await window.fetch(`/_emulator/inbox/messages/${sequence}?lang=${lang}`)
    const text = await response.text()
    if (openSequence !== sequence) return
    const parsed = new window.DOMParser().parseFromString(text, 'text/html')
    byId('message').replaceChildren(...parsed.body.children)
    body.classList.toggle('has-message', true)
    byId('detail').scrollTop = 0
    draw()
  }

  function close(): void {
    body.classList.toggle('has-message', false)
    list.focus()
  }

  /** Moves to a row, loads it when it is out of sight, and opens it where it has room beside the list. */
  function move(index: number): void {
    activeIndex = Math.min(Math.max(index, 0), page.matching - 1)
    const topPx = activeIndex * rowHeightPx
    if (topPx < list.scrollTop) list.scrollTop = topPx
    const overPx = topPx + rowHeightPx - list.clientHeight
    if (overPx > list.scrollTop) list.scrollTop = overPx
    draw()
    clearTimeout(moving)
    moving = setTimeout(() => {
      if (window.matchMedia('(min-width: 60rem)').matches) void openActive()
    }, 150)
  }

  async function openActive(focused?: string): Promise<void> {
    await load()
    const row = page.rows[activeIndex - pageOffset]
    if (row) await open(row.sequence)
    if (focused !== undefined) byId(focused).focus()
  }

  list.addEventListener('keydown', (event) => {
    const perPage = Math.max(1, Math.floor(list.clientHeight / rowHeightPx) - 1)
    const targets: Record<string, number> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: activeIndex + perPage,
      PageUp: activeIndex - perPage,
      Home: 0,
      End: page.matching - 1,
    }
    const target = targets[event.key ?? '']
    if (target !== undefined) {
      event.preventDefault()
      move(target)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      void openActive('detail')
    }
  })

  list.addEventListener('click', (event) => {
    const row = event.target?.closest('.row')
    if (!row) return
    activeIndex = Number(row.dataset['index'])
    void open(Number(row.dataset['sequence']))
  })

  list.addEventListener('scroll', () => window.requestAnimationFrame(() => void load()))

  function filter(): void {
    clearTimeout(typing)
    typing = setTimeout(() => {
      list.scrollTop = 0
      activeIndex = -1
      page = { ...page, last: 0 }
      void loadFiltered()
    }, 120)
  }
  async function loadFiltered(): Promise<void> {
    await load()
    if (isFiltered()) news.textContent = (body.dataset['found'] ?? '').replace('{count}', String(page.matching))
  }
  search.addEventListener('input', filter)
  verdict.addEventListener('change', filter)
  byId('back').addEventListener('click', close)

  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && event.target?.closest('input, select, textarea') === null) {
      event.preventDefault()
      search.focus()
    } else if (event.key === 'Escape' && event.target?.closest('#detail')) close()
  })

  document.addEventListener('click', (event) => {
    const step = event.target?.closest('.ph-step')
    const cards = step?.closest('.ph-carousel')?.querySelector('.ph-cards')
    if (!step || !cards) return
    const distancePx = cards.clientWidth * 0.8
    cards.scrollBy({ left: step.dataset['step'] === 'next' ? distancePx : -distancePx, behavior: 'smooth' })
  })

  function showRefusal(refusal: InboxNews['refusal']): void {
    const box = byId('refusal')
    box.hidden = refusal === undefined
    if (refusal === undefined) return
    byId('refusal-code').textContent = refusal.code
    byId('refusal-text').textContent = `#${refusal.request} ${refusal.path}: ${refusal.description}`
  }

  function showCounts(counts: InboxNews): void {
    showRefusal(counts.refusal)
    for (const name of ['messages', 'accepted', 'rejected'] as const) {
      byId(`count-${name}`).textContent = counts[name].toLocaleString(lang)
    }
    const added = counts.messages - latest
    if (latest > 0 && added > 0) news.textContent = (body.dataset['arrived'] ?? '').replace('{count}', String(added))
    latest = counts.messages
    void load()
  }

  const events = new window.EventSource('/_emulator/inbox/events')
  events.addEventListener('message', (event) => showCounts(JSON.parse(event.data ?? '{}') as InboxNews))
  const showLive = (isLive: boolean): void => {
    live.classList.toggle('is-lost', !isLive)
    live.textContent = (isLive ? body.dataset['live'] : body.dataset['lost']) ?? ''
  }
  events.addEventListener('open', () => showLive(true))
  events.addEventListener('error', () => showLive(false))

  const linked = /^#m(\d+)$/.exec(location.hash)?.[1]
  if (linked !== undefined) void open(Number(linked))
}
