import { toDom } from 'hast-util-to-dom'
import { prepareTrial, type VariableValues } from '../../../src/message/render.ts'
import type { Sketch } from '../../../src/sketch.ts'
import { replaceContent } from '../../../src/web/client/dom.ts'
import { drawing } from '../../../src/web/preview/message-view.ts'
import { type Language, type Say, sayIn } from '../../../src/words/language.ts'
import { make } from './elements.ts'
import type { ImageShelf } from './images.ts'

/** Says how a message comes to be drawn. */
export function noPhone(say: Say): string {
  return say(
    'Say which kind of message this is, for example "kind: ft-text", and it is drawn here.',
    '"kind: ft-text"처럼 메시지 종류를 적으면 여기에 화면이 나타납니다.',
  )
}

/** Makes the phone with the message. */
export function phonePanel(lang: Language, shelf: ImageShelf) {
  const say = sayIn(lang)
  const screen = make('div', { class: 'pg-phone', 'data-phone': true })
  const note = make('p', { class: 'pg-note', role: 'note' }, noPhone(say))
  const missing = make('p', { class: 'pg-note', role: 'note', hidden: true })
  const scheme = make(
    'select',
    { id: 'pg-scheme' },
    make('option', { value: 'page' }, say('As the page', '페이지와 같게')),
    make('option', { value: 'light' }, say('Light', '밝게')),
    make('option', { value: 'dark' }, say('Dark', '어둡게')),
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
        make('h2', {}, say('Phone', '휴대폰 화면')),
        make('label', { for: 'pg-scheme', class: 'pg-hidden' }, say('Colours of the phone', '휴대폰 화면 모드')),
        scheme,
      ),
      note,
      missing,
      screen,
    ),
    /** Draws a message and returns its payload with the values; where it cannot be read the last one stays. */
    draw(sketch: Sketch | undefined, values: (sketch: Sketch) => VariableValues): unknown {
      const isOld = sketch === undefined && screen.childElementCount > 0
      note.hidden = sketch?.isWhole ?? false
      note.textContent = isOld
        ? say('This is the message as it could be read last.', '마지막으로 읽을 수 있었던 메시지입니다.')
        : sketch === undefined
          ? noPhone(say)
          : say('Drawn as far as the message can be read.', '메시지를 읽을 수 있는 데까지만 그렸습니다.')
      missing.hidden = true
      if (sketch === undefined) return undefined
      const trial = prepareTrial(sketch.template)(values(sketch))
      missing.hidden = trial.missing.length === 0
      const names = trial.missing.join(', ')
      missing.textContent = say(`Without a value: ${names}`, `값이 없는 변수: ${names}`)
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
    /** Returns the drawn phone, for a picture; undefined before anything was drawn. */
    drawn(): { readonly phone: HTMLElement; readonly colorScheme: 'light' | 'dark' } | undefined {
      const phone = screen.querySelector<HTMLElement>('.ph')
      if (phone === null) return undefined
      const chosen = scheme.value
      const isDark = chosen === 'dark' || (chosen === 'page' && getComputedStyle(screen).colorScheme === 'dark')
      return { phone, colorScheme: isDark ? 'dark' : 'light' }
    },
  }
}
