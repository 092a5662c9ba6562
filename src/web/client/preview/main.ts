import type { ChosenView, Choice, PreviewNews } from '../../preview/page-data.ts'
import { allIn, around, byId, fill, lang, liveSign, loader, say } from '../dom.ts'
import { kindName, listPart } from './list.ts'
import { detailPart } from './detail.ts'
import { fileSource, liveSource } from './source.ts'

// Choices stand in the address, so that a reload changes nothing. Only the chosen message is a step of the browser's
// history; view settings are not.

const { body } = document
const isStatic = body.dataset['mode'] === 'static'
// A nonce can be read from the script alone that runs just now.
const nonce = document.currentScript?.nonce ?? ''

const inAddress = (): URLSearchParams => new URLSearchParams(location.hash.slice(1))
let state = inAddress()
const remember = (name: string, value: string): void => {
  state.set(name, value)
  history.replaceState(null, '', `#${state.toString()}`)
}
const isWide = (): boolean => matchMedia('(min-width: 48rem)').matches

let openPath = ''
let controlsKey = ''
let typed: Record<string, string> = {}
let hasTyped = false
let rowIndex = Number(state.get('row') ?? 0) || 0
let rest: (() => void) | undefined

const source = isStatic ? fileSource(nonce) : liveSource()
const showLive = isStatic ? () => {} : liveSign()
const load = loader(loadOpen, showLive)
const list = listPart(open)
const detail = detailPart((name) => remember('tab', name))

function choice(): Choice {
  const name = state.get('values')
  if (name === 'longest' || name === 'empty') return { type: name }
  if (name === 'typed' && !isStatic) return { type: 'typed', values: typed }
  if (name !== 'row' || isStatic) return { type: 'example' }
  return { type: 'row', index: rowIndex }
}

function open(path: string, isEntered: boolean): void {
  // The first message of a wide page opens by itself; on a small screen the list is a step of its own.
  const isStep = state.get('message') !== path && (openPath !== '' || !isWide())
  if (isStep) history.pushState(null, '', `#${state.toString()}`)
  show(path, isEntered)
}

function show(path: string, isEntered: boolean): void {
  if (path !== openPath) {
    typed = {}
    if (openPath !== '') rowIndex = 0
    detail.forget()
    controlsKey = ''
    if (state.get('values') === 'typed') remember('values', 'example')
  }
  openPath = path
  remember('message', path)
  list.select(path)
  void load().then(() => {
    body.classList.toggle('has-message', true)
    if (isEntered) byId('detail').focus()
    return undefined
  })
}

async function loadOpen(): Promise<void> {
  const path = openPath
  const wish = choice()
  const view = await source.view(path, wish)
  if (path === openPath) apply(view, wish)
}

function apply(view: ChosenView | undefined, wish: Choice): void {
  byId('opened').hidden = view === undefined
  byId('welcome').hidden = view !== undefined
  if (view === undefined) {
    byId('welcome-title').textContent = say('This message is gone.', '이 메시지는 없어졌습니다.')
    return
  }
  // The picture comes first, the rest in the same frame.
  detail.showPicture(view.picture)
  if (rest === undefined) {
    requestAnimationFrame(() => {
      rest?.()
      rest = undefined
    })
  }
  rest = () => applyRest(view, wish)
}

function applyRest(view: ChosenView, wish: Choice): void {
  const { row } = view
  const name = row.path.slice(row.path.lastIndexOf('/') + 1)
  document.title = `${name} · ${say('Preview', '미리보기')}`
  byId('opened-title').textContent = name
  byId('opened-path').textContent = [kindName(row.kind), row.title, row.path].filter((text) => text !== '').join(' · ')
  fill(byId('panel-check'), view.check)
  fill(byId('panel-payload'), view.payload)
  fill(byId('source'), view.source)
  showControls(view, wish)
  detail.showOverMax(view.overMax)
  const count = byId('diagnostic-count')
  count.textContent = view.diagnostics > 0 ? String(view.diagnostics) : ''
  count.className = `pill ${row.errors > 0 ? 'is-error' : 'is-warning'}`
  byId('to-about-count').textContent =
    view.diagnostics > 0
      ? say(`${view.diagnostics} diagnostics`, `찾은 문제 ${view.diagnostics}개`)
      : say('Nothing to report', '문제 없음')
  const toAbout = byId('to-about').classList
  toAbout.toggle('is-error', row.errors > 0)
  toAbout.toggle('is-warning', row.errors === 0 && view.diagnostics > 0)
  toAbout.toggle('is-clean', view.diagnostics === 0)
  detail.pin()
  const isRow = wish.type === 'row' && view.hasRecipients
  byId('rows').hidden = !isRow
  if (isRow) showRow(view)
  for (const label of allIn(byId('values'), '[data-choice=row]')) label.hidden = !view.hasRecipients
  check('values', wish.type === 'row' && !isRow ? 'example' : wish.type)
}

