import type { VariableValues } from '../../../src/message/render.ts'
import type { Sketch } from '../../../src/sketch.ts'
import { presetValues } from '../../../src/web/preview/message-view.ts'
import type { Say } from '../../../src/words/language.ts'
import { hint, make, section } from './elements.ts'

/** A value that is likely long gets several lines to be typed in. */
const manyCharacters = 40

const presets = ['example', 'longest', 'empty'] as const

/** Makes the panel with the values that the phone is drawn with. */
export function valuesPanel(say: Say, onChange: () => void) {
  const select = make('select', { id: 'pg-preset' })
  const fields = make('div', { class: 'pg-fields' })
  const nothing = hint(
    say('The message declares no variables under "vars".', '메시지의 "vars"에 선언한 변수가 없습니다.'),
  )
  const controls = make('div', {}, make('label', { for: 'pg-preset' }, say('Show with', '표시할 값')), select)
  const typed = new Map<string, string>()
  let recipient: VariableValues | undefined
  let current: Sketch | undefined
  let key = ''

  const labels = {
    example: say('Examples', '예시'),
    longest: say('Longest values', '최장'),
    empty: say('No values', '빈 값'),
    recipient: say('A recipient', '수신자'),
  }
  const offerPresets = (): void => {
    const chosen = recipient === undefined ? preset() : 'recipient'
    const names = [...presets, ...(recipient === undefined ? [] : (['recipient'] as const))]
    select.replaceChildren(
      ...names.map((name) => make('option', { value: name, selected: name === chosen }, labels[name])),
    )
  }
  const preset = (): keyof typeof labels => (select.value === '' ? 'example' : (select.value as keyof typeof labels))
  const valuesOf = (sketch: Sketch): VariableValues => {
    const chosen = preset()
    const base = chosen === 'recipient' ? (recipient ?? {}) : presetValues(sketch, chosen)
    return { ...base, ...Object.fromEntries(typed) }
  }
  const fill = (): void => {
    if (current === undefined) return
    const values = valuesOf(current)
    for (const field of fields.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-name]')) {
      field.value = values[field.dataset['name'] ?? ''] ?? ''
    }
  }
  select.addEventListener('change', () => {
    typed.clear()
    fill()
    onChange()
  })
  fields.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    typed.set(target.dataset['name'] ?? '', target.value)
    onChange()
  })
  offerPresets()
  return {
    element: section('values', say('Values of variables', '변숫값'), nothing, controls, fields),
    values: valuesOf,
    /** Offers a field for each variable of a message; what was typed stays. */
    show(sketch: Sketch | undefined): void {
      current = sketch
      const variables = sketch?.message.variables ?? []
      nothing.hidden = variables.length > 0
      controls.hidden = variables.length === 0
      // Only when it changes are the fields made anew under somebody's hands.
      const next = JSON.stringify(variables.map(({ name, max, fallback, example }) => [name, max, fallback, example]))
      if (next === key) return
      key = next
      fields.replaceChildren(
        ...variables.map(({ name, max, fallback }, index) => {
          const id = `pg-value-${index}`
          const facts = [
            ...(max === undefined ? [] : [say(`at most ${max} characters`, `최대 ${max}자`)]),
            ...(fallback === undefined ? [] : [say(`without a value: ${fallback}`, `값이 없으면: ${fallback}`)]),
          ]
          const about = { id, 'data-name': name, autocomplete: 'off', 'aria-describedby': `${id}-facts` }
          const field = (max ?? 0) > manyCharacters ? make('textarea', { ...about, rows: 2 }) : make('input', about)
          const explained = hint(facts.join(' · '), { id: `${id}-facts` })
          return make('div', { class: 'pg-field' }, make('label', { for: id }, name), field, explained)
        }),
      )
      fill()
    },
    /** Takes the values of a recipient; undefined takes those of the preset again. */
    takeRecipient(values: VariableValues | undefined): void {
      recipient = values
      typed.clear()
      offerPresets()
      fill()
      onChange()
    },
  }
}
