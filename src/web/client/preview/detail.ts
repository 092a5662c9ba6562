import { allIn, around, byId, fill, stepCarousels } from '../dom.ts'

/** The phone and the marks beside it. */
export interface StagePart {
  show(html: string): void
  /** Puts the numbers of the findings beside their places. */
  pin(): void
  /** The element of a value, or of what contains it. */
  elementOf(pointer: string): HTMLElement | undefined
}

export interface StageOptions {
  /** Called with the number of a finding, from 0. */
  readonly pick: (index: number) => void
}

/** Shows the phone, keeps what its reader did with it, and marks findings. */
export function stagePart({ pick }: StageOptions): StagePart {
  const picture = byId('picture')
  const pins = byId('pins')

  /** Pointers stand in attributes, but a selector would have to escape them. */
  function elementOf(pointer: string): HTMLElement | undefined {
    const all = new Map<string, HTMLElement>()
    for (const element of allIn(picture, '[data-pointer]')) all.set(element.dataset['pointer'] ?? '', element)
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const element = all.get(at)
      if (element) return element
    }
    return undefined
  }

  function show(html: string): void {
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

  function pin(): void {
    for (const element of picture.querySelectorAll('[data-mark]')) element.removeAttribute('data-mark')
    const phone = picture.querySelector('.ph')
    const marks: HTMLElement[] = []
    let lowest = -100
    const stage = pins.getBoundingClientRect()
    const placed = allIn(document, '.finding').flatMap((finding, index) => {
      const element = finding.dataset['pointer'] === undefined ? undefined : elementOf(finding.dataset['pointer'])
      if (element === undefined || phone === null) return []
      const box = element.getBoundingClientRect()
      return [{ finding, index, element, topPx: box.top - stage.top + Math.min(box.height / 2, 22) - 12 }]
    })
    for (const { finding, index, element, topPx } of placed.toSorted((a, b) => a.topPx - b.topPx)) {
      const isError = finding.matches('.is-error')
      if (isError || element.dataset['mark'] === undefined) element.dataset['mark'] = isError ? 'error' : 'warning'
      const mark = document.createElement('button')
      mark.className = `pin is-${isError ? 'error' : 'warning'}`
      mark.setAttribute('type', 'button')
      mark.textContent = String(index + 1)
      mark.setAttribute('aria-label', `${index + 1}: ${finding.querySelector('strong')?.textContent ?? ''}`)
      mark.dataset['index'] = String(index)
      // Two findings of one place stand below each other.
      lowest = Math.max(topPx, lowest + 27)
      mark.style.setProperty('inset-block-start', `${lowest}px`)
      marks.push(mark)
    }
    pins.replaceChildren(...marks)
  }

  pins.addEventListener('click', (event) => {
    const index = around(event, '.pin')?.dataset['index']
    if (index !== undefined) pick(Number(index))
  })
  stepCarousels()
  new ResizeObserver(pin).observe(picture)

  return { show, pin, elementOf }
}

/** The tabs beside the phone and the source below them. */
export interface PanelPart {
  openTab(name: string): void
  /** Shows the line of a finding and its place in the picture. */
  pick(index: number): void
  /** Says below the field of each variable that its value is too long; empty where it is not. */
  showOverMax(said: readonly string[]): void
}

export interface PanelOptions {
  readonly stage: () => StagePart
  readonly copyWords: { readonly copy: string; readonly copied: string }
  readonly onTab: (name: string) => void
}

