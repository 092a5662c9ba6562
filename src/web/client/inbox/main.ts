import type { InboxClientWords } from '../../inbox/inbox-words.ts'
import type { InboxNews, InboxRow, InboxRows } from '../../inbox/page-data.ts'
import {
  around,
  byId,
  fill,
  keyTarget,
  listen,
  liveSign,
  loader,
  searchAtSlash,
  stepCarousels,
  textPart,
} from '../dom.ts'
import { faultOrders, refusalNotice } from './notices.ts'

// Only the rows in sight exist as elements, however many messages there are.
const rowHeightPx = 74
const pageRows = 60

const { body } = document
const { lang } = document.documentElement
const words = JSON.parse(body.dataset['words'] ?? '{}') as InboxClientWords
const list = byId('list')
const rows = byId('rows')
const search = byId('search', HTMLInputElement)
const verdict = byId('verdict', HTMLSelectElement)
const news = byId('news')
const showLive = liveSign(words)

let page: InboxRows = { matching: 0, last: 0, rows: [] }
let pageOffset = 0
let activeIndex = -1
let openSequence = 0
let latest = 0
let typing: ReturnType<typeof setTimeout> | undefined
let moving: ReturnType<typeof setTimeout> | undefined

const isFiltered = (): boolean => search.value.trim() !== '' || verdict.value !== ''

async function loadRows(): Promise<void> {
  const first = Math.floor(list.scrollTop / rowHeightPx)
  const offset = Math.max(0, first - 20)
  const query = new URLSearchParams({ offset: String(offset), limit: String(pageRows) })
  if (search.value.trim() !== '') query.set('search', search.value.trim())
  if (verdict.value !== '') query.set('verdict', verdict.value)
  const response = await fetch(`/_emulator/inbox/list?${query.toString()}`)
  const loaded = (await response.json()) as InboxRows
  keepPlace(loaded)
  page = loaded
  pageOffset = offset
  draw()
  openNewest()
}
const { load } = loader(loadRows, showLive)

/** Beside the list there is room for a message: the newest one stands there until another is chosen. */
function openNewest(): void {
  const [newest] = page.rows
  if (openSequence !== 0 || newest === undefined || !matchMedia('(min-width: 60rem)').matches) return
  activeIndex = pageOffset
  void open(newest.sequence)
}

/** New messages come in above: who reads further down keeps what is in sight. */
function keepPlace(loaded: InboxRows): void {
  const added = loaded.last < page.last ? 0 : isFiltered() ? loaded.matching - page.matching : loaded.last - page.last
  if (added <= 0 || page.last === 0) return
  if (activeIndex >= 0) activeIndex += added
  if (list.scrollTop < rowHeightPx) return
  list.scrollTop += added * rowHeightPx
  void load()
}

function draw(): void {
  rows.style.height = `${page.matching * rowHeightPx}px`
  rows.replaceChildren(...page.rows.map((row, index) => rowElement(row, pageOffset + index)))
  byId('empty').hidden = page.matching > 0
  byId('empty-title').textContent = isFiltered() ? words.nothingFound : words.none
  byId('empty-hint').hidden = isFiltered()
  const active = page.rows[activeIndex - pageOffset]
  if (active) list.setAttribute('aria-activedescendant', `row-${active.sequence}`)
  else list.removeAttribute('aria-activedescendant')
}

function rowElement(row: InboxRow, index: number): HTMLElement {
  const element = document.createElement('div')
  element.id = `row-${row.sequence}`
  element.className = `row kind-${row.kind.replace(/^[a-z]+-/, '')}`
  element.classList.toggle('is-active', index === activeIndex)
  element.classList.toggle('is-rejected', !row.accepted)
  element.style.transform = `translateY(${index * rowHeightPx}px)`
  element.dataset['index'] = String(index)
  element.dataset['sequence'] = String(row.sequence)
  element.setAttribute('role', 'option')
  element.setAttribute('aria-selected', String(row.sequence === openSequence))
  element.setAttribute('aria-posinset', String(index + 1))
  element.setAttribute('aria-setsize', String(page.matching))
  element.append(textPart('row-sign', ''), textPart('row-number', row.number || '—'), textPart('row-time', row.time))
  element.append(textPart('row-text', row.text), textPart('row-code', row.code), textPart('row-key', row.key))
  // Those of one release and message follow each other: the first of them says which.
  if (row.group !== '' && row.group !== page.rows[index - pageOffset - 1]?.group) {
    element.classList.add('is-first-of-group')
    element.append(textPart('row-group', row.group))
  }
  return element
}

async function open(sequence: number): Promise<void> {
  openSequence = sequence
  location.hash = `m${sequence}`
  const response = await fetch(`/_emulator/inbox/messages/${sequence}?lang=${lang}`)
  const html = await response.text()
  if (openSequence !== sequence) return
  fill(byId('message'), html)
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
  activeIndex = index
  const topPx = activeIndex * rowHeightPx
  if (topPx < list.scrollTop) list.scrollTop = topPx
  const overPx = topPx + rowHeightPx - list.clientHeight
  if (overPx > list.scrollTop) list.scrollTop = overPx
  draw()
  clearTimeout(moving)
  moving = setTimeout(() => {
    if (matchMedia('(min-width: 60rem)').matches) void openActive()
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
  const target = keyTarget(event.key, { at: activeIndex, count: page.matching, perPage })
  if (target !== undefined) {
    event.preventDefault()
    move(target)
  } else if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault()
    void openActive('detail')
  }
})

list.addEventListener('click', (event) => {
  const row = around(event, '.row')
  if (!row) return
  activeIndex = Number(row.dataset['index'])
  void open(Number(row.dataset['sequence']))
})

list.addEventListener('scroll', () => requestAnimationFrame(() => void load()))

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
  if (isFiltered()) news.textContent = words.found.replace('{count}', String(page.matching))
}
search.addEventListener('input', filter)
verdict.addEventListener('change', filter)
searchAtSlash(search)
stepCarousels()
byId('back').addEventListener('click', close)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && around(event, '#detail')) close()
})

const showRefusal = refusalNotice()
const showFaults = faultOrders(words)

function hear(counts: InboxNews): void {
  showRefusal(counts.refusal)
  showFaults(counts.faults)
  for (const name of ['messages', 'accepted', 'rejected'] as const) {
    byId(`count-${name}`).textContent = counts[name].toLocaleString(lang)
  }
  const added = counts.messages - latest
  if (latest > 0 && added > 0) news.textContent = words.arrived.replace('{count}', String(added))
  latest = counts.messages
  void load()
}

listen(`/_emulator/inbox/events?lang=${lang}`, (counts) => hear(counts as InboxNews), showLive)

byId('clear').addEventListener('click', () => {
  void fetch('/_emulator/messages', { method: 'DELETE' }).then(() => {
    history.replaceState(null, '', location.pathname + location.search)
    location.reload()
    return undefined
  })
})

const linked = /^#m(\d+)$/.exec(location.hash)?.[1]
if (linked !== undefined) void open(Number(linked))
