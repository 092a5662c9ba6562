import { make, moveFocus } from './elements.ts'
import type { Say } from '../../../src/words/language.ts'

const names = ['write', 'phone', 'details'] as const

type TabName = (typeof names)[number]

/**
 * Makes tabs for screens on which the parts of the page do not fit beside each other. The page's style shows the panels
 * of the others too where there is room.
 */
export function tabs(say: Say, panels: { readonly [N in TabName]: HTMLElement }) {
  const labels = { write: say('Write', '작성'), phone: say('Phone', '화면'), details: say('Details', '자세히') }
  const buttons = names.map((name) =>
    make(
      'button',
      { type: 'button', role: 'tab', id: `pg-tab-${name}`, 'aria-controls': `pg-panel-${name}`, 'data-tab': name },
      labels[name],
    ),
  )
  const open = (chosen: TabName): void => {
    for (const [index, name] of names.entries()) {
      const isOpen = name === chosen
      buttons[index]?.setAttribute('aria-selected', String(isOpen))
      if (buttons[index]) buttons[index].tabIndex = isOpen ? 0 : -1
      panels[name].classList.toggle('is-open', isOpen)
    }
  }
  for (const name of names) {
    panels[name].id = `pg-panel-${name}`
    panels[name].setAttribute('role', 'tabpanel')
    panels[name].setAttribute('aria-labelledby', `pg-tab-${name}`)
  }
  const label = say('Parts of the playground', '플레이그라운드 영역')
  const element = make('div', { class: 'pg-tabs', role: 'tablist', 'aria-label': label }, ...buttons)
  const openFrom = (target: EventTarget | null): void => {
    const name = names.find((one) => target instanceof HTMLElement && target.dataset['tab'] === one)
    if (name) open(name)
  }
  element.addEventListener('click', ({ target }) => openFrom(target))
  element.addEventListener('keydown', (event) => openFrom(moveFocus(event, buttons) ?? null))
  open('write')
  return { element, open }
}