/** Tabs, and the ties between picture, payload and source. */
export function panelPart({ stage, copyWords, onTab }: PanelOptions): PanelPart {
  const tabs = byId('tabs')
  const source = byId('source')
  const payload = byId('panel-payload')

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

  interface Lines {
    readonly from: number
    readonly to: number
  }
  const linesOf = ({ dataset }: HTMLElement): Lines | undefined =>
    dataset['from'] === undefined ? undefined : { from: Number(dataset['from']), to: Number(dataset['to']) }
  const lineElements = ({ from, to }: Lines): HTMLElement[] =>
    allIn(source, '.line').filter((line) => {
      const number = Number(line.dataset['line'])
      return number >= from && number <= to
    })
  const jsonRows = (): HTMLElement[] => allIn(payload, '.json')

  function clear(name: string): void {
    for (const element of document.querySelectorAll(`.${name}`)) element.classList.remove(name)
  }

  /** Scrolls inside the source alone: the page stays where it is. */
  function reveal(line: HTMLElement | undefined): void {
    if (line === undefined) return
    const box = source.getBoundingClientRect()
    const at = line.getBoundingClientRect()
    if (at.top >= box.top && at.bottom <= box.bottom) return
    source.scrollTop += at.top - box.top - box.height / 3
  }

  /** Marks everything that belongs to some values of the payload. */
  function mark(pointers: readonly string[], lines: Lines | undefined): void {
    for (const pointer of pointers) {
      for (const row of jsonRows()) if (row.dataset['pointer'] === pointer) row.classList.add('is-hot')
      stage().elementOf(pointer)?.classList.add('is-hot')
    }
    const marked = lines === undefined ? [] : lineElements(lines)
    for (const line of marked) line.classList.add('is-hot')
  }

  function hover(event: Event): void {
    clear('is-hot')
    const line = around(event, '#lines .line')
    if (line) {
      const number = Number(line.dataset['line'])
      const rows = jsonRows().filter((row) => {
        const lines = linesOf(row)
        return row.matches('.is-leaf') && lines !== undefined && lines.from <= number && number <= lines.to
      })
      mark(
        rows.map((row) => row.dataset['pointer'] ?? ''),
        { from: number, to: number },
      )
      return
    }
    const pointer = around(event, '#json .json, #picture [data-pointer], .meter')?.dataset['pointer']
    if (pointer === undefined || pointer === '') return
    const row = jsonRows().find((one) => one.dataset['pointer'] === pointer)
    const lines = row && linesOf(row)
    mark([pointer], lines)
    if (lines !== undefined) reveal(lineElements(lines)[0])
  }
  const opened = byId('opened')
  opened.addEventListener('mouseover', hover)
  opened.addEventListener('mouseleave', () => clear('is-hot'))

  function pick(index: number): void {
    const finding = allIn(document, '.finding')[index]
    if (finding === undefined) return
    openTab('check')
    clear('is-picked')
    finding.classList.add('is-picked')
    finding.scrollIntoView({ block: 'nearest' })
    const lines = linesOf(finding)
    const marked = lines === undefined ? [] : lineElements(lines)
    for (const line of marked) line.classList.add('is-picked')
    reveal(marked[0])
    const pointer = finding.dataset['pointer']
    const element = pointer === undefined ? undefined : stage().elementOf(pointer)
    element?.classList.add('is-picked')
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  byId('panel-check').addEventListener('click', (event) => {
    const finding = around(event, '.finding')
    if (finding) pick(allIn(document, '.finding').indexOf(finding))
  })
  payload.addEventListener('click', (event) => {
    const button = around(event, '#copy')
    // Only pages that the browser trusts may write to the clipboard.
    if (button === null || !isSecureContext) return
    void navigator.clipboard.writeText(byId('json').textContent).then(() => {
      button.textContent = copyWords.copied
      return setTimeout(() => {
        button.textContent = copyWords.copy
      }, 1500)
    })
  })

  function showOverMax(said: readonly string[]): void {
    for (const [index, field] of allIn(byId('panel-values'), '[data-name]').entries()) {
      const text = said[index] ?? ''
      field.setAttribute('aria-invalid', String(text !== ''))
      const element = byId(`${field.id}-over`)
      if (element.textContent !== text) element.textContent = text
    }
  }

  return { openTab, showOverMax, pick }
}
