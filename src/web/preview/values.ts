import type { VariableValues } from '../../message/render.ts'
import type { Sketch } from '../../sketch.ts'
import type { Preset } from './page-data.ts'

/** The values of a preset. Without a value a variable takes its fallback, as in a send. */
export function presetValues({ message }: Sketch, preset: Preset): VariableValues {
  const values = message.variables.map(({ name, example = '', max, fallback = '' }): [string, string] => {
    switch (preset) {
      case 'example':
        return [name, example]
      case 'longest':
        return [name, longest(max, [example, fallback])]
      case 'empty':
        return [name, '']
    }
  })
  return Object.fromEntries(values)
}

const syllables = '가나다라마바사아자차카타파하'
/** A `max` may be a slip of the pen: a picture shows that it is too long with far less. */
const maxShownCharacters = 2000

/** Hangul takes the most bytes of any one UTF-16 unit. A fallback may be longer than what a recipient may have. */
function longest(max: number | undefined, others: readonly string[]): string {
  const filled = syllables.repeat(Math.ceil(Math.min(max ?? 0, maxShownCharacters) / syllables.length))
  return [filled.slice(0, Math.min(max ?? 0, maxShownCharacters)), ...others].reduce((a, b) =>
    b.length > a.length ? b : a,
  )
}
