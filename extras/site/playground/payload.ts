import type { Sketch } from '../../../src/sketch.ts'
import type { Say } from '../../../src/words/language.ts'
import { button, make, section } from './elements.ts'

/** Makes the panel with the payload as JSON. */
export function payloadPanel(say: Say, tell: (en: string, ko: string) => void) {
  const code = make('pre', { class: 'pg-json', 'data-payload': true, tabindex: 0 })
  const part = make(
    'p',
    { class: 'pg-note', hidden: true },
    say(
      'The message has errors: this is what can be read of it, and it cannot be sent.',
      '메시지에 오류가 있어 읽을 수 있는 데까지만 나타냈으며, 발송할 수 없습니다.',
    ),
  )
  const copy = button(say('Copy', '복사'), () => {
    navigator.clipboard.writeText(code.textContent).then(
      () => tell('Copied', '복사했습니다'),
      () => getSelection()?.selectAllChildren(code),
    )
  })
  return {
    element: section('payload', say('Payload', '페이로드'), copy, part, code),
    show(sketch: Sketch | undefined, { isWhole }: { readonly isWhole: boolean }): void {
      part.hidden = isWhole
      code.textContent = sketch === undefined ? '' : JSON.stringify(sketch.template.payload, null, 2)
    },
  }
}
