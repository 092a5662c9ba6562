/** An element of the page. @throws Error when the page has none with the id and type */
export function byId(id: string): HTMLElement
export function byId<T extends HTMLElement>(id: string, type: new () => T): T
export function byId(id: string, type = HTMLElement): HTMLElement {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`#${id} is missing`)
  return element
}

/** All elements below one that fit a selector. */
export function allIn(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)]
}

/** The nearest element around the target of an event that fits a selector. */
export function around({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}

/** A part of a row, with text and never markup: it is what somebody else wrote. */
export function textPart(className: string, text: string): HTMLElement {
  const span = document.createElement('span')
  span.className = className
  span.textContent = text
  return span
}

const filled = new WeakMap<HTMLElement, string>()

/**
 * Replaces what an element holds by HTML of our own server, unless it is the same; whatever of it came from a message
 * is escaped text. Returns whether it was not the same.
 */
export function fill(element: HTMLElement, html: string): boolean {
  if (filled.get(element) === html) return false
  filled.set(element, html)
  const scrolledPx = element.scrollTop
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  element.replaceChildren(...parsed.body.children)
  element.scrollTop = scrolledPx
  return true
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

/** The index in a list that a key moves to; undefined for other keys, and in a list without entries. */
export function keyTarget(
  key: string,
  { at, count, perPage }: { readonly at: number; readonly count: number; readonly perPage: number },
): number | undefined {
  const targets = new Map([
    ['ArrowDown', at + 1],
    ['ArrowUp', at - 1],
    ['PageDown', at + perPage],
    ['PageUp', at - perPage],
    ['Home', 0],
    ['End', count - 1],
  ])
  const target = targets.get(key)
  return target === undefined || count === 0 ? undefined : Math.min(Math.max(target, 0), count - 1)
}
