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
