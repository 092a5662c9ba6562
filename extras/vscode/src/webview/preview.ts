import { allIn, around, byId, replaceContent, stepCarousels } from '../../../../src/web/client/dom.ts'
import type { FromPanel, PanelState, ToPanel } from '../panel-messages.ts'

interface Editor {
  postMessage(message: FromPanel): void
  setState(state: PanelState): void
}
declare function acquireVsCodeApi(): Editor

const editor = acquireVsCodeApi()
const picture = byId('picture')
const style = byId('drawing', HTMLStyleElement)
let shownUri = ''
let shownHtml: string | undefined
let cursorLine = 0

/** Replaces the picture; what its reader has scrolled to and opened stays, and images that are the same do not blink. */
function show({ uri, html }: Extract<ToPanel, { type: 'show' }>): void {
  if (uri !== shownUri) {
    editor.setState({ uri })
    cursorLine = 0
  }
  if (html === shownHtml && uri === shownUri) return
  const cards = uri === shownUri ? (picture.querySelector('.ph-cards')?.scrollLeft ?? 0) : 0
  const [left, top] = uri === shownUri ? [scrollX, scrollY] : [0, 0]
  const images = new Map(Array.from(picture.querySelectorAll('img'), (image) => [image.src, image]))
  shownUri = uri
  shownHtml = html
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const css = parsed.querySelector('style')?.textContent ?? ''
  if (style.textContent !== css) style.textContent = css
  picture.lang = parsed.documentElement.lang
  replaceContent(picture, parsed.body.children)
  if (picture.children.length === 0) empty()
  for (const image of picture.querySelectorAll('img')) {
    const known = images.get(image.src)
    if (known?.complete && known.className === image.className) image.replaceWith(known)
    images.delete(image.src)
  }
  const list = picture.querySelector('.ph-cards')
  if (list) list.scrollLeft = cards
  scrollTo(left, top)
  mark(false)
}

function empty(): void {
  const said = document.createElement('p')
  said.className = 'empty'
  said.textContent = document.body.dataset['empty'] ?? ''
  picture.replaceChildren(said)
}

const linesOf = ({ dataset }: HTMLElement): number => Number(dataset['to']) - Number(dataset['from'])

/** Marks the smallest parts that the line of the cursor made. */
function mark(isRevealed: boolean): void {
  for (const element of allIn(picture, '.is-at-cursor')) element.classList.remove('is-at-cursor')
  const here = allIn(picture, '[data-from]').filter(
    ({ dataset }) => Number(dataset['from']) <= cursorLine && cursorLine <= Number(dataset['to']),
  )
  const fewest = Math.min(...here.map(linesOf))
  const marked = here.filter(
    (element) => linesOf(element) === fewest && !here.some((other) => other !== element && element.contains(other)),
  )
  for (const element of marked) element.classList.add('is-at-cursor')
  if (isRevealed) marked[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
  if (data.type === 'show') return show(data)
  const isMoved = data.line !== cursorLine
  cursorLine = data.line
  mark(isMoved)
})

document.addEventListener(
  'click',
  (event) => {
    const from = around(event, '.ph-step, .ph-cover') ? undefined : around(event, '[data-from]')?.dataset['from']
    if (from === undefined) return
    // The line says where a button leads: its sheet would stand before the message.
    event.preventDefault()
    editor.postMessage({ type: 'jump', line: Number(from) })
  },
  { capture: true },
)
stepCarousels()
empty()
editor.postMessage({ type: 'ready' })
