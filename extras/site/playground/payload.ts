import type { Sketch } from '../../../src/sketch.ts'
import { button, make, section } from './elements.ts'
import type { PlaygroundWords } from './words.ts'

/** The payload as JSON. */
export interface PayloadPanel {
  readonly element: HTMLElement
  readonly show: (sketch: Sketch | undefined, options: { readonly isWhole: boolean }) => void
}

export function payloadPanel(words: PlaygroundWords, announce: (text: string) => void): PayloadPanel {
  const code = make('pre', { class: 'pg-json', 'data-payload': true, tabindex: 0 })
  const part = make('p', { class: 'pg-note', hidden: true }, words.payloadPart)
  const copy = button(words.copy, () => {
    navigator.clipboard.writeText(code.textContent).then(
      () => announce(words.copied),
      () => getSelection()?.selectAllChildren(code),
    )
  })
  return {
    element: section('payload', words.payload, copy, part, code),
    show(sketch, { isWhole }) {
      part.hidden = isWhole
      code.textContent = sketch === undefined ? '' : JSON.stringify(sketch.template.payload, null, 2)
    },
  }
}
