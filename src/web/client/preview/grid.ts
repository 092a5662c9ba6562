import { allIn, byId } from '../dom.ts'

/** The grid of one message on every screen, light and dark. */
export interface GridPart {
  readonly isOn: () => boolean
  show(isOn: boolean): void
  /** Draws the grid anew after the picture. */
  draw(): void
}

interface GridOptions {
  readonly themes: { readonly light: string; readonly dark: string }
  readonly widths: readonly string[]
}

/** Shows the picture of a message six times; what is pointed at or opened in one is its own. */
export function gridPart({ themes, widths }: GridOptions): GridPart {
  const grid = byId('grid')
  const picture = byId('picture')
  let isOn = false

  function figure(theme: 'light' | 'dark', width: string): HTMLElement {
    const element = document.createElement('figure')
    element.className = `theme-${theme} width-${width}`
    const caption = document.createElement('figcaption')
    caption.textContent = `${themes[theme]} · ${width}`
    const copy = document.createElement('div')
    copy.append(...[...picture.children].map((child) => child.cloneNode(true)))
    for (const part of allIn(copy, '[id], [popovertarget], [data-mark]')) {
      // Ids are those of one phone alone.
      if (part.id !== '') part.id = `${part.id}-${theme}-${width}`
      const target = part.getAttribute('popovertarget')
      if (target !== null) part.setAttribute('popovertarget', `${target}-${theme}-${width}`)
      part.removeAttribute('data-mark')
    }
    element.append(caption, copy)
    return element
  }

  function draw(): void {
    if (!isOn) return
    const sheet = grid.querySelector('.ph-sheet:popover-open')?.id
    const places = allIn(grid, '.ph-cards').map(({ scrollLeft }) => scrollLeft)
    const all = (['light', 'dark'] as const).flatMap((theme) => widths.map((width) => figure(theme, width)))
    grid.replaceChildren(...all)
    allIn(grid, '.ph-cards').forEach((cards, index) => {
      cards.scrollLeft = places[index] ?? 0
    })
    if (sheet !== undefined) document.getElementById(sheet)?.showPopover()
    markFolds(grid)
  }

  function show(wanted: boolean): void {
    isOn = wanted
    byId('opened').classList.toggle('is-grid', isOn)
    byId('grid-toggle').setAttribute('aria-pressed', String(isOn))
    byId('stage').hidden = isOn
    grid.hidden = !isOn
    if (isOn) draw()
    else grid.replaceChildren()
  }

  return { isOn: () => isOn, show, draw }
}

/**
 * Shows the mark of the first screen on each phone that is longer than one. Where everything fits there is nothing to
 * mark: the phone is drawn as high as its message.
 */
export function markFolds(root: HTMLElement): void {
  for (const screen of allIn(root, '.screen')) {
    const fold = screen.querySelector('.fold')
    const end = screen.querySelector('.ph-input')
    if (fold === null || end === null) continue
    const isLonger = fold.getBoundingClientRect().top < end.getBoundingClientRect().top - leastHiddenPx
    fold.classList.toggle('is-shown', isLonger)
  }
}

/** Less than this is the space below a message. */
const leastHiddenPx = 24
