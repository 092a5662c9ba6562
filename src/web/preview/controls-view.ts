import type { Element } from 'hast'
import { h } from 'hastscript'
import { type CharacterReading, countCharacters } from '../../contract/text.ts'
import type { VariableValues } from '../../message/render.ts'
import type { Sketch } from '../../sketch.ts'
import type { PageWords } from './page-words.ts'
import { shownText } from './code-view.ts'

/** A value that is likely long gets several lines to be typed in. */
const manyCharacters = 40

/** A field for the value of each variable that a message declares. */
export function controlsView(sketch: Sketch, values: VariableValues, words: PageWords): Element {
  const { variables } = sketch.message
  if (variables.length === 0) return h('p.empty-text', words.noVariables)
  const fields = variables.map(({ name, max, fallback }, index) => {
    const id = `variable-${index}`
    const value = values[name] ?? ''
    const field = {
      id,
      dataName: name,
      ariaDescribedBy: [`${id}-facts`, `${id}-over`],
      autoComplete: 'off',
      spellCheck: 'false',
    }
    const isLong = (max ?? 0) > manyCharacters || value.length > manyCharacters
    return h('div.field', [
      h('label', { htmlFor: id }, shownText(name)),
      isLong ? h('textarea', { ...field, rows: 3 }, value) : h('input', { ...field, type: 'text', value }),
      h('p.hint', { id: `${id}-facts` }, shownText(words.variableFacts({ max, fallback }))),
      h('p.over-max', { id: `${id}-over`, ariaLive: 'polite' }),
    ])
  })
  return h('div.block', [
    h('p.hint', words.valuesHint),
    h('div.fields', fields),
    h('button#reset.plain', { type: 'button' }, words.reset),
  ])
}

/** What is said of each variable, in order, whose value has more characters than its `max`; nothing of the others. */
export function overMax(
  { message }: Sketch,
  values: VariableValues,
  { words, reading }: { readonly words: PageWords; readonly reading: CharacterReading },
): readonly string[] {
  return message.variables.map(({ name, max }) => {
    const used = countCharacters((values[name] ?? '').normalize('NFC'), reading)
    return max !== undefined && used > max ? words.overMax({ used, max }) : ''
  })
}

/** What the fields are made of: only when it changes are they made anew under somebody's hands. */
export function controlsKey({ message }: Sketch): string {
  return JSON.stringify(message.variables.map(({ name, max, fallback }) => [name, max, fallback]))
}
