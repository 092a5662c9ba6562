import type { InboxNews, InboxRow, InboxRows } from '../../inbox/page-data.ts'
import {
  allIn,
  around,
  byId,
  fill,
  lang,
  listen,
  liveSign,
  loader,
  say,
  searchAtSlash,
  stepCarousels,
  textPart,
  walkList,
} from '../dom.ts'

const { body } = document
const list = byId('list')
const search = byId('search', HTMLInputElement)
const verdict = byId('verdict', HTMLSelectElement)
const news = byId('news')
const showLive = liveSign()

let page: InboxRows = { matching: 0, rows: [] }
let active = 0
let openSequence = 0
let latest = 0
let typing: ReturnType<typeof setTimeout> | undefined

const isFiltered = (): boolean => search.value.trim() !== '' || verdict.value !== ''

async function loadRows(): Promise<void> {
  const query = new URLSearchParams({ lang, search: search.value.trim(), verdict: verdict.value })
  const response = await fetch(`/_emulator/inbox/list?${query.toString()}`)
  page = (await response.json()) as InboxRows
  draw()
  // Beside the list there is room for a message: the newest one stands there until another is chosen.
  const [newest] = page.rows
  if (openSequence === 0 && newest && isWide()) await open(newest.sequence)
}
const load = loader(loadRows, showLive)

const isWide = (): boolean => matchMedia('(min-width: 60rem)').matches

function draw(): void {
  const shown = list.getBoundingClientRect()
  // New messages come in above: the row that is read stays where it is.
  const kept = list.scrollTop === 0 ? undefined : allIn(list, '.row').find((row) => topOf(row) >= shown.top)
  const keptPx = kept === undefined ? 0 : topOf(kept)
  list.replaceChildren(...page.rows.flatMap((row, index) => rowElements(row, page.rows[index - 1])))
  const again = kept && document.getElementById(kept.id)
  if (again) list.scrollTop += topOf(again) - keptPx
  byId('empty').hidden = page.matching > 0
  byId('empty-title').textContent = isFiltered()
    ? say('No message matches.', '찾는 메시지가 없습니다.')
    : say('No messages yet', '아직 메시지가 없습니다')
  byId('empty-hint').hidden = isFiltered()
  const { length } = page.rows
  const [count, all] = [length, page.matching].map((number) => number.toLocaleString(lang))
  byId('more').hidden = page.matching === length
  byId('more').textContent = say(
    `The newest ${count} of ${all}. Search for older ones.`,
    `${all}건 중 최근 ${count}건입니다. 이전 메시지는 검색하세요.`,
  )
  if (document.getElementById(`row-${active}`)) list.setAttribute('aria-activedescendant', `row-${active}`)
  else list.removeAttribute('aria-activedescendant')
}

const topOf = (element: HTMLElement): number => element.getBoundingClientRect().top

/** Returns a row, below the name of its release and message where that is another than above. */
function rowElements(row: InboxRow, above: InboxRow | undefined): HTMLElement[] {
  const element = document.createElement('div')
  element.id = `row-${row.sequence}`
  element.className = `row kind-${row.kind.replace(/^[a-z]+-/, '')}`
  element.classList.toggle('is-active', row.sequence === active)
  element.classList.toggle('is-rejected', row.isBad)
  element.dataset['sequence'] = String(row.sequence)
  element.setAttribute('role', 'option')
  element.setAttribute('aria-selected', String(row.sequence === openSequence))
  element.append(textPart('row-sign', ''), textPart('row-number', row.number || '—'), textPart('row-time', row.time))
  element.append(textPart('row-text', row.text), textPart('row-code', row.outcome), textPart('row-key', row.key))
  if (row.group === (above?.group ?? '')) return [element]
  // A screen reader hears it with the row: a list box holds options alone.
  element.prepend(textPart('hidden', row.group))
  const name = textPart('group-name', row.group)
  name.setAttribute('aria-hidden', 'true')
  return [name, element]
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

walkList(list, {
  keys: () => page.rows.map(({ sequence }) => sequence),
  active: () => active,
  keyOf: ({ dataset }) => Number(dataset['sequence']),
  select(sequence) {
    active = sequence
    draw()
    document.getElementById(`row-${active}`)?.scrollIntoView({ block: 'nearest' })
  },
  hasRoom: isWide,
  open(sequence, isEntered) {
    active = sequence
    void open(sequence).then(() => isEntered && byId('detail').focus())
  },
})

function filter(): void {
  clearTimeout(typing)
  typing = setTimeout(() => {
    list.scrollTop = 0
    active = 0
    void loadFiltered()
  }, 120)
}
async function loadFiltered(): Promise<void> {
  await load()
  if (isFiltered()) news.textContent = say(`${page.matching} found`, `${page.matching}건 찾음`)
}
search.addEventListener('input', filter)
verdict.addEventListener('change', filter)
searchAtSlash(search)
stepCarousels()
byId('back').addEventListener('click', close)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && around(event, '#detail')) close()
})

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Seoul' })

/** Shows the last request that was refused as a whole, until it is dismissed. Returns how to show one. */
function refusalNotice(): (refusal: InboxNews['refusal']) => void {
  const storageKey = 'friendtalk-dismissed'
  let shown = ''
  byId('refusal-dismiss').addEventListener('click', () => {
    sessionStorage.setItem(storageKey, shown)
    byId('refusal').hidden = true
    byId('list').focus()
  })
  return (refusal) => {
    // Numbers of requests begin anew with a reset: the time tells two of one number apart.
    shown = refusal === undefined ? '' : `${refusal.request} ${refusal.receivedAt}`
    byId('refusal').hidden = refusal === undefined || sessionStorage.getItem(storageKey) === shown
    if (refusal === undefined) return
    byId('refusal-code').textContent = refusal.code
    byId('refusal-time').textContent = clock.format(refusal.receivedAt)
    byId('refusal-text').textContent = `#${refusal.request} ${refusal.path}: ${refusal.reason[lang]}`
  }
}

const showRefusal = refusalNotice()

function hear(counts: InboxNews): void {
  showRefusal(counts.refusal)
  for (const name of ['messages', 'accepted', 'rejected'] as const) {
    byId(`count-${name}`).textContent = counts[name].toLocaleString(lang)
  }
  const added = counts.messages - latest
  if (latest > 0 && added > 0) news.textContent = say(`${added} new messages`, `새 메시지 ${added}건`)
  latest = counts.messages
  void load()
}

listen('/_emulator/inbox/events', (counts) => hear(counts as InboxNews), showLive)

byId('clear').addEventListener('click', () => {
  void fetch('/_emulator/messages', { method: 'DELETE' }).then(() => {
    history.replaceState(null, '', location.pathname + location.search)
    location.reload()
    return undefined
  })
})

const linked = /^#m(\d+)$/.exec(location.hash)?.[1]
if (linked !== undefined) void open(Number(linked))
