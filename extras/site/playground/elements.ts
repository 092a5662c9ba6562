type Content = Node | string

/** Makes an element. Texts become text, never markup: they are what somebody typed. */
export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: { readonly [name: string]: string | number | boolean } = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (value !== false) element.setAttribute(name, String(value))
  }
  element.append(...content)
  return element
}

/** Makes a paragraph that explains. */
export function hint(text: string, attributes: { readonly id?: string } = {}): HTMLElement {
  return make('p', { class: 'pg-hint', ...attributes }, text)
}

/** Makes a button that does something. */
export function button(text: string, run: () => void, attributes: { readonly [name: string]: string | boolean } = {}) {
  const made = make('button', { type: 'button', class: 'pg-button', ...attributes }, text)
  made.addEventListener('click', run)
  return made
}

/** Makes a section of the details under a heading of its own. */
export function section(name: string, title: string, ...content: readonly Content[]): HTMLElement {
  return make(
    'section',
    { class: `pg-section pg-${name}`, 'aria-labelledby': `pg-${name}` },
    make('h2', { id: `pg-${name}` }, title),
    ...content,
  )
}

/** Moves the focus in a list of buttons of which one can be reached by Tab. Returns what a key moves to. */
export function moveFocus(event: KeyboardEvent, buttons: readonly HTMLElement[]): HTMLElement | undefined {
  const at = buttons.findIndex((one) => one === document.activeElement)
  const targets: { readonly [key: string]: number } = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: buttons.length - 1,
  }
  const to = targets[event.key]
  const target = to === undefined || at < 0 ? undefined : buttons[Math.min(Math.max(to, 0), buttons.length - 1)]
  if (target === undefined) return undefined
  event.preventDefault()
  for (const one of buttons) one.tabIndex = one === target ? 0 : -1
  target.focus()
  return target
}
