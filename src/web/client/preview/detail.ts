import { allIn, around, byId, fill, say, stepCarousels } from '../dom.ts'
import { parentOf } from '../../../text/json-text.ts'

interface Lines {
  readonly from: number
  readonly to: number
}

/** Shows the opened message, keeps what its reader did with the phone, and ties picture and source together. */
export function detailPart(onTab: (name: string) => void) {
  const picture = byId('picture')
  const pins = byId('pins')
  const tabs = byId('tabs')
  const source = byId('source')
  const payload = byId('panel-payload')
  const diagnostics = (): HTMLElement[] => allIn(byId('panel-check'), '.diagnostic')
  let picked: string | undefined

  /** Returns the element of a value in the picture, or of what contains it. */
  function elementOf(pointer = ''): HTMLElement | undefined {
    // Pointers stand in attributes, but a selector would have to escape them.
    const all = new Map(allIn(picture, '[data-pointer]').map((element) => [element.dataset['pointer'] ?? '', element]))
    for (let at = pointer; at !== ''; at = parentOf(at)) {
      const element = all.get(at)
      if (element) return element
    }
    return undefined
  }

  function showPicture(html: string): void {
    const cards = picture.querySelector('.ph-cards')?.scrollLeft ?? 0
    const sheet = picture.querySelector('.ph-sheet:popover-open')?.id
    const { activeElement } = document
    const focused = picture.contains(activeElement) ? activeElement?.getAttribute('data-pointer') : undefined
    const images = new Map([...picture.querySelectorAll('img')].map((image) => [image.src, image]))
    if (!fill(picture, html)) return
    for (const image of picture.querySelectorAll('img')) {
      const known = images.get(image.src)
      // The same image need not be loaded again: it would blink.
      if (known?.complete && known.className === image.className) image.replaceWith(known)
      else image.addEventListener('load', pin)
      images.delete(image.src)
    }
    const list = picture.querySelector('.ph-cards')
    if (list) list.scrollLeft = cards
    if (sheet !== undefined) document.getElementById(sheet)?.showPopover()
    if (typeof focused === 'string') elementOf(focused)?.focus({ preventScroll: true })
  }

  /** Puts the numbers of the diagnostics beside their places. */
  function pin(): void {
    for (const element of allIn(picture, '[data-mark]')) element.removeAttribute('data-mark')
    markFolds(picture)
    const focusedPin = pins.contains(document.activeElement) ? document.activeElement?.textContent : undefined
    const hasPhone = picture.querySelector('.ph') !== null
    const stage = pins.getBoundingClientRect()
    const placed = diagnostics().flatMap((diagnostic, index) => {
      const element = elementOf(diagnostic.dataset['pointer'])
      if (element === undefined || !hasPhone) return []
      const box = boxBehind(element, Number(diagnostic.dataset['limit'])) ?? element.getBoundingClientRect()
      return [{ diagnostic, index, element, topPx: box.top - stage.top + Math.min(box.height / 2, 22) - 12 }]
    })
    let lowest = -100
    const marks = placed
      .toSorted((a, b) => a.topPx - b.topPx)
      .map(({ diagnostic, index, element, topPx }) => {
        const severity = diagnostic.matches('.is-error') ? 'error' : 'warning'
        if (element.dataset['mark'] !== 'error') element.dataset['mark'] = severity
        const mark = document.createElement('button')
        mark.className = `pin is-${severity}`
        mark.setAttribute('type', 'button')
        mark.textContent = String(index + 1)
        mark.setAttribute('aria-label', `${index + 1}: ${diagnostic.querySelector('strong')?.textContent ?? ''}`)
        mark.dataset['index'] = String(index)
        // Two diagnostics of one place stand below each other.
        lowest = Math.max(topPx, lowest + 27)
        mark.style.setProperty('inset-block-start', `${lowest}px`)
        return mark
      })
    pins.replaceChildren(...marks)
    if (typeof focusedPin === 'string') marks.find(({ textContent }) => textContent === focusedPin)?.focus()
    markPicked()
  }

  /** Marks what was picked, which may have been drawn anew. */
  function markPicked(): HTMLElement | undefined {
    clear('is-picked')
    const diagnostic = diagnostics().find(({ dataset }) => picked !== undefined && dataset['key'] === picked)
    if (diagnostic === undefined) return undefined
    diagnostic.classList.add('is-picked')
    elementOf(diagnostic.dataset['pointer'])?.classList.add('is-picked')
    return markLines(linesOf(diagnostic), 'is-picked')
  }

  function openTab(name: string): void {
    for (const tab of allIn(tabs, '[role=tab]')) {
      const isOpen = tab.dataset['tab'] === name
      tab.setAttribute('aria-selected', String(isOpen))
      tab.tabIndex = isOpen ? 0 : -1
      byId(`panel-${tab.dataset['tab'] ?? ''}`).hidden = !isOpen
    }
    onTab(name)
  }
  tabs.addEventListener('click', (event) => {
    const name = around(event, '[role=tab]')?.dataset['tab']
    if (name !== undefined) openTab(name)
  })
  tabs.addEventListener('keydown', (event) => {
    const all = allIn(tabs, '[role=tab]').filter((tab) => !tab.hidden)
    const at = all.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % all.length,
      ArrowLeft: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const target = all[targets[event.key] ?? -1]
    if (target === undefined) return
    event.preventDefault()
    openTab(target.dataset['tab'] ?? '')
    target.focus()
  })

  const linesOf = ({ dataset }: HTMLElement): Lines | undefined =>
    dataset['from'] === undefined ? undefined : { from: Number(dataset['from']), to: Number(dataset['to']) }

  /** Marks lines of the source with a class, and returns the first. */
  function markLines(lines: Lines | undefined, className: string): HTMLElement | undefined {
    if (lines === undefined) return undefined
    const marked = allIn(source, '.line').slice(lines.from - 1, lines.to)
    for (const line of marked) line.classList.add(className)
    return marked[0]
  }

  function clear(className: string): void {
    for (const element of allIn(document, `.${className}`)) element.classList.remove(className)
  }

  /** Scrolls inside the source alone: the page stays where it is. */
  function reveal(line: HTMLElement | undefined): void {
    if (line === undefined) return
    const box = source.getBoundingClientRect()
    const at = line.getBoundingClientRect()
    if (at.top >= box.top && at.bottom <= box.bottom) return
    source.scrollTop += at.top - box.top - box.height / 3
  }

  /** Shows the line of a diagnostic and its place in the picture. */
  function pick(diagnostic: HTMLElement): void {
    openTab('check')
    picked = diagnostic.dataset['key']
    const line = markPicked()
    diagnostic.scrollIntoView({ block: 'nearest' })
    reveal(line)
    elementOf(diagnostic.dataset['pointer'])?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  byId('panel-check').addEventListener('click', (event) => {
    const diagnostic = around(event, '.diagnostic')
    if (diagnostic && !around(event, 'a')) pick(diagnostic)
  })
  pins.addEventListener('click', (event) => {
    const diagnostic = diagnostics()[Number(around(event, '.pin')?.dataset['index'] ?? -1)]
    if (diagnostic) pick(diagnostic)
  })
  payload.addEventListener('click', (event) => {
    const button = around(event, '#copy')
    // Only pages that the browser trusts may write to the clipboard.
    if (button === null || !isSecureContext) return
    void navigator.clipboard.writeText(byId('json').textContent).then(() => {
      button.textContent = say('Copied', '복사했습니다')
      return setTimeout(() => {
        button.textContent = say('Copy', '복사')
      }, 1500)
    })
  })
  stepCarousels()
  new ResizeObserver(pin).observe(picture)

  /** Shows the texts about values that are too long, each below its field. */
  function showOverMax(texts: readonly string[]): void {
    for (const [index, field] of allIn(byId('panel-values'), '[data-name]').entries()) {
      const text = texts[index] ?? ''
      field.setAttribute('aria-invalid', String(text !== ''))
      const element = byId(`${field.id}-over`)
      if (element.textContent !== text) element.textContent = text
    }
  }

  /** Forgets the diagnostic that was picked: another message is shown. */
  function forget(): void {
    picked = undefined
  }

  return { showPicture, pin, openTab, forget, showOverMax }
}

/** Returns where a text is behind its first characters, counted in UTF-16 units; undefined where it is shorter. */
function boxBehind(element: HTMLElement, units: number): DOMRect | undefined {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let left = units
  for (let text = texts.nextNode() as Text | null; text !== null; text = texts.nextNode() as Text | null) {
    if (left < text.length) {
      const range = document.createRange()
      range.setStart(text, left)
      range.setEnd(text, left + 1)
      return range.getBoundingClientRect()
    }
    left -= text.length
  }
  return undefined
}

/** Less than this is the space below a message. */
const leastHiddenPx = 24

/**
 * Shows the mark of the first screen on each phone that is longer than one. Where everything fits there is nothing to
 * mark: the phone is drawn as high as its message.
 */
function markFolds(root: HTMLElement): void {
  for (const screen of allIn(root, '.screen')) {
    const fold = screen.querySelector('.fold')
    const end = screen.querySelector('.ph-input')
    if (fold === null || end === null) continue
    const isLonger = fold.getBoundingClientRect().top < end.getBoundingClientRect().top - leastHiddenPx
    fold.classList.toggle('is-shown', isLonger)
  }
}
