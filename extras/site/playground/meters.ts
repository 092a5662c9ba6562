import type { Span } from '../../../src/diagnostic.ts'
import { amountText, fieldNames, levelName, type Meter, metersOf } from '../../../src/web/preview/check-view.ts'
import { fileSize } from '../../../src/words/phrases.ts'
import type { Sketch } from '../../../src/sketch.ts'
import { type Language, sayIn } from '../../../src/words/language.ts'
import { hint, make, section } from './elements.ts'

/** The strictest readings: what fits these fits every other. */
const readings = { bytes: 'utf-8', characters: 'utf-16' } as const

/** Makes the panel with the meters of everything that has a limit, nearest to its limit first. */
export function metersPanel(lang: Language, onSelect: (span: Span) => void) {
  const say = sayIn(lang)
  const list = make('ul', { class: 'pg-meters' })
  const nothing = hint(say('Nothing here has a limit yet.', '아직 길이나 개수를 세는 항목이 없습니다.'))
  const itemOf = (meter: Meter, sketch: Sketch, name: string): HTMLElement => {
    const { pointer, unit, used, longest, max, level } = meter
    const amount = (count: number): string => (unit === 'size' ? fileSize(count, max) : count.toLocaleString('en-US'))
    const written = (count: number): string => amountText(unit, amount(count), say)
    const bar = make('span', { class: 'pg-bar', 'aria-hidden': 'true' })
    bar.style.setProperty('--used', String(Math.min(used / max, 1)))
    bar.style.setProperty('--longest', String(Math.min(longest / max, 1)))
    const atLongest = say(`${written(longest)} with the longest values`, `값이 가장 길 때 ${written(longest)}`)
    const text = make(
      'button',
      { type: 'button', class: 'pg-meter-text' },
      make('span', {}, name),
      make('span', { class: 'pg-amount' }, `${amount(used)} / ${written(max)}`),
      ...(level === 'fits' ? [] : [make('span', { class: 'pg-hidden' }, `, ${levelName(level, say)}`)]),
      ...(longest > used ? [make('span', { class: 'pg-longest' }, atLongest)] : []),
      bar,
    )
    text.addEventListener('click', () => {
      const span = sketch.map.get(pointer)
      if (span) onSelect(span)
    })
    return make('li', { class: `pg-meter is-${level}`, 'data-meter': pointer }, text)
  }
  return {
    element: section('meters', say('Limits', '길이와 개수'), nothing, list),
    show(sketch: Sketch | undefined, payload: unknown): void {
      const meters = sketch === undefined ? [] : metersOf(sketch, payload, readings)
      const sorted = meters.toSorted((a, b) => b.longest / b.max - a.longest / a.max)
      nothing.hidden = sorted.length > 0
      if (sketch === undefined) return list.replaceChildren()
      const nameOf = fieldNames(sketch.kind, payload, lang)
      list.replaceChildren(...sorted.map((meter) => itemOf(meter, sketch, nameOf(meter.pointer))))
    },
  }
}