/** Shows the fields. They stay while a value is typed, unless the message has other variables now. */
function showControls(view: ChosenView, wish: Choice): void {
  const panelOfValues = byId('panel-values')
  const isTyping = wish.type === 'typed' && controlsKey === view.controlsKey
  controlsKey = view.controlsKey
  if (isTyping) return
  // Typed values stand in the fields, not in the markup that they were made of.
  if (hasTyped) fill(panelOfValues, '')
  hasTyped = wish.type === 'typed'
  fill(panelOfValues, view.controls)
}

function showRow({ recipient, noRows }: ChosenView): void {
  byId('row-label').textContent = recipient?.label ?? noRows ?? ''
  byId('row-previous', HTMLButtonElement).disabled = recipient === undefined || recipient.index === 0
  byId('row-next', HTMLButtonElement).disabled = recipient === undefined || recipient.isLast
  if (recipient === undefined) return
  rowIndex = recipient.index
  remember('row', String(rowIndex))
}

function check(name: string, value: string): void {
  for (const input of byId(name).querySelectorAll('input')) input.checked = input.value === value
}

function pickLook(): void {
  const theme = state.get('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  const width = byId('width', HTMLSelectElement)
  // The phone keeps its width: the smallest one has room in a window that is a phone's.
  const wanted = state.get('width') ?? (innerWidth < 411 ? '360' : null)
  if ([...width.options].some(({ value }) => value === wanted)) width.value = wanted ?? ''
  byId('stage').className = `stage theme-${theme === 'dark' ? 'dark' : 'light'} width-${width.value}`
  check('theme', theme === 'dark' ? 'dark' : 'light')
  detail.pin()
}

for (const name of ['theme', 'width', 'values']) {
  byId(name).addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    remember(name, target.value)
    if (name !== 'values') {
      pickLook()
      return
    }
    if (target.value === 'typed') {
      // Typing goes on from what is shown.
      takeTyped()
      detail.openTab('values')
    }
    void load()
  })
}

function takeTyped(): void {
  hasTyped = true
  const fields = byId('panel-values').querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-name]')
  typed = Object.fromEntries(Array.from(fields, ({ dataset, value }) => [dataset['name'] ?? '', value]))
}
byId('panel-values').addEventListener('input', (event) => {
  if (!around(event, '[data-name]') || isStatic) return
  takeTyped()
  remember('values', 'typed')
  void load()
})
byId('panel-values').addEventListener('click', (event) => {
  if (!around(event, '#reset')) return
  remember('values', 'example')
  void load()
})
for (const [id, step] of [['row-previous', -1] as const, ['row-next', 1] as const]) {
  byId(id).addEventListener('click', () => {
    rowIndex = Math.max(0, rowIndex + step)
    void load()
  })
}
byId('to-about').addEventListener('click', () => {
  byId('panel').scrollIntoView({ block: 'start' })
  byId('panel').focus({ preventScroll: true })
})
// Once what it leads to is in sight it leads nowhere.
new IntersectionObserver(([entry]) => byId('to-about').classList.toggle('is-passed', entry?.isIntersecting === true), {
  rootMargin: '0px 0px -25% 0px',
}).observe(byId('panel'))
byId('back').addEventListener('click', leave)
document.querySelector('.skip')?.addEventListener('click', (event) => {
  // As a link it would lead to an address without a message.
  event.preventDefault()
  byId('detail').focus()
})
document.addEventListener('keydown', (event) => {
  const isOnSheet = around(event, '.ph-sheet') || document.querySelector('.ph-sheet:popover-open')
  if (event.key === 'Escape' && around(event, '#detail') && !isOnSheet) leave()
})
function leave(): void {
  body.classList.toggle('has-message', false)
  list.focus()
}

function hear(news: PreviewNews): void {
  const isOpenChanged = news.rows.some(({ path }) => path === openPath) || news.removed.includes(openPath)
  if (openPath !== '' && (isOpenChanged || news.isAll)) {
    void load()
    if (!news.isAll)
      byId('news').textContent = `${say('Updated', '새로 그렸습니다')} ${new Date().toLocaleTimeString(lang)}`
  }
  list.take(news)
  if (openPath === '') openFirst()
}

function openFirst(): void {
  const wished = state.get('message')
  if (wished !== null && list.has(wished)) open(wished, false)
  else if (isWide()) {
    const first = list.first()
    if (first !== undefined) open(first, false)
  }
}

const tabs = isStatic ? ['check', 'payload'] : ['check', 'values', 'payload']
const pickTab = (): void => detail.openTab(tabs.find((name) => name === state.get('tab')) ?? 'check')

addEventListener('popstate', () => {
  state = inAddress()
  const path = state.get('message')
  pickLook()
  pickTab()
  if (path === null) leave()
  else show(path, false)
})

pickLook()
pickTab()
source.listen(hear, showLive)
