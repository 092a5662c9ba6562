import { toDom } from 'hast-util-to-dom'
import { prepareTrial, type VariableValues } from '../../../src/message/render.ts'
import type { Sketch } from '../../../src/sketch.ts'
import { replaceContent } from '../../../src/web/client/dom.ts'
import { drawing } from '../../../src/web/preview/message-view.ts'
import type { Language } from '../../../src/words/language.ts'
import { make } from './elements.ts'
import type { ImageShelf } from './images.ts'
import { playgroundWords } from './words.ts'

type Scheme = 'page' | 'light' | 'dark'

/** The phone with the message. */
export interface PhonePanel {
  readonly element: HTMLElement
  /** Draws a message and returns its payload with the values; where it cannot be read the last one stays. */
  readonly draw: (sketch: Sketch | undefined, values: (sketch: Sketch) => VariableValues) => unknown
  /** The drawn phone, for a picture; undefined before anything was drawn. */
  readonly drawn: () => { readonly phone: HTMLElement; readonly colorScheme: 'light' | 'dark' } | undefined
}

export function phonePanel(lang: Language, shelf: ImageShelf): PhonePanel {
  const words = playgroundWords[lang]
  const screen = make('div', { class: 'pg-phone', 'data-phone': true })
  const note = make('p', { class: 'pg-note', role: 'note' }, words.noPhone)
  const missing = make('p', { class: 'pg-note', role: 'note', hidden: true })
  const scheme = make(
    'select',
    { id: 'pg-scheme' },
    ...(['page', 'light', 'dark'] as const).map((name) => make('option', { value: name }, words.schemes[name])),
  )
  scheme.addEventListener('change', () => {
    screen.style.colorScheme = scheme.value === 'page' ? '' : scheme.value
  })
  return {
    element: make(
      'section',
      { class: 'pg-screen' },
      make(
        'div',
        { class: 'pg-top' },
        make('h2', {}, words.phone),
        make('label', { for: 'pg-scheme', class: 'pg-hidden' }, words.scheme),
        scheme,
      ),
      note,
      missing,
      screen,
    ),
    draw(sketch, values) {
      const isOld = sketch === undefined && screen.childElementCount > 0
      note.hidden = sketch?.isWhole ?? false
      note.textContent = isOld ? words.oldPhone : sketch === undefined ? words.noPhone : words.partPhone
      missing.hidden = true
      if (sketch === undefined) return undefined
      const trial = prepareTrial(sketch.template)(values(sketch))
      missing.hidden = trial.missing.length === 0
      missing.textContent = words.missing(trial.missing.join(', '))
      const scrolledPx = screen.querySelector('.ph-chat')?.scrollTop ?? 0
      const phone = toDom(
        drawing(sketch, trial.payload, { lang, imageAddress: (path) => shelf.of(path)?.address ?? '' }),
      )
      if (!screen.firstChild?.isEqualNode(phone)) {
        replaceContent(screen, [phone])
        screen.querySelector('.ph-chat')?.scrollTo({ top: scrolledPx })
      }
      return trial.payload
    },
    drawn() {
      const phone = screen.querySelector<HTMLElement>('.ph')
      if (phone === null) return undefined
      const chosen = scheme.value as Scheme
      const isDark = chosen === 'dark' || (chosen === 'page' && getComputedStyle(screen).colorScheme === 'dark')
      return { phone, colorScheme: isDark ? 'dark' : 'light' }
    },
  }
}
